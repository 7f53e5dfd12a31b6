-- A file that uses tables which it does not declare is not the whole schema.
CREATE QUEUE Images (ImageId INT64 NOT NULL, Payload BYTES(1) NOT NULL) PRIMARY KEY (ImageId);

INSERT INTO Users (UserId, Name) VALUES (1, 'New user');
INSERT INTO UserTasks (UserId, TaskId, Payload) VALUES (1, 'welcome', b'');
SELECT * FROM RECEIVE_UserTasks(max_duration => '20m');
SELECT * FROM RECEIVE_Image(max_duration => '20m'); -- error: receive-unknown-queue
