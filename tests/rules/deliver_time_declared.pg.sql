CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL,
  payload bytea NOT NULL,
  deliver_time timestamptz,  -- warning: deliver-time-declared
  PRIMARY KEY (task_id)
);

CREATE QUEUE mails (
  mail_id varchar(36) PRIMARY KEY,
  payload bytea NOT NULL,
  "DeliverTime" timestamptz  -- warning: deliver-time-declared
);

CREATE QUEUE calls (
    call_id bigint NOT NULL -- the call
  , deliver_time timestamptz NOT NULL -- warning: deliver-time-declared
  , payload bytea NOT NULL
  , PRIMARY KEY (call_id, deliver_time)
);
