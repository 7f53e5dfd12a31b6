SELECT * FROM RECEIVE_Tasks(batch_size => 20, max_duration => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_duration => '10m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => 0); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => -1); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => '20'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => 1.5); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => 20); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => INTERVAL 20 MINUTE); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => 'twenty minutes'); -- error: receive-argument

SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
SELECT * FROM RECEIVE_Tasks(max_duration => @d, max_batch_size => @n, priority => NULL);
SELECT * FROM RECEIVE_Tasks(MAX_BATCH_SIZE => 50, max_duration => '1h');
SELECT * FROM RECEIVE_Tasks(max_duration => '1m30s', max_batch_size => NULL) AS m WHERE m.UserId = 1;
SELECT * FROM Generate(max_batch_size => 0);

SELECT * FROM RECEIVE_Tasks(maxBatchSize => 20, max_duration => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_batch_size => 20, max_duration => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration /* long */ => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => TRUE); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => '20m', max_batch_size => - 5); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => CAST('soon' AS STRING)); -- error: receive-argument

-- What is filled in later may be right.
SELECT * FROM RECEIVE_Tasks(max_duration => '{{ duration }}', max_batch_size => ${n});
SELECT * FROM RECEIVE_Tasks(max_duration => '${duration}');
SELECT * FROM RECEIVE_Tasks({{ arguments }});
SELECT * FROM RECEIVE_Tasks(duration => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_batch_size => [5], max_duration => '20m'); -- error: receive-argument
SELECT * FROM RECEIVE_Tasks(max_duration => ['20m']); -- error: receive-argument
