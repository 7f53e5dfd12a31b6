CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  -- When to deliver.
  -- warning: deliver-time-declared
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

CREATE QUEUE Mails (
  MailId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
  -- warning: deliver-time-declared
) PRIMARY KEY (MailId);

CREATE QUEUE Calls (CallId INT64, Payload JSON NOT NULL) PRIMARY KEY (CallId);  -- warning: deliver-time-declared

CREATE QUEUE Texts (TextId INT64, Payload JSON NOT NULL) PRIMARY KEY (TextId);  -- warning: deliver-time-declared

-- In the key it can't go without the author.
CREATE QUEUE Bills (
  BillId INT64,
  DeliverTime TIMESTAMP,  -- warning: deliver-time-declared
  Payload JSON NOT NULL,
) PRIMARY KEY (BillId, DeliverTime);

CREATE TABLE Orders (
  OrderId INT64,
  DeliverTime TIMESTAMP,
) PRIMARY KEY (OrderId);
