CREATE QUEUE Tasks (  -- error: payload-missing
  TaskId STRING(36) NOT NULL
) PRIMARY KEY (TaskId);

CREATE QUEUE Mails (  -- error: payload-missing
  MailId INT64 NOT NULL,
  -- One mistake, one finding: this is the payload but for its name.
  Body BYTES(MAX) NOT NULL,
) PRIMARY KEY (MailId);

CREATE QUEUE Texts (  -- error: payload-missing
  TextId INT64 NOT NULL,
  Language STRING(8),  -- error: extra-column
  Event JSON NOT NULL,
) PRIMARY KEY (TextId);

-- A type that hardly anything but a message has tells as much as a name.
CREATE QUEUE Bills (  -- error: payload-missing
  BillId INT64 NOT NULL,
  Invoice BYTES(MAX) NOT NULL,
) PRIMARY KEY (BillId);

CREATE QUEUE Parcels (  -- error: payload-missing
  ParcelId INT64 NOT NULL,
  Status STRING(16) NOT NULL,  -- error: extra-column
) PRIMARY KEY (ParcelId);

-- Any letter case will do in GoogleSQL, at any place in the list.
CREATE QUEUE Calls (
  PAYLOAD STRING(MAX) NOT NULL,
  CallId INT64 NOT NULL,
) PRIMARY KEY (CallId);

-- Tables need none.
CREATE TABLE Users (
  UserId INT64 NOT NULL,
) PRIMARY KEY (UserId);
