CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL PRIMARY KEY,  -- error: key-placement
  Payload BYTES(MAX) NOT NULL, -- the task
);

CREATE QUEUE Mails (
  TenantId INT64 NOT NULL,
  MailId INT64 NOT NULL, -- by tenant
  Payload BYTES(MAX) NOT NULL, -- the mail
  PRIMARY KEY (TenantId, MailId DESC)  -- error: key-placement
), OPTIONS (disable_send = true);

CREATE QUEUE Calls (CallId INT64, Payload JSON NOT NULL, PRIMARY KEY (CallId));  -- error: key-placement

CREATE QUEUE Texts (
  TextId INT64 PRIMARY KEY HIDDEN,  -- error: key-placement
  Payload JSON NOT NULL,
) PRIMARY KEY (TextId);

-- Tables may have it on a column.
CREATE TABLE Users (UserId INT64 PRIMARY KEY);
CREATE TABLE Orders (OrderId INT64, PRIMARY KEY (OrderId));

-- Comments in the key move with it.
CREATE QUEUE Commented (
  Id INT64 NOT NULL,
  Payload JSON NOT NULL,
  CONSTRAINT pk PRIMARY KEY ( -- error: key-placement
    Id /* the only one */
  )
);
