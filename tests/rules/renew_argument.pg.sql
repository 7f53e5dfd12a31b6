SELECT * FROM spanner.renewlease_tasks('token'); -- error: renew-argument
SELECT * FROM spanner.renewlease_tasks(lease_tokens => 'token'); -- error: renew-argument

SELECT * FROM spanner.renewlease_tasks('{a,b}');
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY[$1]);
SELECT * FROM spanner.renewlease_tasks($1);
