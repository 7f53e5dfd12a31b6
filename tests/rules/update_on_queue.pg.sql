CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

UPDATE tasks SET payload = CAST('again' AS bytea) WHERE userid = $1 AND taskid = $2; -- error: update-on-queue
UPDATE public.tasks SET payload = $3 WHERE userid = $1 AND taskid = $2; -- error: update-on-queue
UPDATE tasks SET payload = $3 WHERE userid = $1 AND taskid = $2 RETURNING taskid; -- error: update-on-queue
UPDATE users SET name = 'n' WHERE userid = 1;

CREATE QUEUE "Order" ("OrderId" bigint NOT NULL, "user" bigint NOT NULL, payload text NOT NULL, PRIMARY KEY ("OrderId", "user"));
UPDATE "Order" SET payload = 'x' WHERE "OrderId" = 2 AND "user" = 3; -- error: update-on-queue
