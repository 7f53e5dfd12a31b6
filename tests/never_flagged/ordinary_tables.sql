-- Tables that look like queues, and columns called as theirs are: nothing says that they are queues.
CREATE TABLE Tasks (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX),
  DeliverTime TIMESTAMP,
  Status STRING(16) DEFAULT ('new'),
) PRIMARY KEY (TaskId);
CREATE TABLE job_queue (queue STRING(36), spanner_id INT64, SpannerLeaseToken STRING(MAX)) PRIMARY KEY (queue);
CREATE CHANGE STREAM TaskChanges FOR Tasks;

INSERT OR UPDATE INTO Tasks (TaskId, Status) VALUES ('a', 'done');
UPDATE Tasks SET Status = 'done' WHERE TaskId = 'a';
DELETE FROM Tasks WHERE Status = 'done';
SELECT queue FROM job_queue ORDER BY queue FOR UPDATE;
SELECT ChangeRecord FROM READ_TaskChanges(@start, @end, NULL, 10000);

GRANT SELECT (TaskId), UPDATE (Status) ON TABLE Tasks TO ROLE clerk;
