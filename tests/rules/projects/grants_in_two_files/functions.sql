GRANT EXECUTE ON FUNCTION spanner.receive_tasks, spanner.renewlease_tasks TO worker, app;
GRANT INSERT, DELETE ON QUEUE tasks TO app;  -- warning: producer-is-consumer
