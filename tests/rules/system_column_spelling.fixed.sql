CREATE QUEUE Tasks (
  UserId INT64 NOT NULL,
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL
) PRIMARY KEY (UserId, TaskId);

CREATE TABLE Orders (OrderId INT64 NOT NULL, deliver_time TIMESTAMP) PRIMARY KEY (OrderId);

INSERT INTO Tasks (UserId, TaskId, Payload, DeliverTime) VALUES (1, 'a', b'', CURRENT_TIMESTAMP()); -- error: system-column-spelling
SELECT UserId, TaskId, Payload,
  SpannerLeaseToken -- error: system-column-spelling
FROM RECEIVE_Tasks(max_duration => '20m');
SELECT UserId FROM Tasks WHERE DeliverTime < CURRENT_TIMESTAMP(); -- error: system-column-spelling
SELECT t.UserId FROM Tasks AS t ORDER BY t.DeliverTime; -- error: system-column-spelling
SELECT t.UserId FROM Tasks AS t JOIN Orders AS o ON o.OrderId = t.UserId ORDER BY t.DeliverTime; -- error: system-column-spelling
SELECT SpannerNewLeaseToken FROM RENEWLEASE_Tasks(lease_tokens => ['t']); -- error: system-column-spelling

SELECT UserId, DeliverTime, Payload, delivertime AS deliver_time FROM Tasks ORDER BY deliver_time;
SELECT o.deliver_time, t.UserId FROM Orders AS o JOIN Tasks AS t ON o.OrderId = t.UserId;
SELECT deliver_time FROM Orders;
SELECT deliver_time, UserId FROM Orders JOIN Tasks ON TRUE;
SELECT deliver_time FROM Unknown;
