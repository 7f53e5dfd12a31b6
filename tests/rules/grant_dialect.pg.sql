CREATE QUEUE tasks (id bigint PRIMARY KEY, payload jsonb NOT NULL);

GRANT INSERT ON QUEUE tasks TO ROLE producer;  -- error: grant-dialect
GRANT INSERT ON TABLE tasks TO importer;  -- error: grant-dialect
GRANT INSERT ON tasks TO exporter;  -- error: grant-dialect
GRANT DELETE ON QUEUE tasks TO worker;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO worker;  -- error: grant-dialect
REVOKE INSERT ON QUEUE tasks FROM ROLE importer;  -- error: grant-dialect
REVOKE INSERT ON QUEUE tasks FROM ROLE importer, exporter;  -- error: grant-dialect

GRANT EXECUTE ON FUNCTION spanner.renewlease_tasks TO worker;
GRANT SELECT ON TABLE users TO producer;

-- A queue in a list of tables has to go alone.
GRANT INSERT ON TABLE users, tasks TO importer;  -- error: grant-dialect

GRANT DELETE ON QUEUE tasks TO ROLE /* who */ worker;  -- error: grant-dialect
GRANT EXECUTE ON TABLE /* kind */ FUNCTION spanner.receive_tasks TO worker;  -- error: grant-dialect
