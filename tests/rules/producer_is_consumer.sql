GRANT INSERT, DELETE ON QUEUE Tasks TO ROLE both;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE both;  -- warning: producer-is-consumer

GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Mails TO ROLE both;
GRANT DELETE, INSERT ON QUEUE Mails TO ROLE both;  -- warning: producer-is-consumer

GRANT INSERT ON QUEUE Tasks TO ROLE producer;
GRANT DELETE ON QUEUE Tasks TO ROLE worker;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE worker;
GRANT INSERT ON QUEUE Mails TO ROLE worker;

GRANT INSERT ON QUEUE Calls TO ROLE call_sender;
GRANT DELETE ON QUEUE Calls TO ROLE call_receiver;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Calls TO ROLE call_receiver;
GRANT ROLE call_sender TO ROLE operator;
GRANT ROLE call_receiver TO ROLE operator;  -- warning: producer-is-consumer
