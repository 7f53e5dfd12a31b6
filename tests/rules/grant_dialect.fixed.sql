CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

GRANT INSERT ON QUEUE Tasks TO ROLE producer,  -- error: grant-dialect
  ROLE importer;
GRANT INSERT ON QUEUE Tasks TO ROLE producer;  -- error: grant-dialect
GRANT DELETE ON QUEUE Tasks TO ROLE worker;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;  -- error: grant-dialect
GRANT EXECUTE ON TABLE FUNCTION RENEWLEASE_Tasks TO ROLE worker;  -- error: grant-dialect
REVOKE INSERT ON QUEUE Tasks FROM ROLE importer;  -- error: grant-dialect

GRANT SELECT ON TABLE Users TO ROLE producer;
GRANT EXECUTE ON TABLE FUNCTION READ_UserChanges TO ROLE producer;
