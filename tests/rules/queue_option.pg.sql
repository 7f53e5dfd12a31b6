CREATE QUEUE tasks (id bigint PRIMARY KEY, payload jsonb NOT NULL)
  OPTIONS (disable_send = true);  -- error: queue-option

CREATE QUEUE mails (id bigint PRIMARY KEY, payload jsonb NOT NULL),
  OPTIONS (disable_send = true);  -- error: queue-option

CREATE QUEUE calls (id bigint PRIMARY KEY, payload jsonb NOT NULL) WITH (
  disable_receive = true,  -- error: queue-option
  receive_mode = 'PULL'
);

ALTER QUEUE tasks SET OPTIONS (disable_send = true, locality_group = 'spill');
ALTER QUEUE tasks SET OPTIONS (receive_mode = 'PULL');  -- error: queue-option
ALTER QUEUE tasks SET (disable_send = false);  -- error: queue-option
CREATE QUEUE bare (id bigint NOT NULL PRIMARY KEY, payload bytea NOT NULL) WITH (disable_send); -- error: queue-option
ALTER QUEUE tasks WITH (disable_send = true); -- error: queue-option
ALTER QUEUE tasks OPTIONS (disable_send = true); -- error: queue-option
