CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY Id;  -- error: syntax-error

-- What follows is read all the same.
CREATE QUEUE Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

DELETE FROM WHERE TRUE;  -- error: syntax-error

-- What a template stands for is not known: it may be all that is missing.
INSERT INTO Mails (Id, Payload) VALUES {{ rows }};  -- info: syntax-error
ALTER QUEUE Mails {{ action }};  -- info: syntax-error
DELETE FROM Mails WHERE {{ condition }} AND Id = 1 ASSERT_ROWS_MODIFIED 1;
