CREATE QUEUE Mails (MailId STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (MailId); -- warning: drop-and-recreate
CREATE QUEUE Calls ( -- warning: drop-and-recreate
  Region STRING(8) NOT NULL,
  CallId INT64 NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (Region, CallId);
INSERT INTO Mails (MailId, Payload) VALUES ('a', JSON '{"second": true}');
INSERT INTO Calls (Region, CallId, Payload) VALUES ('eu', 1, b'second');
DELETE FROM Calls WHERE Region = 'eu' AND CallId = 1; -- warning: unguarded-ack
