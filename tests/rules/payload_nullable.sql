CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX)  -- error: payload-nullable
) PRIMARY KEY (TaskId);

create queue Mails (MailId INT64, payload JSON HIDDEN, /* last */) primary key (MailId);  -- error: payload-nullable

CREATE QUEUE Calls (
  CallId INT64,  -- key columns may be nullable
  Payload STRING(MAX) NOT NULL,
) PRIMARY KEY (CallId);
