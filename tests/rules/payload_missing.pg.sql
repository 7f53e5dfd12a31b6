CREATE QUEUE tasks (  -- error: payload-missing
  task_id varchar(36) NOT NULL PRIMARY KEY
);

CREATE QUEUE mails (
  mail_id bigint NOT NULL,
  "Payload" bytea NOT NULL,
  PRIMARY KEY (mail_id)
);
