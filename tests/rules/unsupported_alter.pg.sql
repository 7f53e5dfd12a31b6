CREATE TABLE users (user_id bigint PRIMARY KEY);
CREATE QUEUE tasks (user_id bigint PRIMARY KEY, payload jsonb NOT NULL);

ALTER QUEUE tasks SET OPTIONS (disable_delivery = true);
ALTER QUEUE tasks SET ON DELETE CASCADE;  -- error: unsupported-alter
ALTER QUEUE tasks SET INTERLEAVE IN PARENT users;  -- error: unsupported-alter
ALTER QUEUE tasks ADD COLUMN priority bigint;  -- error: unsupported-alter
ALTER QUEUE tasks RENAME TO jobs;  -- error: unsupported-alter

-- What would be wrong with the new policy or parent does not matter.
ALTER QUEUE tasks ADD TTL INTERVAL '3 hours' ON created_at;  -- error: unsupported-alter
ALTER QUEUE tasks SET INTERLEAVE IN PARENT nobody ON DELETE CASCADE;  -- error: unsupported-alter
