SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['a']); -- error: renew-function-name
SELECT * FROM renewlease_Tasks(lease_tokens => ['a']); -- error: renew-function-name
GRANT EXECUTE ON TABLE FUNCTION RENEWLEASE_Tasks TO ROLE worker; -- error: renew-function-name

SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['a']);
GRANT EXECUTE ON TABLE FUNCTION RENEWLEASE_Tasks TO ROLE worker;
