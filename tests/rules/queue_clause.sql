CREATE TABLE Users (UserId INT64 NOT NULL) PRIMARY KEY (UserId);

CREATE QUEUE Tasks (
  UserId INT64 NOT NULL DEFAULT (0),  -- error: queue-clause
  TaskId STRING(36) NOT NULL DEFAULT (GENERATE_UUID()),  -- error: queue-clause
  Payload JSON NOT NULL,
  CONSTRAINT positive CHECK (UserId > 0),  -- error: queue-clause
  FOREIGN KEY (UserId) REFERENCES Users (UserId),  -- error: queue-clause
) PRIMARY KEY (UserId, TaskId);

CREATE QUEUE Mails (
  MailId INT64 NOT NULL AUTO_INCREMENT,  -- error: queue-clause -- warning: monotonic-key
  Payload JSON NOT NULL,
) PRIMARY KEY (MailId);

CREATE QUEUE Virtual (
  Id INT64 NOT NULL,
  Half INT64 AS (DIV(Id, 2)),  -- error: queue-clause
  Payload JSON NOT NULL AS (TO_JSON(Id)) STORED,  -- error: queue-clause
) PRIMARY KEY (Half, Id);

CREATE QUEUE NoCommas (
  UserId INT64 NOT NULL,
  SentAt TIMESTAMP NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (UserId, SentAt) -- the user's
  INTERLEAVE IN PARENT Users ON DELETE CASCADE  -- error: queue-clause
  ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 3 DAY))  -- error: queue-clause
  OPTIONS (disable_send = true);  -- error: queue-clause

CREATE QUEUE Foreign_ (
  UserId INT64 NOT NULL,
  SentAt TIMESTAMP NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (UserId, SentAt),
  TTL INTERVAL '3 days' ON SentAt;  -- error: queue-clause

CREATE QUEUE Cascading (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id),
  ON DELETE CASCADE;  -- error: queue-clause

CREATE QUEUE Parted (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Users,  -- error: queue-clause
  ON DELETE CASCADE;

CREATE QUEUE Loose (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN Users ON DELETE CASCADE;  -- warning: queue-clause

CREATE QUEUE Doubled (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id),
  OPTIONS (disable_send = true),
  OPTIONS (disable_delivery = true);  -- error: queue-clause

CREATE QUEUE Right_ (
  UserId INT64 NOT NULL,
  Shard INT64 NOT NULL AS (MOD(UserId, 8)) STORED HIDDEN,
  SentAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Payload JSON NOT NULL HIDDEN,
) PRIMARY KEY (UserId, Shard, SentAt DESC),
  INTERLEAVE IN PARENT Users ON DELETE NO ACTION,
  ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 30 DAY)),
  OPTIONS (receive_mode = 'PULL', disable_send = false, locality_group = 'spill');

-- The clauses have an order.
CREATE QUEUE Backwards (UserId INT64 NOT NULL, SentAt TIMESTAMP NOT NULL, Payload JSON NOT NULL)
  PRIMARY KEY (UserId, SentAt),
  OPTIONS (disable_send = true),
  ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 30 DAY)),  -- error: queue-clause
  INTERLEAVE IN PARENT Users;  -- error: queue-clause

ALTER QUEUE Doubled SET ON DELETE CASCADE;  -- error: queue-clause
ALTER QUEUE Loose SET ON DELETE CASCADE;  -- warning: queue-clause
ALTER QUEUE Right_ SET ON DELETE CASCADE;
ALTER QUEUE Loose SET INTERLEAVE IN Users ON DELETE CASCADE;  -- warning: queue-clause
ALTER QUEUE Unknown SET ON DELETE CASCADE;

CREATE QUEUE Keyed (Id INT64, Payload JSON NOT NULL),  -- error: queue-clause
  PRIMARY KEY (Id);
CREATE QUEUE KeyedLate (Id INT64, Payload JSON NOT NULL),
  OPTIONS (disable_send = true)
  PRIMARY KEY (Id);  -- error: queue-clause

CREATE QUEUE Restricted (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Users ON DELETE RESTRICT;  -- error: queue-clause
ALTER QUEUE Restricted SET ON DELETE SET NULL;  -- error: queue-clause

CREATE QUEUE LooseAndBare (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId)
  INTERLEAVE IN Users  -- error: queue-clause
  ON DELETE CASCADE;  -- warning: queue-clause
