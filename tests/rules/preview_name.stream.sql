-- A change stream of the queue's name owns the READ function.
CREATE QUEUE Orders (OrderId INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (OrderId); -- error: duplicate-object
CREATE CHANGE STREAM Orders;
SELECT * FROM READ_Orders(max_duration => '20m');
