BEGIN;
SELECT * FROM RECEIVE_Tasks(max_duration => '20m'); -- error: receive-in-transaction
COMMIT;
BEGIN TRANSACTION;
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['t']); -- error: receive-in-transaction
ROLLBACK;
SELECT * FROM RECEIVE_Tasks(max_duration => '20m');

-- Inside the worker's transaction (every 10 seconds):
SELECT * FROM RECEIVE_Tasks(max_duration => '20m'); -- error: receive-in-transaction

-- Outside of the transaction
SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['t']);
