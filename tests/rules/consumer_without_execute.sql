GRANT DELETE ON QUEUE Tasks TO ROLE deleter;  -- warning: consumer-without-execute
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks TO ROLE receiver;  -- warning: consumer-without-execute

-- Reading alone is for auditors where another role receives, and half of something where none does.
GRANT SELECT ON QUEUE Tasks TO ROLE auditor;
GRANT SELECT ON QUEUE Texts TO ROLE reader;  -- warning: consumer-without-execute
GRANT SELECT, DELETE ON QUEUE Tasks TO ROLE cleaner;  -- warning: consumer-without-execute

-- Only said once, where it begins.
GRANT SELECT, DELETE ON QUEUE Mails TO ROLE mailer;  -- warning: consumer-without-execute
GRANT DELETE ON QUEUE Mails TO ROLE mailer;

GRANT SELECT, DELETE ON QUEUE Tasks TO ROLE worker;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Tasks, RENEWLEASE_Tasks TO ROLE worker;

GRANT INSERT ON QUEUE Tasks TO ROLE producer;

-- Two halves that one role has.
GRANT DELETE ON QUEUE Calls TO ROLE caller_acks;
GRANT EXECUTE ON TABLE FUNCTION RECEIVE_Calls TO ROLE caller_receives;
GRANT ROLE caller_acks, caller_receives TO ROLE caller;
