SELECT 1 AS one, t.a::varchar(3)[], 'x' || 'y', -2 ^ 2, a # b, j -> 'k' ->> 0, arr[1], arr[1:2], x::timestamp with time zone FROM t /*@ FORCE_INDEX = i */ AS t WHERE a = ANY(ARRAY[1, 2]) AND b <> ALL($1) AND NOT c ISNULL AND d ~ 'p' AND e NOT LIKE 'q' ORDER BY a DESC NULLS LAST, b LIMIT 10 OFFSET 5;
SELECT * FROM spanner.receive_letters(max_batch_size => NULL, priority => NULL, max_duration => '20m') AS m;
SELECT spanner_new_lease_token FROM spanner.renewlease_letters(lease_tokens => ARRAY[$1]);
SELECT u.x, u.o FROM unnest(ARRAY[1, 2]) WITH ORDINALITY AS u (x, o);
WITH a AS (SELECT 1 AS x) SELECT * FROM a JOIN /*@ JOIN_METHOD = HASH_JOIN */ b ON a.x = b.x LEFT JOIN c USING (y) UNION SELECT 2, 3 INTERSECT SELECT 4, 5;
SELECT extract(epoch FROM now()), interval '1 day', CURRENT_TIMESTAMP + INTERVAL '5 MINUTE', timestamptz '2026-01-01', CAST(a AS numeric(10, 2)), CASE a WHEN 1 THEN 2 END, substring(a FROM 'x'), trim(BOTH FROM b), position('a' IN b), ARRAY(SELECT 1), EXISTS (SELECT 1), $1::bigint, E'tab\t', U&'\0041', $tag$raw 'text'$tag$ FROM (SELECT 1 AS a) AS sub, generate_series(1, 3) AS g;
SELECT * FROM t FETCH FIRST 5 ROWS ONLY;
SELECT a FROM t GROUP BY a HAVING count(*) > 1 FOR UPDATE;
SELECT count(DISTINCT a) FILTER (WHERE b), coalesce(a, b) IS DISTINCT FROM c FROM t AS x (a, b);
