CREATE QUEUE tasks (id bigint PRIMARY KEY, payload jsonb NOT NULL);
