"""The functions of both dialects: what each takes and gives, and how the other dialect writes it.

A line is `NAME(argument types) result => template`. Types: i INT64, f FLOAT64, g FLOAT32, d NUMERIC, n any of these,
x INT64 or a float, s STRING, b BYTES, B BOOL, D DATE, T TIMESTAMP, j JSON, v INTERVAL, u UUID, A any array, S ARRAY<STRING>,
t TOKENLIST, * anything; `?` after one makes it optional, `...` repeats the last. Results: a type letter, `0` the type
of the first argument, `e` that of its elements, `a` an array of it, `c` the common type, `l` an array of what a lambda
gives, `-` unknown; `[s]` an array of s.
Templates are explained in `translate/expr_templates.py`; `=` keeps the call as it is, `!` refuses it with a reason,
`@name` is a function in `translate/`. The first line that fits the argument types counts; when a type that decides is
unknown, nothing is guessed.

https://cloud.google.com/spanner/docs/reference/standard-sql/functions-all,
https://cloud.google.com/spanner/docs/reference/postgresql/functions
"""

from __future__ import annotations

# White space as Unicode has it, which is what GoogleSQL trims; escaped as bytes of UTF-8, which all parsers take.
SPACES = (
    "E' \\t\\n\\x0b\\f\\r"
    "\\xc2\\x85\\xc2\\xa0\\xe1\\x9a\\x80\\xe2\\x80\\x80\\xe2\\x80\\x81\\xe2\\x80\\x82"
    "\\xe2\\x80\\x83\\xe2\\x80\\x84\\xe2\\x80\\x85\\xe2\\x80\\x86\\xe2\\x80\\x87\\xe2\\x80\\x88"
    "\\xe2\\x80\\x89\\xe2\\x80\\x8a\\xe2\\x80\\xa8\\xe2\\x80\\xa9\\xe2\\x80\\xaf\\xe2\\x81\\x9f"
    "\\xe3\\x80\\x80'"
)

_NUMERIC_FORM = "!the PostgreSQL dialect has it for float8 only, and the result would not be NUMERIC"
# PostgreSQL takes no bytea here, so that the form for text is right wherever it is taken at all.
BYTES_FORM = "!the PostgreSQL dialect has no form of it for bytea"
# What is right for each of the types that an argument of unknown type may have.
ANY_TYPE = {
    "SHA256": "sha256({0:p}::bytea)",
    "SHA512": "sha512({0:p}::bytea)",
    "BYTE_LENGTH": "length({0:p}::bytea)",
    "OCTET_LENGTH": "length({0:p}::bytea)",
    "ROUND": "@round",
    "DATE": "{0:p}::date",
    "TIMESTAMP": "{0:p}::timestamptz",
    "TIMESTAMP/2": "({0:p}::text || ' ' || {1:p})::timestamptz",
}

