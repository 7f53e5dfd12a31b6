-- No queue is declared, but no change stream's function has such arguments.
SELECT TaskId, Payload FROM READ_Tasks(max_duration => '20m'); -- warning: preview-name
SELECT TaskId, Payload, enqueued_time -- warning: preview-name
FROM READ_Mails(max_batch_size => 5, max_duration => '20m'); -- warning: preview-name
SELECT ChangeRecord FROM READ_Changes(start_timestamp => @start, end_timestamp => NULL, partition_token => NULL, heartbeat_milliseconds => 10000);
SELECT ChangeRecord, enqueued_time FROM READ_Changes(@start, NULL, NULL, 10000);
SELECT enqueued_time FROM Users;
