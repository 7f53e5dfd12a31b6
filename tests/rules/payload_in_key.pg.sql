CREATE QUEUE tasks (
  payload text NOT NULL PRIMARY KEY  -- error: payload-in-key
);

CREATE QUEUE mails (
  payload text NOT NULL,
  mail_id bigint,
  PRIMARY KEY (mail_id, payload)  -- error: payload-in-key
);
