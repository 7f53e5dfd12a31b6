CREATE QUEUE Empty (  -- see the key
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY ();  -- error: key-missing

CREATE QUEUE Undeclared (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (
  TaskId,
  TaskNumber  -- error: key-missing
);

CREATE QUEUE Delivery (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId, DeliverTime);  -- error: key-missing

CREATE QUEUE Repeated (
  TaskId STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId, TASKID);  -- error: key-missing

CREATE QUEUE Wide (
  A INT64, B INT64, C INT64, D INT64, E INT64, F INT64, G INT64, H INT64,
  I INT64, J INT64, K INT64, L INT64, M INT64, N INT64, O INT64, P INT64, Q INT64,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P,
  Q);  -- error: key-missing

CREATE QUEUE Sixteen (
  A INT64, B INT64, C INT64, D INT64, E INT64, F INT64, G INT64, H INT64,
  I INT64, J INT64, K INT64, L INT64, M INT64, N INT64, O INT64, P INT64,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P);

-- A misspelt name in the key is one mistake.
CREATE QUEUE Returns (
  ReturnId INT64 NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (ReturnIds);  -- error: key-missing

CREATE QUEUE Refunds (
  Id INT64 NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (RefundNumber);  -- error: key-missing

CREATE QUEUE Replies (
  Id INT64 NOT NULL,
  Status STRING(16),  -- error: extra-column
  Payload JSON NOT NULL,
) PRIMARY KEY (Id, Recipient);  -- error: key-missing

-- DDL takes a name in the letter case of its declaration only.
CREATE QUEUE Notes (
  NoteId INT64 NOT NULL,
  Payload JSON NOT NULL,
) PRIMARY KEY (noteid);  -- error: key-missing
