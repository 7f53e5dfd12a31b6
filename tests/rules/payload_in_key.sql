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

-- What else would be wrong about it as a key column comes with the place.
CREATE QUEUE Events (
  EventId INT64 NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (EventId, Payload DESC);  -- error: payload-in-key
