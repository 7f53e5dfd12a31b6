-- No table is known here, so nothing can be said about the parent.
CREATE QUEUE Tasks (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId), INTERLEAVE IN PARENT Users;
