DROP QUEUE Tasks;  -- info: drop-without-drain

ALTER QUEUE Mails SET OPTIONS (disable_send = true);
DROP QUEUE Mails;

ALTER QUEUE Calls SET OPTIONS (disable_send = true);
ALTER QUEUE Calls SET OPTIONS (disable_send = false);
DROP QUEUE IF EXISTS Calls;  -- info: drop-without-drain

CREATE QUEUE Bills (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (disable_send = true);
DROP QUEUE Bills;
