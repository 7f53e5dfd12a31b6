CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY Id;  -- error: syntax-error

-- What follows is read all the same.
CREATE QUEUE Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

DELETE FROM WHERE TRUE;  -- error: syntax-error
