CREATE QUEUE tasks (id bigint PRIMARY KEY, payload jsonb NOT NULL);
CREATE CHANGE STREAM everything FOR ALL;
CREATE CHANGE STREAM task_changes FOR tasks;  -- error: change-stream-on-queue
