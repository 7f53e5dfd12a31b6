CREATE TABLE orders (orderid bigint NOT NULL PRIMARY KEY, state text);
CREATE QUEUE tasks (taskid bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL);

BEGIN;
INSERT INTO orders (orderid, state) VALUES ($1, 'new') ON CONFLICT DO NOTHING;
COMMIT;
BEGIN;
DELETE FROM tasks WHERE taskid = $1 ASSERT_ROWS_MODIFIED 1; -- warning: split-ack-and-write
COMMIT;

BEGIN;
DELETE FROM tasks WHERE taskid = $1 ASSERT_ROWS_MODIFIED 1;
UPDATE orders SET state = 'done' WHERE orderid = $2;
COMMIT;
