CREATE QUEUE tasks (taskid bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL);

START TRANSACTION;
DELETE FROM tasks WHERE taskid = $1 ASSERT_ROWS_MODIFIED 1;
COMMIT;
START TRANSACTION;
INSERT INTO tasks (taskid, payload, deliver_time) VALUES ($1, $2, now() + INTERVAL '5 minutes'); -- warning: split-ack-and-send
COMMIT;

BEGIN;
DELETE FROM tasks WHERE taskid = $1 ASSERT_ROWS_MODIFIED 1;
INSERT INTO tasks (taskid, payload) VALUES ($1, $2);
END;
