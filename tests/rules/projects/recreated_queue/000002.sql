INSERT INTO Mails (MailId, Payload) VALUES ('a', b'first');
INSERT INTO Mails (MailId) VALUES ('a'); -- error: send-columns
INSERT INTO Calls (CallId, Payload) VALUES (1, b'first');
DELETE FROM Calls WHERE CallId = 1 ASSERT_ROWS_MODIFIED 1;
