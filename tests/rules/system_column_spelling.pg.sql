CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

INSERT INTO tasks (userid, taskid, payload, "DeliverTime") VALUES (1, 'a', CAST('' AS bytea), now()); -- warning: system-column-spelling
SELECT userid, taskid, payload, SpannerLeaseToken FROM spanner.receive_tasks(NULL, NULL, '20m'); -- error: system-column-spelling
SELECT userid FROM tasks WHERE DeliverTime < now(); -- warning: system-column-spelling
SELECT userid, deliver_time AS "DeliverTime" FROM tasks ORDER BY "DeliverTime";
