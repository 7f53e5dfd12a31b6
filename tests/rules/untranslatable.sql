-- target: postgresql
CREATE QUEUE Mails (MailId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (MailId);
CREATE QUEUE Protos (
  ProtoId STRING(36) NOT NULL,
  Payload shop.Order NOT NULL, -- error: untranslatable
) PRIMARY KEY (ProtoId);
SELECT SAFE_CAST(Value AS INT64) FROM Settings; -- error: untranslatable
SELECT FROM WHERE; -- error: syntax-error

DELETE FROM Mails WHERE MailId = @mail ASSERT_ROWS_MODIFIED 1;
SELECT Value FROM Settings;
