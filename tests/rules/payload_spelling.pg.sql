CREATE QUEUE tasks (
  task_id varchar(36) NOT NULL,
  "PAYLOAD" bytea NOT NULL,  -- error: payload-spelling
  PRIMARY KEY (task_id)
);

CREATE QUEUE mails (mail_id bigint PRIMARY KEY, "payLoad" bytea NOT NULL);  -- error: payload-spelling

CREATE QUEUE calls (call_id bigint PRIMARY KEY, "Payload" bytea NOT NULL);
CREATE QUEUE texts (text_id bigint PRIMARY KEY, "payload" bytea NOT NULL);
CREATE QUEUE bills (bill_id bigint PRIMARY KEY, PAYLOAD bytea NOT NULL);

CREATE QUEUE notes (
  note_id bigint NOT NULL,
  "PAYLOAD" text NOT NULL,  -- error: payload-spelling
  PRIMARY KEY (note_id, "PAYLOAD")  -- error: payload-in-key
);

CREATE QUEUE events (
  "PAYLOAD" text NOT NULL PRIMARY KEY  -- error: payload-spelling, payload-in-key
);
