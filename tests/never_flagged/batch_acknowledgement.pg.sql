CREATE QUEUE invoices (invoice_id varchar(36) PRIMARY KEY, payload bytea NOT NULL);

SELECT invoice_id, payload, spanner_lease_token, spanner_last_batch_message
FROM spanner.receive_invoices(max_batch_size => 3, priority => NULL, max_duration => '20m');

SELECT spanner_new_lease_token FROM spanner.renewlease_invoices(lease_tokens => ARRAY[$1]);

DELETE FROM invoices WHERE invoice_id IN ('a', 'b', 'c') ASSERT_ROWS_MODIFIED 3;
