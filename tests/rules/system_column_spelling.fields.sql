-- Fields of values, and columns of other tables, are not the queue's columns.
CREATE QUEUE Docs (Id INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id);
CREATE TABLE Orders (OrderId INT64 NOT NULL) PRIMARY KEY (OrderId);

SELECT Docs.deliver_time FROM Docs; -- error: system-column-spelling
SELECT d.deliver_time, d.Payload.deliver_time FROM Docs AS d; -- error: system-column-spelling
SELECT m.spanner_lease_token FROM (SELECT * FROM Docs) AS m; -- error: system-column-spelling
SELECT Payload.deliver_time, Payload.a.enqueued_time, Payload.spanner_lease_token FROM Docs;
SELECT Id FROM Docs WHERE Payload.deliver_time IS NOT NULL;
SELECT STRUCT<deliver_time INT64>(1).deliver_time, STRUCT<a INT64, deliver_time INT64>(1, 2).a FROM Docs;
SELECT x.deliver_time, deliver_time FROM Docs, UNNEST([STRUCT(1 AS deliver_time)]) AS x;
INSERT INTO Orders (OrderId, deliver_time) SELECT Id, DeliverTime FROM Docs;
UPDATE Orders SET deliver_time = (SELECT DeliverTime FROM Docs WHERE Id = 1) WHERE OrderId = 1;
