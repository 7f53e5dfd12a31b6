CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (
  TaskId,
  Payload DESC  -- error: payload-in-key
);

CREATE QUEUE Mails (
  MailId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (MailId);
