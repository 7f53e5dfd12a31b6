SELECT 'open FROM t;
SELECT `open FROM t;
SELECT 2;
/* never closed
SELECT 3;
