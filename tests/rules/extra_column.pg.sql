CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL PRIMARY KEY,
  attempts bigint,  -- error: extra-column
  payload bytea NOT NULL
);

CREATE QUEUE mails (
  tenant_id bigint NOT NULL,
  mail_id bigint NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (tenant_id, mail_id)
);
