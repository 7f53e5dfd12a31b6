CREATE QUEUE tasks (
  priority bigint NOT NULL,
  task_id bigint NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (
    priority DESC,  -- error: key-order-in-postgresql
    task_id ASC  -- error: key-order-in-postgresql
  )
);

CREATE QUEUE mails (
  mail_id bigint NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (mail_id)
);