GOOGLESQL = f"""
ABS(n) 0 => =
ACOS(x) f => acos({{0:f}})
ASIN(x) f => asin({{0:f}})
ATAN(x) f => atan({{0:f}})
ATAN2(x, x) f => atan2({{0:f}}, {{1:f}})
COS(x) f => cos({{0:f}})
SIN(x) f => sin({{0:f}})
TAN(x) f => tan({{0:f}})
ACOSH(n) f => !ln(x + sqrt(x * x - 1)) differs from it in the last digits
ASINH(n) f => !ln(x + sqrt(x * x + 1)) differs from it in the last digits
ATANH(n) f => !0.5 * ln((1 + x) / (1 - x)) differs from it in the last digits
COSH(n) f => !(exp(x) + exp(-x)) / 2 differs from it in the last digits
SINH(n) f => !(exp(x) - exp(-x)) / 2 differs from it in the last digits
TANH(n) f => !a formula with exp differs from it in the last digits
CEIL(i) f => =
CEIL(n) 0 => =
CEILING(i) f => ceil({{0}})
CEILING(n) 0 => ceil({{0}})
FLOOR(i) f => =
FLOOR(n) 0 => =
EXP(x) f => exp({{0:f}})
EXP(d) d => {_NUMERIC_FORM}
SQRT(x) f => sqrt({{0:f}})
SQRT(d) d => {_NUMERIC_FORM}
LN(x) f => ln({{0:f}})
LN(d) d => {_NUMERIC_FORM}
LOG(x) f => ln({{0:f}})
LOG(x, x) f => ln({{0:f}}) / ln({{1:f}})
LOG(d, n?) d => {_NUMERIC_FORM}
LOG10(x) f => log({{0:f}})
LOG10(d) d => {_NUMERIC_FORM}
POW(x, x) f => power({{0:f}}, {{1:f}})
POW(n, n) d => {_NUMERIC_FORM}
POWER(x, x) f => power({{0:f}}, {{1:f}})
POWER(n, n) d => {_NUMERIC_FORM}
SIGN(i) i => sign({{0:f}})::bigint
SIGN(f) f => @sign
SIGN(g) g => sign({{0:f}})::float4
SIGN(d) d => sign({{0:f}})::numeric
ROUND(i) f => {{0:p}}::float8
ROUND(x) f => @round
ROUND(d) d => CAST({{0}} AS numeric(38, 0))
ROUND(n, i) 0 => @round_digits
TRUNC(i) f => {{0:p}}::float8
TRUNC(x) f => =
TRUNC(d) d => trunc({{0}}, 0)
TRUNC(d, i) d => trunc({{0}}, {{1:w}})
TRUNC(x, i) f => @trunc_digits
MOD(i, i) i => =
MOD(n, n) d => =
DIV(i, i) i => {{0:p}} / {{1:p}}
DIV(n, n) d => @div
GREATEST(*, *...) c => @greatest
LEAST(*, *...) c => @greatest
IS_NAN(x) B => {{0:p}} = 'NaN'::float8
IS_INF(x) B => {{0:p}} IN ('Infinity'::float8, '-Infinity'::float8)
SAFE_ADD(i, i) i => CASE WHEN {{0:n}} + {{1:n}} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN {{0:p}} + {{1:p}} END
SAFE_SUBTRACT(i, i) i => CASE WHEN {{0:n}} - {{1:n}} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN {{0:p}} - {{1:p}} END
SAFE_MULTIPLY(i, i) i => CASE WHEN {{0:n}} * {{1:n}} BETWEEN -9223372036854775808 AND 9223372036854775807 THEN {{0:p}} * {{1:p}} END
SAFE_ADD(n, n) c => !it gives NULL for what does not fit; the PostgreSQL dialect raises an error
SAFE_SUBTRACT(n, n) c => !it gives NULL for what does not fit; the PostgreSQL dialect raises an error
SAFE_MULTIPLY(n, n) c => !it gives NULL for what does not fit; the PostgreSQL dialect raises an error
SAFE_DIVIDE(x, x) f => {{0:f}} / nullif({{1:f}}, 0)
SAFE_DIVIDE(n, n) d => CAST(({{0:p}} + 0.00000000000000000000) / nullif({{1}}, 0) AS numeric(38, 9))
IEEE_DIVIDE(i, i) f => CASE WHEN {{1:p}} <> 0 THEN {{0:f}} / {{1:p}} WHEN {{1:p}} = 0 AND {{0:p}} > 0 THEN 'Infinity'::float8 WHEN {{1:p}} = 0 AND {{0:p}} < 0 THEN '-Infinity'::float8 WHEN {{1:p}} = 0 AND {{0:p}} = 0 THEN 'NaN'::float8 END
IEEE_DIVIDE(n, n) f => !an infinity or NaN can't be had from a division in PostgreSQL
SAFE_NEGATE(i) i => CASE WHEN {{0:p}} <> '-9223372036854775808'::bigint THEN -{{0:p}} END
SAFE_NEGATE(n) 0 => -{{0:p}}
BIT_REVERSE(i, B) i => spanner.bit_reverse({{0}}, {{1}})
COSINE_DISTANCE(A, A) f => spanner.cosine_distance({{0}}, {{1}})
DOT_PRODUCT(A, A) f => spanner.dot_product({{0}}, {{1}})
EUCLIDEAN_DISTANCE(A, A) f => spanner.euclidean_distance({{0}}, {{1}})
APPROX_COSINE_DISTANCE(A, A, *...) f => @named
APPROX_DOT_PRODUCT(A, A, *...) f => @named
APPROX_EUCLIDEAN_DISTANCE(A, A, *...) f => @named
FARM_FINGERPRINT(s) i => spanner.farm_fingerprint({{0:s}})
FARM_FINGERPRINT(b) i => spanner.farm_fingerprint({{0}})

CONCAT(s, s...) s => [ || {{*:c}}]
CONCAT(b, b...) b => [ || {{*:c}}]
LENGTH(*) i => =
CHAR_LENGTH(s) i => length({{0}})
CHARACTER_LENGTH(s) i => length({{0}})
BYTE_LENGTH(s) i => length(replace({{0}}, '\\', '/')::bytea)
BYTE_LENGTH(b) i => length({{0}})
OCTET_LENGTH(s) i => length(replace({{0}}, '\\', '/')::bytea)
OCTET_LENGTH(b) i => length({{0}})
LOWER(s) s => =
LOWER(b) b => {BYTES_FORM}
LCASE(s) s => lower({{0}})
UPPER(s) s => @upper
UPPER(b) b => {BYTES_FORM}
UCASE(s) s => upper({{0}})
LPAD(s, i) s => @pad
LPAD(s, i, s) s => @pad
LPAD(b, i, b?) b => {BYTES_FORM}
RPAD(s, i) s => @pad
RPAD(s, i, s) s => @pad
RPAD(b, i, b?) b => {BYTES_FORM}
TRIM(s) s => btrim({{0}}, {SPACES})
TRIM(s, s) s => btrim({{0}}, {{1}})
TRIM(b, b) b => btrim({{0}}, {{1}})
LTRIM(s) s => ltrim({{0}}, {SPACES})
LTRIM(s, s) s => =
LTRIM(b, b) b => {BYTES_FORM}
RTRIM(s) s => rtrim({{0}}, {SPACES})
RTRIM(s, s) s => =
RTRIM(b, b) b => {BYTES_FORM}
REPEAT(s, i) s => @repeat
REPEAT(b, i) b => {BYTES_FORM}
REPLACE(s, s, s) s => =
REPLACE(b, b, b) b => {BYTES_FORM}
REVERSE(s) s => =
REVERSE(b) b => {BYTES_FORM}
STARTS_WITH(s, s) B => =
STARTS_WITH(b, b) B => {BYTES_FORM}
ENDS_WITH(s, s) B => starts_with(reverse({{0}}), reverse({{1}}))
ENDS_WITH(b, b) B => {BYTES_FORM}
STRPOS(s, s) i => =
STRPOS(b, b) i => {BYTES_FORM}
LEFT(s, i) s => substr({{0}}, 1, {{1:w}})
SUBSTR(s, i) s => @substr
SUBSTR(s, i, i) s => @substr
SUBSTR(b, i) b => @substr
SUBSTR(b, i, i) b => @substr
SUBSTRING(s, i) s => @substr
SUBSTRING(s, i, i) s => @substr
SUBSTRING(b, i) b => @substr
SUBSTRING(b, i, i) b => @substr
REGEXP_CONTAINS(s, s) B => @regexp_contains
REGEXP_EXTRACT(s, s) s => @regexp_extract
REGEXP_REPLACE(s, s, s) s => @regexp_replace
SPLIT(s) [s] => regexp_split_to_array({{0}}, ',')
SPLIT(s, s) [s] => @split
SPLIT(b, b) [b] => {BYTES_FORM}
SPLIT_SUBSTR(s, s, i, i?) s => spanner.split_substr([, {{*}}])
SOUNDEX(s) s => spanner.soundex({{0}})
FORMAT(s, *...) s => @format
SHA256(s) b => sha256({{0:b}})
SHA256(b) b => =
SHA512(s) b => sha512({{0:b}})
SHA512(b) b => =
FROM_HEX(s) b => @constant
FROM_BASE64(s) b => @constant
CODE_POINTS_TO_STRING(A) s => @constant
CODE_POINTS_TO_BYTES(A) b => @constant

COALESCE(*...) c => @coalesce
IFNULL(*, *) c => @coalesce
NULLIF(*, *) 0 => @nullif
IF(B, *, *) c => @if

COUNT(*) i => =
COUNTIF(B) i => count(CASE WHEN {{0}} THEN 1 END)
SUM(i) i => sum({{0}})::bigint
SUM(f) f => =
SUM(g) f => sum({{0:f}})
SUM(n) d => =
SUM(v) v => =
AVG(i) f => avg({{0}})::float8
AVG(f) f => =
AVG(g) f => avg({{0:f}})
AVG(n) d => CAST(avg({{0}}) AS numeric(38, 9))
AVG(v) v => =
MIN(n) 0 => @min
MAX(n) 0 => =
MIN(A) 0 => !Spanner does not order arrays
MAX(A) 0 => !Spanner does not order arrays
MIN(b) 0 => !the PostgreSQL dialect has no min for bytea
MAX(b) 0 => !the PostgreSQL dialect has no max for bytea
MIN(u) 0 => !the PostgreSQL dialect has no min for uuid
MAX(u) 0 => !the PostgreSQL dialect has no max for uuid
MIN(B) B => bool_and({{0}})
MIN(*) 0 => @min
MAX(B) B => bool_or({{0}})
MAX(*) 0 => =
ARRAY_AGG(*) a => =
STRING_AGG(s) s => string_agg({{0}}, ',')
STRING_AGG(s, s) s => =
STRING_AGG(b, b) b => =
LOGICAL_AND(B) B => bool_and({{0}})
LOGICAL_OR(B) B => bool_or({{0}})
BIT_AND(i) i => =
BIT_OR(i) i => =
ANY_VALUE(*) 0 => !it may give another value; use MIN
ARRAY_CONCAT_AGG(A) 0 => !it has no counterpart; aggregate the elements of FROM t, UNNEST(t.a)
STDDEV(n) f => !it has no counterpart; compute it from sum and count in a subquery
STDDEV_SAMP(n) f => !it has no counterpart; compute it from sum and count in a subquery
VARIANCE(n) f => !it has no counterpart; compute it from sum and count in a subquery
VAR_SAMP(n) f => !it has no counterpart; compute it from sum and count in a subquery

CURRENT_TIMESTAMP() T => @current_timestamp
CURRENT_DATE() D => @current_date
CURRENT_DATE(s) D => @times
DATE(i, i, i) D => make_date({{0:w}}, {{1:w}}, {{2:w}})
DATE(T) D => {{0:p}}::date
DATE(T, s) D => @date_in_zone
DATE(D) D => {{0:p}}
DATE_ADD(D, *) D => @times
DATE_ADD(T, *) T => @times
DATE_SUB(D, *) D => @times
DATE_SUB(T, *) T => @times
ADDDATE(D, *) D => @times
SUBDATE(D, *) D => @times
DATE_DIFF(*, *, *) i => @times
DATE_TRUNC(D, *) D => @times
DATE_TRUNC(T, *, s?) T => @times
TIMESTAMP_ADD(T, *) T => @times
TIMESTAMP_SUB(T, *) T => @times
TIMESTAMP_DIFF(T, T, *) i => @times
TIMESTAMP_TRUNC(T, *, s?) T => @times
UNIX_DATE(D) i => {{0:p}} - DATE '1970-01-01'
DATE_FROM_UNIX_DATE(i) D => DATE '1970-01-01' + {{0:w}}
UNIX_SECONDS(T) i => floor(extract(epoch FROM {{0}}))::bigint
UNIX_MILLIS(T) i => floor(extract(epoch FROM {{0}}) * 1000)::bigint
UNIX_MICROS(T) i => (extract(epoch FROM {{0}}) * 1000000)::bigint
TIMESTAMP_SECONDS(i) T => to_timestamp({{0}})
TIMESTAMP_MILLIS(i) T => @timestamp_from
TIMESTAMP_MICROS(i) T => @timestamp_from
TIMESTAMP(T) T => {{0:p}}
TIMESTAMP(s) T => @timestamp
TIMESTAMP(s, s) T => @timestamp
TIMESTAMP(D) T => {{0:p}}::timestamptz
TIMESTAMP(D, s) T => ({{0:p}}::text || ' ' || {{1:p}})::timestamptz
FORMAT_TIMESTAMP(s, T, s?) s => @format_time
FORMAT_DATE(s, D) s => @format_time
PARSE_TIMESTAMP(s, s, s?) T => @parse_time
PARSE_DATE(s, s) D => @parse_time
STRING(D) s => {{0:p}}::text
STRING(T) s => @timestamp_text
STRING(T, s) s => @timestamp_text
STRING(j) s => @json_string
MAKE_INTERVAL(*...) v => @make_interval
JUSTIFY_HOURS(v) v => =
JUSTIFY_DAYS(v) v => =
JUSTIFY_INTERVAL(v) v => =
PENDING_COMMIT_TIMESTAMP() T => spanner.pending_commit_timestamp()

ARRAY_LENGTH(A) i => @array_length
ARRAY_CONCAT(A...) 0 => @array_concat
ARRAY_TO_STRING(S, s, s?) s => @array_to_string
ARRAY_SLICE(A, i, i) 0 => @array_slice
ARRAY_FIRST(A) e => @array_end
ARRAY_LAST(A) e => @array_end
ARRAY_INCLUDES(A, *) B => @array_includes
ARRAY_INCLUDES_ALL(A, A) B => {{0:a}} @> {{1:a}}
ARRAY_INCLUDES_ANY(A, A) B => {{0:a}} && {{1:a}}
ARRAY_IS_DISTINCT(A) B => @array_is_distinct
ARRAY_MAX(A) e => @array_extreme
ARRAY_MIN(A) e => @array_extreme
ARRAY_REVERSE(A) 0 => @array_reverse
ARRAY_FILTER(A, *) 0 => @array_lambda
ARRAY_TRANSFORM(A, *) l => @array_lambda
GENERATE_ARRAY(i, i) [i] => @generate_array
GENERATE_ARRAY(i, i, i) [i] => @generate_array
GENERATE_ARRAY(n, n, n?) [d] => !it has no counterpart for numbers that are no INT64
GENERATE_DATE_ARRAY(D, D) [D] => @generate_dates
GENERATE_DATE_ARRAY(D, D, v) [D] => @generate_dates

GET_NEXT_SEQUENCE_VALUE(*) i => @sequence
GET_INTERNAL_SEQUENCE_STATE(*) i => @sequence
GET_TABLE_COLUMN_IDENTITY_STATE(s) i => spanner.get_table_column_identity_state({{0}})
GENERATE_UUID() s => spanner.generate_uuid()
NEW_UUID() u => gen_random_uuid()

TO_JSON(*) j => @to_json
PARSE_JSON(s) j => @parse_json
TO_JSON_STRING(*) s => @to_json_string
JSON_VALUE(*, s?) s => @json_value
JSON_QUERY(*, s?) - => @json_query
JSON_QUERY_ARRAY(j) [j] => spanner.jsonb_query_array({{0}})
JSON_QUERY_ARRAY(*, s) [j] => @json_query_array
JSON_VALUE_ARRAY(j, s?) [s] => @json_value_array
BOOL(j) B => {{0:p}}::boolean
INT64(j) i => @json_int64
FLOAT64(j) f => {{0:p}}::float8
FLOAT32(j) g => {{0:p}}::float4
BOOL_ARRAY(j) [B] => spanner.bool_array({{0}})
INT64_ARRAY(j) [i] => spanner.int64_array({{0}})
FLOAT64_ARRAY(j) [f] => spanner.float64_array({{0}})
FLOAT32_ARRAY(j) [g] => spanner.float32_array({{0}})
STRING_ARRAY(j) [s] => spanner.string_array({{0}})
JSON_TYPE(j) s => jsonb_typeof({{0}})
JSON_KEYS(j, i?) [s] => @json_keys
JSON_ARRAY(*...) j => @json_array
JSON_OBJECT(*...) j => @json_object
JSON_SET(j, s, *, *...) j => @json_set
JSON_REMOVE(j, s, s...) j => @json_remove
JSON_STRIP_NULLS(j, *...) j => @json_strip_nulls
JSON_CONTAINS(j, j) B => {{0:p}} @> {{1:p}}
JSON_ARRAY_APPEND(j, s, *) j => @json_array_append
JSON_ARRAY_INSERT(j, s, *) j => @json_array_insert

TOKEN(*) t => spanner.token({{0}})
TOKENIZE_BOOL(*) t => spanner.tokenize_bool({{0}})
TOKENIZE_FULLTEXT(*...) t => @named
TOKENIZE_JSON(j) t => spanner.tokenize_jsonb({{0}})
TOKENIZE_NGRAMS(*...) t => @named
TOKENIZE_NUMBER(*...) t => @named
TOKENIZE_SUBSTRING(*...) t => @named
TOKENLIST_CONCAT(A) t => spanner.tokenlist_concat({{0}})
SEARCH(*...) B => @named
SEARCH_NGRAMS(*...) B => @named
SEARCH_SUBSTRING(*...) B => @named
SCORE(*...) f => @named
SCORE_NGRAMS(*...) f => @named
SNIPPET(*...) j => @named
DEBUG_TOKENLIST(t) s => spanner.debug_tokenlist({{0}})
"""

