CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE TABLE Orders (OrderId INT64 NOT NULL, deliver_time TIMESTAMP) PRIMARY KEY (OrderId);

INSERT INTO Tasks (UserId, TaskId, Payload, deliver_time) VALUES (1, 'a', b'', CURRENT_TIMESTAMP()); -- error: system-column-spelling
SELECT UserId, TaskId, Payload,
  spanner_lease_token -- error: system-column-spelling
FROM RECEIVE_Tasks(max_duration => '20m');
SELECT UserId FROM Tasks WHERE deliver_time < CURRENT_TIMESTAMP(); -- error: system-column-spelling
SELECT t.UserId FROM Tasks AS t ORDER BY t.`deliver_time`; -- error: system-column-spelling
SELECT t.UserId FROM Tasks AS t JOIN Orders AS o ON o.OrderId = t.UserId ORDER BY t.deliver_time; -- error: system-column-spelling
SELECT spanner_new_lease_token FROM RENEWLEASE_Tasks(lease_tokens => ['t']); -- error: system-column-spelling

SELECT UserId, DeliverTime, Payload, delivertime AS deliver_time FROM Tasks ORDER BY deliver_time;
SELECT o.deliver_time, t.UserId FROM Orders AS o JOIN Tasks AS t ON o.OrderId = t.UserId;
SELECT deliver_time FROM Orders;
SELECT deliver_time, UserId FROM Orders JOIN Tasks ON TRUE;
SELECT deliver_time FROM Unknown;
