ALTER QUEUE Roots SET ON DELETE CASCADE;  -- error: queue-clause
ALTER QUEUE Tasks SET ON DELETE CASCADE;  -- warning: queue-clause
ALTER QUEUE Tasks SET INTERLEAVE IN PARENT Users ON DELETE CASCADE;  -- error: interleave-cascade-in-one-step
ALTER QUEUE Tasks SET ON DELETE NO ACTION;
ALTER QUEUE Roots SET INTERLEAVE IN PARENT users;  -- error: interleave-parent, interleave-parent
CREATE CHANGE STREAM Changes FOR Users, Tasks;  -- error: change-stream-on-queue
GRANT INSERT ON TABLE Tasks TO ROLE producer;  -- error: grant-dialect
ALTER TABLE Tasks ADD COLUMN Priority INT64;  -- error: unsupported-alter
RENAME TABLE Tasks TO Jobs;  -- error: unsupported-alter
