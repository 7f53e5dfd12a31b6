-- Names that differ in a number are different queues; nothing says that there is no second one.
SELECT * FROM RECEIVE_Tasks2(max_duration => '20m');
SELECT * FROM RECEIVE_Mails(max_duration => '20m');
