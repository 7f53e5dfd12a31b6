CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

DELETE FROM tasks WHERE userid = $1 AND taskid = $2 ASSERT_ROWS_MODIFIED 1;
INSERT INTO tasks (userid, taskid, payload)
VALUES ($1, $2, CAST('again' AS bytea)); -- error: update-on-queue
DELETE FROM public.tasks WHERE userid = $1 AND taskid = $2 ASSERT_ROWS_MODIFIED 1;
INSERT INTO public.tasks (userid, taskid, payload)
VALUES ($1, $2, $3); -- error: update-on-queue
UPDATE tasks SET payload = $3 WHERE userid = $1 AND taskid = $2 RETURNING taskid; -- error: update-on-queue
UPDATE users SET name = 'n' WHERE userid = 1;

CREATE QUEUE "Order" ("OrderId" bigint NOT NULL, "user" bigint NOT NULL, payload text NOT NULL, PRIMARY KEY ("OrderId", "user"));
DELETE FROM "Order" WHERE "OrderId" = 2 AND "user" = 3 ASSERT_ROWS_MODIFIED 1;
INSERT INTO "Order" ("OrderId", "user", payload)
VALUES (2, 3, 'x'); -- error: update-on-queue
