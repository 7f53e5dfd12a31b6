CREATE TABLE users (user_id bigint PRIMARY KEY);

CREATE QUEUE tasks (
  user_id bigint NOT NULL REFERENCES users (user_id),  -- error: queue-clause
  task_id varchar(36) DEFAULT 'none',  -- error: queue-clause
  number bigint CHECK (number > 0),  -- error: queue-clause
  payload jsonb NOT NULL,
  UNIQUE (task_id),  -- error: queue-clause
  PRIMARY KEY (user_id, task_id, number)
);

CREATE QUEUE mails (
  mail_id bigint PRIMARY KEY,
  sent_at timestamptz,
  payload jsonb NOT NULL,
  PRIMARY KEY (mail_id, sent_at)  -- error: queue-clause
);

CREATE QUEUE commas (
  user_id bigint NOT NULL,
  sent_at timestamptz,
  payload jsonb NOT NULL,
  PRIMARY KEY (user_id, sent_at)
)  -- error: queue-clause
  INTERLEAVE IN PARENT users ON DELETE CASCADE  -- error: queue-clause
  TTL INTERVAL '3 days' ON sent_at;

CREATE QUEUE calls (
  call_id bigint NOT NULL,
  sent_at timestamptz,
  payload jsonb NOT NULL,
  PRIMARY KEY (call_id, sent_at)
) ROW DELETION POLICY (OLDER_THAN(sent_at, INTERVAL 3 DAY));  -- error: queue-clause

CREATE QUEUE comma_last (
  id bigint PRIMARY KEY,
  payload jsonb NOT NULL  -- error: queue-clause
);

CREATE QUEUE fine (
  user_id bigint NOT NULL,
  shard bigint GENERATED ALWAYS AS (user_id % 8) STORED HIDDEN,
  sent_at timestamptz NOT NULL,
  payload jsonb NOT NULL HIDDEN,
  PRIMARY KEY (user_id, shard, sent_at)
)
INTERLEAVE IN PARENT users ON DELETE CASCADE
TTL INTERVAL '30 days' ON sent_at
WITH (receive_mode = 'PULL', disable_send = false, locality_group = 'spill');

CREATE QUEUE backwards (user_id bigint PRIMARY KEY, payload jsonb NOT NULL)
  WITH (disable_send = true)
  INTERLEAVE IN PARENT users;  -- error: queue-clause
