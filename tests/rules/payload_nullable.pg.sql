CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL,
  payload jsonb,  -- error: payload-nullable
  PRIMARY KEY (task_id)
);

CREATE QUEUE mails (
  payload text NULL,  -- error: payload-nullable
  mail_id bigint PRIMARY KEY
);

CREATE QUEUE calls (
  call_id bigint PRIMARY KEY,
  payload character varying(200) NOT NULL
);
