-- target: googlesql
SELECT * FROM spanner.receive_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m');
