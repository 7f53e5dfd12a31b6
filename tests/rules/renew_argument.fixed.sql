SELECT * FROM RENEWLEASE_Tasks(['token']); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['token']); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks(['a', @b]); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['a']); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks(); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks(42); -- error: renew-argument
SELECT * FROM RENEWLEASE_Tasks([1, 2]); -- error: renew-argument

SELECT * FROM RENEWLEASE_Tasks(['a', @b]);
SELECT * FROM RENEWLEASE_Tasks([]);
SELECT * FROM RENEWLEASE_Tasks([tokens[OFFSET(0)]]);
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['a']);
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ARRAY<STRING>['a']);
SELECT * FROM RENEWLEASE_Tasks(lease_tokens => @tokens);

SELECT * FROM RENEWLEASE_Tasks(lease_tokens => ['t'], max_duration => '10s'); -- error: renew-argument
