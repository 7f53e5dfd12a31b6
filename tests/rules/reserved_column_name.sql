CREATE QUEUE Tasks (
  TaskId STRING(36) NOT NULL,
  SpannerLeaseToken STRING(36) NOT NULL,  -- warning: reserved-column-name
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (TaskId, SpannerLeaseToken);

CREATE QUEUE Mails (
  SpannerMailId STRING(36) NOT NULL,
  spanner_id INT64 NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY (SpannerMailId, spanner_id);
