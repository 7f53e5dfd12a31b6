CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

GRANT INSERT ON QUEUE Tasks TO producer,  -- error: grant-dialect
  importer;
GRANT INSERT ON TABLE Tasks TO ROLE producer;  -- error: grant-dialect
GRANT DELETE ON QUEUE Tasks TO ROLE worker;
GRANT EXECUTE ON FUNCTION RECEIVE_Tasks TO ROLE worker;  -- error: grant-dialect
GRANT EXECUTE ON TABLE FUNCTION spanner.renewlease_Tasks TO ROLE worker;  -- error: grant-dialect
GRANT EXECUTE ON FUNCTION spanner.receive_tasks TO ROLE worker;  -- error: grant-dialect
REVOKE INSERT ON QUEUE Tasks FROM importer;  -- error: grant-dialect

-- ROLE stands once, before the list.
GRANT INSERT ON QUEUE Tasks TO ROLE producer, importer;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks, RENEWLEASE_Tasks TO ROLE worker, tester;
GRANT DELETE ON QUEUE Tasks TO ROLE worker, tester;
REVOKE INSERT ON QUEUE Tasks FROM ROLE producer, importer;

GRANT SELECT ON TABLE Users TO ROLE producer;
GRANT EXECUTE ON TABLE FUNCTION READ_UserChanges TO ROLE producer;
