CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);
CREATE TABLE Users (UserId INT64, Name STRING(MAX)) PRIMARY KEY (UserId);

CREATE CHANGE STREAM Everything FOR ALL;
CREATE CHANGE STREAM UserChanges FOR Users (Name);
CREATE CHANGE STREAM TaskChanges
  FOR Users,
      tasks;  -- error: change-stream-on-queue
CREATE CHANGE STREAM KeyChanges
  FOR Tasks();  -- error: change-stream-on-queue
ALTER CHANGE STREAM UserChanges
  SET FOR Tasks (Payload);  -- error: change-stream-on-queue
CREATE CHANGE STREAM Later FOR NotDeclared;
