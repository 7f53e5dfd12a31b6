CREATE QUEUE tasks (id bigint PRIMARY KEY, payload jsonb NOT NULL);
GRANT DELETE ON QUEUE tasks TO worker;
GRANT DELETE ON QUEUE tasks TO cleaner;  -- warning: consumer-without-execute
