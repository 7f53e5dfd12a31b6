CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL,
  payload bytea NOT NULL, -- the task
  PRIMARY KEY (task_id)
);  -- error: key-placement

CREATE QUEUE mails (tenant_id bigint, mail_id bigint, payload jsonb NOT NULL, PRIMARY KEY (tenant_id, mail_id)) WITH (disable_send = true);  -- error: key-placement

CREATE QUEUE calls (
  call_id bigint PRIMARY KEY,
  payload jsonb NOT NULL
);

CREATE QUEUE texts (
  text_id bigint PRIMARY KEY,
  payload jsonb NOT NULL
);  -- error: key-placement

CREATE QUEUE parted (
  id bigint NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (id)
)
-- error: key-placement
WITH (disable_send = true);

-- One comma is enough for two rules.
CREATE QUEUE tails (
  id bigint NOT NULL,
  payload jsonb NOT NULL,  -- error: queue-clause
  PRIMARY KEY (id)
);  -- error: key-placement
