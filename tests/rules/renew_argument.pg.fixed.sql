SELECT * FROM spanner.renewlease_tasks(ARRAY['token']); -- error: renew-argument
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY['token']); -- error: renew-argument

SELECT * FROM spanner.renewlease_tasks('{a,b}');
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY[$1]);
SELECT * FROM spanner.renewlease_tasks($1);
