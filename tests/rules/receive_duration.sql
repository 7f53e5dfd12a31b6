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
