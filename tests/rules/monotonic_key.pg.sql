CREATE QUEUE tasks (
  created_at timestamp with time zone NOT NULL,  -- warning: monotonic-key
  task_id varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (created_at, task_id)
);

CREATE QUEUE mails (
  task_id varchar(36) NOT NULL,
  created_at timestamptz NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (task_id, created_at)
);
