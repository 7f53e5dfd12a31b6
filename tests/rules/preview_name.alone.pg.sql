SELECT * FROM spanner.read_tasks(max_batch_size => NULL, priority => NULL, max_duration => '20m'); -- warning: preview-name
SELECT * FROM spanner.read_json_changes(NULL, NULL, NULL, 10000, NULL);
SELECT * FROM read_invoices(5);
