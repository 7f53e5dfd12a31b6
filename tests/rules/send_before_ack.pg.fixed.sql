CREATE QUEUE tasks (userid bigint NOT NULL, taskid bigint NOT NULL, payload bytea NOT NULL, PRIMARY KEY (userid, taskid));

BEGIN;
DELETE FROM tasks WHERE taskid = $2 AND userid = $1 ASSERT_ROWS_MODIFIED 1; -- error: send-before-ack
INSERT INTO tasks (payload, taskid, userid) VALUES ($3, $2, $1);
END;

BEGIN;
INSERT INTO tasks (userid, taskid, payload) SELECT userid, taskid + 1, payload FROM tasks WHERE userid = $1; -- warning: send-before-ack
DELETE FROM tasks WHERE (userid, taskid) = ($1, $2) ASSERT_ROWS_MODIFIED 1;
COMMIT;

START TRANSACTION;
DELETE FROM tasks WHERE userid = $1 AND taskid = $2 ASSERT_ROWS_MODIFIED 1;
INSERT INTO tasks (userid, taskid, payload) VALUES ($1, $2, $3);
COMMIT;
