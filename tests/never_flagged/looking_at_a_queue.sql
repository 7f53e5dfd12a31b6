-- A look at what waits is no receiving.
CREATE TABLE Customers (CustomerId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (CustomerId);
CREATE QUEUE Reminders (
  CustomerId INT64 NOT NULL,
  ReminderId STRING(36) NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (CustomerId, ReminderId), INTERLEAVE IN PARENT Customers ON DELETE CASCADE;

SELECT * FROM Reminders ORDER BY DeliverTime LIMIT 10;

SELECT COUNT(*) AS Waiting, MIN(DeliverTime) AS Oldest FROM Reminders WHERE CustomerId = 7;

SELECT c.Name, r.Payload
FROM Reminders AS r
JOIN Customers AS c ON c.CustomerId = r.CustomerId
WHERE r.DeliverTime < CURRENT_TIMESTAMP();
