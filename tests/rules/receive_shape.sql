SELECT * FROM RECEIVE_Tasks(max_duration => '20m') ORDER BY DeliverTime; -- warning: receive-shape
SELECT * FROM RECEIVE_Tasks(max_duration => '20m') LIMIT 10; -- warning: receive-shape
SELECT COUNT(*) FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-shape
SELECT DISTINCT UserId, Payload FROM RECEIVE_Tasks(max_duration => '20m'); -- warning: receive-shape
SELECT UserId, MAX(DeliverTime) FROM RECEIVE_Tasks(max_duration => '20m') GROUP BY UserId; -- warning: receive-shape
SELECT *
FROM RECEIVE_Tasks(max_duration => '20m')
ORDER BY DeliverTime -- warning: receive-shape
LIMIT 10;

SELECT * FROM RECEIVE_Tasks(max_duration => '20m') WHERE UserId = 1;
SELECT * FROM Tasks ORDER BY DeliverTime LIMIT 10;
SELECT *, (SELECT COUNT(*) FROM Users) AS Users FROM RECEIVE_Tasks(max_duration => '20m');

SELECT TaskId,
  DeliverTime
FROM RECEIVE_Tasks(max_duration => '20m')
GROUP -- warning: receive-shape
  BY TaskId, DeliverTime;
SELECT
  DISTINCT Payload -- warning: receive-shape
FROM RECEIVE_Tasks(max_duration => '20m');
SELECT TaskId, Payload,
  COUNT(*) AS n -- warning: receive-shape
FROM RECEIVE_Tasks(max_duration => '20m');
(SELECT * FROM RECEIVE_Tasks(max_duration => '20m'))
LIMIT 10 OFFSET 5; -- warning: receive-shape
