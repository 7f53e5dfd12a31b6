SET READ_ONLY_STALENESS = 'EXACT_STALENESS 10s';
SELECT * FROM RECEIVE_Tasks(max_duration => '20m'); -- error: receive-in-transaction
SET READ_ONLY_STALENESS = 'STRONG';
SELECT * FROM RECEIVE_Tasks(max_duration => '20m');
