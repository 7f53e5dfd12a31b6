SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY['a']); -- error: renew-function-name
GRANT EXECUTE ON FUNCTION spanner.renewlease_tasks TO worker; -- error: renew-function-name
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY['a']);
