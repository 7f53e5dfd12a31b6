-- Nothing is known of the columns but that every queue has a payload.
SELECT * FROM RECEIVE_Jobs(max_duration => '20m');
INSERT INTO Jobs (JobId, Kind) VALUES (1, 'x'); -- error: send-columns
INSERT INTO Jobs (JobId, Kind, Payload) VALUES (1, b''); -- error: send-columns
INSERT INTO Jobs (JobId, Kind, Payload) VALUES (1, 'x', b'');
