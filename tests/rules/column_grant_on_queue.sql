GRANT SELECT (TaskId),  -- error: column-grant-on-queue
  INSERT (TaskId, Payload)  -- error: column-grant-on-queue
  ON QUEUE Tasks TO ROLE auditor;

-- What Spanner rejects makes nobody a consumer; the rest of the statement may.
GRANT SELECT (Payload),  -- error: column-grant-on-queue
  DELETE ON QUEUE Tasks TO ROLE cleaner;  -- warning: consumer-without-execute
REVOKE INSERT (Payload) ON QUEUE Tasks FROM ROLE cleaner;  -- error: column-grant-on-queue

GRANT SELECT (UserId), INSERT ON TABLE Users TO ROLE auditor;
REVOKE INSERT ON QUEUE Tasks FROM ROLE auditor;
