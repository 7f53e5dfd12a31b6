SELECT * FROM spanner.receive_tasks(max_duration => '20m'); -- warning: receive-argument
SELECT * FROM spanner.receive_tasks(); -- warning: receive-argument, receive-duration
SELECT * FROM spanner.receive_tasks(20, NULL); -- warning: receive-argument, receive-duration
SELECT * FROM spanner.receive_tasks(20, max_duration => '20m'); -- warning: receive-argument
SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m', 5); -- error: receive-argument
SELECT * FROM spanner.receive_tasks(0, NULL, '20m'); -- error: receive-argument
SELECT * FROM spanner.receive_tasks(batch => 1, priority => NULL, max_duration => '20m'); -- error: receive-argument
SELECT * FROM spanner.receive_tasks(20, max_batch_size => 10, priority => NULL, max_duration => '20m'); -- error: receive-argument

SELECT * FROM spanner.receive_tasks(NULL, NULL, '20m');
SELECT * FROM spanner.receive_tasks($1, NULL, $2);
SELECT * FROM spanner.receive_tasks(max_batch_size => 50, priority => NULL, max_duration => '20m');

SELECT * FROM spanner.receive_tasks(NULL, NULL, max_duration = '20m'); -- error: receive-argument
SELECT * FROM spanner.receive_tasks('5', NULL, '20m');
SELECT * FROM spanner.receive_tasks(NULL::bigint, NULL, '20m'::text);
SELECT * FROM spanner.receive_tasks({{ arguments }});
SELECT * FROM spanner.receive_tasks(max_duration = '20m'); -- error: receive-argument
SELECT * FROM spanner.receive_tasks(ARRAY[5], NULL, '20m'); -- error: receive-argument
