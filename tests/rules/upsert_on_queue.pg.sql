CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('' AS bytea))
ON CONFLICT (userid, taskid) DO UPDATE SET payload = excluded.payload; -- error: upsert-on-queue
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('' AS bytea))
ON CONFLICT DO NOTHING; -- warning: upsert-on-queue
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('' AS bytea));
