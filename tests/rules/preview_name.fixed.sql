CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE CHANGE STREAM Users;

SELECT * FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: preview-name
INSERT INTO Tasks (UserId, TaskId, Payload, DeliverTime) VALUES (1, 'a', b'', CURRENT_TIMESTAMP()); -- warning: preview-name
SELECT UserId, DeliverTime FROM Tasks; -- warning: preview-name

SELECT * FROM READ_Users(start_timestamp => CURRENT_TIMESTAMP());
SELECT enqueued_time FROM Jobs;
