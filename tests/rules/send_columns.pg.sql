CREATE QUEUE tasks (
  userid bigint NOT NULL,
  taskid varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (userid, taskid)
);

INSERT INTO tasks (userid, payload) VALUES (1, CAST('' AS bytea)); -- error: send-columns
INSERT INTO tasks DEFAULT VALUES; -- error: send-columns
INSERT INTO tasks (userid, taskid, payload) VALUES (1, 'a', CAST('' AS bytea), now()); -- error: send-columns
INSERT INTO tasks (userid, taskid, payload, deliver_time) VALUES (1, 'a', CAST('' AS bytea), now());
INSERT INTO tasks VALUES (1, 'a', CAST('' AS bytea));