# https://cloud.google.com/spanner/docs/reference/dialect-differences: GoogleSQL functions without a counterpart.
GOOGLESQL_ONLY = frozenset(
    """BIT_COUNT BIT_XOR TO_CODE_POINTS ERROR FROM_BASE32 TO_BASE32 TO_BASE64 TO_HEX IS_FIRST
    LAX_BOOL LAX_INT64 LAX_FLOAT64 LAX_STRING NORMALIZE NORMALIZE_AND_CASEFOLD REGEXP_EXTRACT_ALL
    SAFE_CONVERT_BYTES_TO_STRING SAFE_TO_JSON SHA1 MD5 ZSTD_COMPRESS ZSTD_DECOMPRESS_TO_BYTES ZSTD_DECOMPRESS_TO_STRING
    AI.CLASSIFY AI.IF AI.SCORE EDGES NODES LABELS PATH PATH_FIRST PATH_LAST PATH_LENGTH IS_ACYCLIC IS_SIMPLE IS_TRAIL
    SOURCE_NODE_ID DESTINATION_NODE_ID ELEMENT_ID ELEMENT_DEFINITION_NAME PROPERTY_NAMES COT CSC SEC CSCH SECH COTH
    CBRT PI RAND RANGE_BUCKET UNIX_NANOS TIMESTAMP_NANOS""".split()
)

# Named arguments that PostgreSQL's functions do not have, and those that are called otherwise.
GOOGLESQL_ARGUMENTS_ONLY = frozenset({"remove_diacritics", "array_aggregator"})
RENAMED_ARGUMENTS = {"precision": "ieee_precision"}
