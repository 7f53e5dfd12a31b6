CREATE QUEUE tasks (  -- error: key-missing
  task_id varchar(36) NOT NULL,
  payload bytea NOT NULL
);

CREATE QUEUE mails (
  mail_id varchar(36) NOT NULL,
  payload bytea NOT NULL,
  PRIMARY KEY (mailid, mail_id)  -- error: key-missing
);

CREATE QUEUE notes (
  "NoteId" bigint NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (NoteId)  -- error: key-missing
);

CREATE QUEUE replies (
  "ReplyId" bigint NOT NULL,
  Thread bigint NOT NULL,
  payload jsonb NOT NULL,
  PRIMARY KEY (THREAD, "ReplyId")
);
