CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

GRANT INSERT, UPDATE ON QUEUE Tasks TO ROLE producer;  -- warning: update-grant-on-queue
GRANT INSERT ON QUEUE Tasks TO ROLE producer;
GRANT UPDATE ON TABLE Users TO ROLE producer;
REVOKE UPDATE ON QUEUE Tasks FROM ROLE producer;
