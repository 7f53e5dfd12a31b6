CREATE QUEUE jobs.tasks (  -- error: queue-in-named-schema
  task_id varchar(36) NOT NULL PRIMARY KEY,
  payload bytea NOT NULL
);

-- public is the default schema.
CREATE QUEUE public.tasks (
  task_id varchar(36) NOT NULL PRIMARY KEY,
  payload bytea NOT NULL
);
