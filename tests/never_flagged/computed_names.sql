-- Names that a template fills in are nobody's known queue.
CREATE QUEUE Orders (OrderId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (OrderId);

SELECT OrderId, Payload, SpannerLeaseToken FROM RECEIVE_{{ queue }}(max_duration => '20m');

DELETE FROM {{ queue }} WHERE OrderId = @id;

CREATE QUEUE {{ prefix }}Tasks (
  {{ key }} STRING(36) NOT NULL,
  Payload BYTES(MAX) NOT NULL,
) PRIMARY KEY ({{ key }}), INTERLEAVE IN PARENT {{ parent }};
