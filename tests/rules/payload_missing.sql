CREATE QUEUE Tasks (  -- error: payload-missing
  TaskId STRING(36) NOT NULL
) PRIMARY KEY (TaskId);

CREATE QUEUE Mails (  -- error: payload-missing
  MailId INT64 NOT NULL,
  Body BYTES(MAX) NOT NULL,  -- error: extra-column
) PRIMARY KEY (MailId);

-- Any letter case will do in GoogleSQL, at any place in the list.
CREATE QUEUE Calls (
  PAYLOAD STRING(MAX) NOT NULL,
  CallId INT64 NOT NULL,
) PRIMARY KEY (CallId);

-- Tables need none.
CREATE TABLE Users (
  UserId INT64 NOT NULL,
) PRIMARY KEY (UserId);
