-- A queue that is drained and dropped, and another that takes its place.
CREATE QUEUE MailsV1 (MailId STRING(36) NOT NULL, Payload STRING(MAX) NOT NULL) PRIMARY KEY (MailId);
CREATE QUEUE IF NOT EXISTS MailsV2 (MailId STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (MailId);
ALTER QUEUE MailsV1 SET OPTIONS (disable_send = true);
DROP QUEUE IF EXISTS MailsV1;
