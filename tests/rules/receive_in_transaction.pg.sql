BEGIN READ ONLY;
SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m'); -- error: receive-in-transaction
COMMIT;
START TRANSACTION;
SELECT * FROM spanner.renewlease_tasks(lease_tokens => ARRAY['t']); -- error: receive-in-transaction
COMMIT;
SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m');
