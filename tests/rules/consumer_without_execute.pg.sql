GRANT DELETE ON QUEUE tasks TO deleter;  -- warning: consumer-without-execute
GRANT EXECUTE ON FUNCTION spanner.receive_tasks TO receiver;  -- warning: consumer-without-execute

GRANT DELETE ON QUEUE tasks TO worker;
GRANT EXECUTE ON FUNCTION spanner.receive_tasks TO worker;
