CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

INSERT INTO tasks (userid, taskid, payload, deliver_time) VALUES (1, 'a', CAST('' AS bytea), now()); -- warning: system-column-spelling
SELECT userid, taskid, payload, spanner_lease_token FROM spanner.receive_tasks(NULL, NULL, '20m'); -- error: system-column-spelling
SELECT userid FROM tasks WHERE deliver_time < now(); -- warning: system-column-spelling
SELECT userid, deliver_time AS "DeliverTime" FROM tasks ORDER BY "DeliverTime";
