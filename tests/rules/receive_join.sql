CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);

SELECT m.* FROM RECEIVE_Tasks(max_duration => '20m') AS m JOIN Users AS u ON u.UserId = m.UserId; -- error: receive-join
SELECT * FROM Users, RECEIVE_Tasks(max_duration => '20m'); -- error: receive-join
SELECT * FROM (SELECT * FROM RECEIVE_Tasks(max_duration => '20m')) AS m; -- error: receive-join
WITH m AS (
  SELECT * FROM RECEIVE_Tasks(max_duration => '20m') -- error: receive-join
)
SELECT * FROM m;
SELECT * FROM Users WHERE UserId IN (SELECT UserId FROM RECEIVE_Tasks(max_duration => '20m')); -- error: receive-join
SELECT * FROM RECEIVE_A(max_duration => '20m') -- error: receive-join
UNION ALL SELECT * FROM RECEIVE_B(max_duration => '20m'); -- error: receive-join
INSERT INTO Users (UserId, Name) SELECT MAX(UserId), Payload FROM RECEIVE_Tasks(max_duration => '20m'); -- error: receive-join

SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
(SELECT * FROM RECEIVE_Tasks(max_duration => '20m'));
SELECT * FROM RECEIVE_Tasks(max_duration => '20m') AS m WHERE m.UserId IN (SELECT UserId FROM Users);
SELECT * FROM Tasks AS t JOIN Users AS u ON u.UserId = t.UserId;
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ARRAY(SELECT Token FROM Leases));
