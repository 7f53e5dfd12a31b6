CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);

SELECT * FROM RECEIVE_Tasks(max_duration => '20m'); -- error: receive-unknown-queue
SELECT * FROM receive_Tasks(max_duration => '20m'); -- error: receive-unknown-queue
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['t']); -- error: receive-unknown-queue
SELECT * FROM RECEIVE_Mails(max_duration => '20m'); -- error: receive-unknown-queue
SELECT * FROM RECEIVE_Users(max_duration => '20m'); -- error: receive-unknown-queue

SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
SELECT * FROM RECEIVE_tasks(max_duration => '20m');
SELECT * FROM RECEIVE_{{ queue }}(max_duration => '20m');
