CREATE QUEUE Tasks (Id INT64, SentAt TIMESTAMP, Payload JSON NOT NULL) PRIMARY KEY (Id, SentAt);

ALTER QUEUE Tasks SET OPTIONS (disable_delivery = true);
ALTER QUEUE Tasks ADD ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 7 DAY));
ALTER QUEUE Tasks REPLACE ROW DELETION POLICY (OLDER_THAN(SentAt, INTERVAL 8 DAY));
ALTER QUEUE Tasks DROP ROW DELETION POLICY;

ALTER QUEUE Tasks ADD COLUMN Priority INT64;  -- error: unsupported-alter
ALTER QUEUE Tasks DROP COLUMN SentAt;  -- error: unsupported-alter
ALTER QUEUE Tasks ALTER COLUMN Id STRING(36);  -- error: unsupported-alter
ALTER QUEUE Tasks RENAME TO Jobs;  -- error: unsupported-alter
ALTER QUEUE Tasks RENAME TO Jobs, ADD SYNONYM Tasks;  -- error: unsupported-alter
ALTER QUEUE Tasks ALTER COLUMN SentAt SET OPTIONS (allow_commit_timestamp = true);  -- error: unsupported-alter
ALTER TABLE Tasks ADD COLUMN Priority INT64;  -- error: unsupported-alter
ALTER TABLE Tasks DROP ROW DELETION POLICY;  -- warning: unsupported-alter
RENAME TABLE Users TO Clients, Tasks TO Jobs;  -- error: unsupported-alter
ALTER TABLE Users ADD COLUMN Priority INT64;
ALTER QUEUE IF EXISTS Tasks SET OPTIONS (disable_send = true);  -- warning: unsupported-alter
ALTER QUEUE Tasks SET OPTIONS (disable_send = true),
  SET OPTIONS (disable_delivery = true);  -- error: unsupported-alter
