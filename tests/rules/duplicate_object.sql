CREATE TABLE Tasks (Id INT64) PRIMARY KEY (Id);
CREATE QUEUE tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object

CREATE INDEX TaskIds ON Tasks (Id);
CREATE QUEUE TaskIds (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object

CREATE QUEUE Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);
CREATE QUEUE Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE QUEUE IF NOT EXISTS Mails (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

CREATE QUEUE Counter (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE SEQUENCE Counter BIT_REVERSED_POSITIVE;

CREATE TABLE Old (Id INT64) PRIMARY KEY (Id);
DROP TABLE Old;
CREATE QUEUE Old (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

CREATE ROLE Calls;
CREATE QUEUE Calls (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);

CREATE QUEUE Models (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE MODEL models REMOTE OPTIONS (endpoint = '//example.com/model');
CREATE QUEUE Graphs (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE PROPERTY GRAPH Graphs NODE TABLES (Nodes);
CREATE QUEUE Aliases (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE TABLE Names (Id INT64, SYNONYM (Aliases)) PRIMARY KEY (Id);
CREATE QUEUE Shop (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);  -- error: duplicate-object
CREATE SCHEMA shop;
