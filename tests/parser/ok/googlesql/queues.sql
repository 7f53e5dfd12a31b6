-- Every documented clause of the queue statements.
CREATE QUEUE Chores (
  Room STRING(40) NOT NULL,
  ChoreId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (Room, ChoreId DESC);

create queue if not exists Letters (
  Sender INT64 NOT NULL HIDDEN,
  SentAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = true),
  Shard INT64 AS (MOD(Sender, 8)) STORED,
  Payload JSON NOT NULL HIDDEN
) PRIMARY KEY (Sender ASC, SentAt, Shard),
  INTERLEAVE IN PARENT Senders ON DELETE CASCADE,
  ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 14 DAY)),
  OPTIONS (receive_mode = "PULL", disable_send = false, locality_group = 'cold');

CREATE QUEUE Parcels (Id INT64 NOT NULL, Payload courier.Parcel NOT NULL) PRIMARY KEY (Id), INTERLEAVE IN Depots;
CREATE QUEUE `queue` (constraint INT64, foreign INT64, check STRING(MAX), Payload STRING(MAX) NOT NULL) PRIMARY KEY (constraint, foreign, check);

ALTER QUEUE Letters SET OPTIONS (disable_delivery = null, locality_group = null);
ALTER QUEUE Letters SET ON DELETE NO ACTION;
ALTER QUEUE Letters SET INTERLEAVE IN PARENT Senders ON DELETE CASCADE;
ALTER QUEUE Letters ADD ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 1 DAY));
ALTER QUEUE Letters REPLACE ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 2 DAY));
ALTER QUEUE Letters DROP ROW DELETION POLICY;
DROP QUEUE IF EXISTS Letters;
DROP QUEUE `queue`;
