-- The tables and queues that the cases are about.
CREATE TABLE Users (
  UserId   INT64 NOT NULL,
  UserName STRING(MAX),
  Age      INT64,
  Tags     ARRAY<STRING(MAX)>,
) PRIMARY KEY (UserId);

CREATE TABLE Orders (
  UserId      INT64 NOT NULL,
  OrderId     INT64 NOT NULL,
  Total       FLOAT64,
  DeliverTime TIMESTAMP,
) PRIMARY KEY (UserId, OrderId),
  INTERLEAVE IN PARENT Users;

CREATE QUEUE Tasks (
  UserId    INT64 NOT NULL,
  MessageId STRING(36) NOT NULL,
  Payload   BYTES(MAX) NOT NULL,
) PRIMARY KEY (UserId, MessageId);

CREATE VIEW Adults SQL SECURITY INVOKER AS SELECT Users.UserId AS UserId FROM Users;
CREATE INDEX ByName ON Users (UserName);
CREATE ROLE Reader;
CREATE ROLE Worker;
CREATE CHANGE STREAM Changes FOR ALL;
CREATE SEQUENCE Numbers BIT_REVERSED_POSITIVE;
