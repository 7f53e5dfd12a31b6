GRANT SELECT (TaskId),  -- error: column-grant-on-queue
  INSERT (TaskId, Payload)  -- error: column-grant-on-queue
  ON QUEUE Tasks TO ROLE auditor;  -- warning: consumer-without-execute

GRANT SELECT (UserId), INSERT ON TABLE Users TO ROLE auditor;
REVOKE INSERT ON QUEUE Tasks FROM ROLE auditor;
