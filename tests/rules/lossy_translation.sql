-- target: postgresql
CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(1024) NOT NULL, -- warning: lossy-translation
) PRIMARY KEY (TaskId DESC); -- warning: lossy-translation

CREATE QUEUE Mails (MailId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (MailId);
DELETE FROM Mails WHERE MailId = @mail ASSERT_ROWS_MODIFIED 1;
