CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (
  receive_mode = 'PUSH',  -- error: queue-option
  disable_sends = true,  -- error: queue-option
  disable_delivery = 'true',  -- error: queue-option
  locality_group = spill  -- error: queue-option
);

CREATE QUEUE Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (
  receive_mode = "pull",  -- warning: queue-option
  disable_send = NULL,  -- warning: queue-option
  disable_delivery = 1  -- error: queue-option
);

CREATE QUEUE Calls (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id)
  WITH (disable_send = true);  -- error: queue-option

CREATE QUEUE Texts (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id),
  WITH (disable_send = true);  -- error: queue-option

CREATE QUEUE Bills (
  Id STRING(36) OPTIONS (lowercase = true),  -- error: queue-option
  Payload JSON NOT NULL,
) PRIMARY KEY (Id);

ALTER QUEUE Tasks SET OPTIONS (receive_mode = 'PULL');
ALTER QUEUE Tasks SET OPTIONS (disable_send = null, disable_delivery = FALSE, locality_group = null);
ALTER QUEUE Tasks SET OPTIONS (disable_send = 'yes');  -- error: queue-option
ALTER QUEUE Tasks SET OPTIONS (retention = '7d');  -- error: queue-option

CREATE QUEUE Fine (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (
  receive_mode = "PULL", disable_send = TRUE, disable_delivery = false, locality_group = 'spill'
);

CREATE QUEUE Doubled (
  Id INT64 NOT NULL,
  SentAt TIMESTAMP NOT NULL OPTIONS (allow_commit_timestamp = 'true'),  -- error: queue-option
  Payload JSON NOT NULL,
) PRIMARY KEY (Id, SentAt),
  OPTIONS (disable_send = true, DISABLE_SEND = false);  -- error: queue-option
ALTER QUEUE Doubled SET OPTIONS (locality_group = 'a', locality_group = 'b');  -- error: queue-option
ALTER QUEUE Doubled SET WITH (disable_send = true);  -- error: queue-option

CREATE QUEUE Raw (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (receive_mode = r"PULL");
CREATE QUEUE Bytes_ (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (receive_mode = b'PULL');  -- error: queue-option

CREATE QUEUE Filled (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (receive_mode = '{{ mode }}');
CREATE QUEUE Named (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id), OPTIONS (receive_mode = '${MODE}');
ALTER QUEUE tasks WITH (disable_send = true); -- error: queue-option
ALTER QUEUE tasks OPTIONS (disable_send = true); -- error: queue-option
