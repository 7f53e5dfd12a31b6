SELECT * FROM spanner.receive_tasks(20, NULL, NULL); -- warning: receive-duration
SELECT * FROM spanner.receive_tasks(20, NULL, '5s'); -- warning: receive-duration
SELECT * FROM spanner.receive_tasks(20, NULL, '20m');
