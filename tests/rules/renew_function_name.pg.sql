SELECT * FROM spanner.renew_lease_tasks(lease_tokens => ARRAY['a']); -- error: renew-function-name
GRANT EXECUTE ON FUNCTION spanner.renew_lease_tasks TO worker; -- error: renew-function-name
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY['a']);
