-- A batch of messages acknowledged in one statement.
CREATE QUEUE Invoices (InvoiceId STRING(36) NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (InvoiceId);

SELECT InvoiceId, Payload, SpannerLeaseToken, SpannerLastBatchMessage
FROM RECEIVE_Invoices(max_duration => '20m', max_batch_size => 3);

DELETE FROM Invoices WHERE InvoiceId IN ('a', 'b', 'c') ASSERT_ROWS_MODIFIED 3;
