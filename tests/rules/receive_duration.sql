SELECT * FROM RECEIVE_Tasks(max_batch_size => 20); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => NULL); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => '10s'); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => "61m"); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => '2h'); -- warning: receive-duration

SELECT * FROM RECEIVE_Tasks(max_duration => '1m');
SELECT * FROM RECEIVE_Tasks(max_duration => '60s');
SELECT * FROM RECEIVE_Tasks(max_duration => '1h');
SELECT * FROM RECEIVE_Tasks(max_duration => @duration);

SELECT * FROM RECEIVE_Tasks(max_duration => '1d'); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => CAST('5s' AS STRING)); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => CAST(NULL AS STRING)); -- warning: receive-duration
SELECT * FROM RECEIVE_Tasks(max_duration => '{{ seconds }}s');
SELECT * FROM RECEIVE_Tasks({{ arguments }});
