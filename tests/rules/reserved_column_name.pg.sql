CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL,
  spanner_task varchar(36) NOT NULL,  -- error: reserved-column-name
  SPANNER_LEASE_TOKEN varchar(36) NOT NULL,  -- error: reserved-column-name
  payload bytea NOT NULL,
  PRIMARY KEY (task_id, spanner_task, spanner_lease_token)
);

CREATE TABLE notes (
  spanner_note bigint PRIMARY KEY
);
