-- target: postgresql
CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId DESC); -- error: untranslatable

CREATE QUEUE Mails (MailId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (MailId);
DELETE FROM Mails WHERE MailId = @mail ASSERT_ROWS_MODIFIED 1;
