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

-- It leaves the key too, when that has other columns.
CREATE QUEUE Bills (
  BillId INT64,
  -- warning: deliver-time-declared
  Payload JSON NOT NULL,
) PRIMARY KEY (BillId);

CREATE QUEUE Returns (
  -- warning: deliver-time-declared
  ReturnId INT64 NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (ReturnId);

CREATE QUEUE Imports (
  DeliverTime TIMESTAMP NOT NULL,  -- warning: deliver-time-declared
  Payload JSON NOT NULL,
) PRIMARY KEY (DeliverTime);

-- A policy that hangs on the column is the author's to change.
CREATE QUEUE Exports (
  ExportId INT64 NOT NULL,
  DeliverTime TIMESTAMP NOT NULL,  -- warning: deliver-time-declared
  Payload JSON NOT NULL,
) PRIMARY KEY (ExportId, DeliverTime),
  ROW DELETION POLICY (OLDER_THAN(DeliverTime, INTERVAL 7 DAY));

CREATE TABLE Orders (
  OrderId INT64,
  DeliverTime TIMESTAMP,
) PRIMARY KEY (OrderId);

CREATE QUEUE Commented (
  Id INT64 NOT NULL,
  /* when */ -- warning: deliver-time-declared
  Payload JSON NOT NULL,
) PRIMARY KEY (Id);
