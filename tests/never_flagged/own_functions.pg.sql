-- Functions of the application that begin as those of queues do.
SELECT * FROM receive_payment(5);
SELECT p.amount FROM receive_payments() AS p JOIN accounts AS a ON a.id = p.account ORDER BY p.amount LIMIT 10;
SELECT count(*) FROM receive_stock(1, 2, 3);
GRANT EXECUTE ON FUNCTION receive_payment TO teller;

UPDATE payment SET amount = 1 WHERE id = 7;
DELETE FROM payment WHERE id = 7;
