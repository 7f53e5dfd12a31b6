-- Only the calls show that these are queues.
SELECT * FROM RECEIVE_Jobs(max_duration => '20m');
DELETE FROM Jobs WHERE JobId = 1; -- warning: unguarded-ack
DELETE FROM Jobs WHERE JobId = 1 AND Attempt > 3; -- warning: unguarded-ack
GRANT INSERT ON QUEUE Mails TO ROLE sender;
DELETE FROM Mails WHERE MailId = 1; -- warning: unguarded-ack
DELETE FROM Tasks WHERE TaskId = 1;
