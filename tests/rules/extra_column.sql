CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  Status STRING(16),  -- error: extra-column
  RetryCount INT64 NOT NULL,  -- error: extra-column
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

CREATE QUEUE Twice (
  TaskId STRING(36) NOT NULL,
  taskid STRING(36) NOT NULL,  -- error: extra-column
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId);

-- What the key names in another letter case is not extra for that.
CREATE QUEUE Mails (
  TenantId INT64 NOT NULL,
  MailId INT64 NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (tenantid, MAILID);  -- error: key-missing, key-missing

-- A generated key column is stored.
CREATE QUEUE Shards (
  Shard INT64 NOT NULL AS (MOD(FARM_FINGERPRINT(TaskId), 8)) STORED HIDDEN,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (Shard, TaskId);
