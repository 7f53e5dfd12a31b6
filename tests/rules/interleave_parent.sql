CREATE TABLE Users (UserId INT64 NOT NULL, Name STRING(MAX)) PRIMARY KEY (UserId);
CREATE TABLE Orders (UserId INT64 NOT NULL, Code STRING(36), Total NUMERIC) PRIMARY KEY (UserId, Code DESC), INTERLEAVE IN PARENT Users;

CREATE QUEUE Good (UserId INT64 NOT NULL, Id INT64, Payload JSON NOT NULL) PRIMARY KEY (UserId, Id), INTERLEAVE IN PARENT Users;
CREATE QUEUE SameKey (UserId INT64 NOT NULL, Code STRING(36), Payload JSON NOT NULL) PRIMARY KEY (UserId, Code DESC), INTERLEAVE IN Orders;

CREATE QUEUE Shifted (Id INT64, UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (Id, UserId),
  INTERLEAVE IN PARENT Users;  -- error: interleave-parent
CREATE QUEUE Short (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Orders;  -- error: interleave-parent
CREATE QUEUE OtherType (UserId STRING(36) NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Users ON DELETE CASCADE;  -- error: interleave-parent
CREATE QUEUE OtherLength (UserId INT64 NOT NULL, Code STRING(MAX), Payload JSON NOT NULL) PRIMARY KEY (UserId, Code DESC),
  INTERLEAVE IN PARENT Orders;  -- error: interleave-parent
CREATE QUEUE OtherOrder (UserId INT64 NOT NULL, Code STRING(36), Payload JSON NOT NULL) PRIMARY KEY (UserId, Code),
  INTERLEAVE IN PARENT Orders;  -- error: interleave-parent
CREATE QUEUE OtherNullability (UserId INT64, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Users;  -- error: interleave-parent
CREATE QUEUE OtherColumnCase (userid INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (userid),
  INTERLEAVE IN PARENT Users;  -- warning: interleave-parent
CREATE QUEUE OtherParentCase (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT users;  -- error: interleave-parent
CREATE QUEUE Unknown_ (UserId INT64 NOT NULL, Payload JSON NOT NULL) PRIMARY KEY (UserId),
  INTERLEAVE IN PARENT Userz;  -- warning: interleave-parent
CREATE QUEUE InQueue (UserId INT64 NOT NULL, Id INT64, Payload JSON NOT NULL) PRIMARY KEY (UserId, Id),
  INTERLEAVE IN PARENT Good;  -- warning: interleave-parent

ALTER QUEUE Good SET INTERLEAVE IN PARENT Orders;  -- error: interleave-parent
ALTER QUEUE Good SET INTERLEAVE IN Users;

CREATE TABLE `Order` (Id INT64 NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE OrderMails (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id),
  INTERLEAVE IN PARENT `order`; -- error: interleave-parent
