r"""What stands for one GoogleSQL function when it is written in PostgreSQL, and the other way: read as what it stands for.

Each is (pattern, types of x0 x1 …, template). The patterns are what the tables in `functions.py` and their code write, so
that a text that is translated there and back is the same again. Letters and templates are explained there; `@name` is a function in
`translate/`, which may say that it is no idiom after all.
"""

from __future__ import annotations

from queuesql.dialects.functions import SPACES

_HALF = "trunc(x0) + CASE WHEN abs(x0 - trunc(x0)) >= 0.5 THEN sign(x0) ELSE 0 END"
_LIMITS = "BETWEEN -9223372036854775808 AND 9223372036854775807 THEN"
_DOW, _ISODOW, _YEARS = (
    "extract(dow FROM {})",
    "extract(isodow FROM {})",
    "(extract(year FROM x0) - extract(year FROM x1))",
)
_EPOCHS = "extract(epoch FROM x0) - extract(epoch FROM x1)"
_CLOCK = "YYYY-MM-DD HH24:MI:SS"
_MICROS = "mod(extract(microseconds FROM x0), {}) = 0 THEN"

POSTGRESQL: tuple[tuple[str, str, str], ...] = (
    ("x0::float8 / x1", "ii", "{0:p} / {1:p}"),
    ("CAST((x0 + 0.00000000000000000000) / x1 AS numeric(38, 9))", "nn", "{0:p} / {1:p}"),
    ("CAST(x0 * x1 AS numeric(38, 9))", "nn", "{0:p} * {1:p}"),
    ("CAST(avg(x0) AS numeric(38, 9))", "d", "AVG({0})"),
    (_HALF, "f", "ROUND({0})"),
    (f"({_HALF})::bigint", "f", "CAST({0} AS INT64)"),
    ("CAST(x0 AS numeric(38, 0))", "d", "ROUND({0})"),
    ("sign(x0::float8)::bigint", "i", "SIGN({0})"),
    ("sign(x0::float8)::numeric", "d", "SIGN({0})"),
    ("trunc(x0, 0)", "d", "TRUNC({0})"),
    ("ln(x0::float8) / ln(x1::float8)", "xx", "LOG({0}, {1})"),
    ("x0 = 'NaN'::float8", "f", "IS_NAN({0})"),
    ("x0 IN ('Infinity'::float8, '-Infinity'::float8)", "f", "IS_INF({0})"),
    (f"CASE WHEN x0::numeric + x1::numeric {_LIMITS} x0 + x1 END", "ii", "SAFE_ADD({0}, {1})"),
    (f"CASE WHEN x0::numeric - x1::numeric {_LIMITS} x0 - x1 END", "ii", "SAFE_SUBTRACT({0}, {1})"),
    (f"CASE WHEN x0::numeric * x1::numeric {_LIMITS} x0 * x1 END", "ii", "SAFE_MULTIPLY({0}, {1})"),
    ("CASE WHEN x0 <> '-9223372036854775808'::bigint THEN -x0 END", "i", "SAFE_NEGATE({0})"),
    ("x0::float8 / nullif(x1::float8, 0)", "ii", "SAFE_DIVIDE({0}, {1})"),
    ("CASE WHEN x0 IS NULL OR x1 IS NULL THEN NULL ELSE greatest(x0, x1) END", "**", "GREATEST({0}, {1})"),
    ("CASE WHEN x0 IS NULL OR x1 IS NULL THEN NULL ELSE least(x0, x1) END", "**", "LEAST({0}, {1})"),
    ("CASE WHEN x0 IS NULL THEN NULL ELSE greatest(x0, x1) END", "**", "GREATEST({0}, {1})"),
    ("CASE WHEN x0 IS NULL THEN NULL ELSE least(x0, x1) END", "**", "LEAST({0}, {1})"),
    ("starts_with(reverse(x0), reverse(x1))", "ss", "ENDS_WITH({0}, {1})"),
    (f"btrim(x0, {SPACES})", "s", "TRIM({0})"),
    (f"ltrim(x0, {SPACES})", "s", "LTRIM({0})"),
    (f"rtrim(x0, {SPACES})", "s", "RTRIM({0})"),
    (r"length(replace(x0, '\', '/')::bytea)", "s", "BYTE_LENGTH({0})"),
    ("sha256(x0::bytea)", "s", "SHA256({0})"),
    ("sha512(x0::bytea)", "s", "SHA512({0})"),
    ("NOT coalesce(x0 = x1, x0 IS NULL AND x1 IS NULL)", "**", "{0:p} IS DISTINCT FROM {1:p}"),
    ("coalesce(x0 = x1, x0 IS NULL AND x1 IS NULL)", "**", "{0:p} IS NOT DISTINCT FROM {1:p}"),
    ("count(CASE WHEN x0 THEN 1 END)", "B", "COUNTIF({0})"),
    ("CASE WHEN x0 THEN 1 WHEN NOT x0 THEN 0 END", "B", "CAST({0} AS INT64)"),
    (f"({_DOW.format('x0')} + 1)::bigint", "*", "EXTRACT(DAYOFWEEK FROM {0})"),
    ("trunc(extract(second FROM x0), 0)::bigint", "*", "EXTRACT(SECOND FROM {0})"),
    ("mod(trunc(extract(milliseconds FROM x0), 0)::bigint, 1000)", "*", "EXTRACT(MILLISECOND FROM {0})"),
    ("mod(extract(microseconds FROM x0)::bigint, 1000000)", "*", "EXTRACT(MICROSECOND FROM {0})"),
    ("(extract(doy FROM x0)::bigint + 6 - extract(dow FROM x0)::bigint) / 7", "*", "EXTRACT(WEEK FROM {0})"),
    (
        "(extract(doy FROM x0)::bigint + 6 - (extract(isodow FROM x0)::bigint - 1)) / 7",
        "*",
        "EXTRACT(WEEK(MONDAY) FROM {0})",
    ),
    ("floor(extract(epoch FROM x0) * 1000)::bigint", "T", "UNIX_MILLIS({0})"),
    ("(extract(epoch FROM x0) * 1000000)::bigint", "T", "UNIX_MICROS({0})"),
    (f"div({_EPOCHS}, 60)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, MINUTE)"),
    (f"div({_EPOCHS}, 3600)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, HOUR)"),
    (f"div({_EPOCHS}, 86400)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, DAY)"),
    (f"trunc({_EPOCHS}, 0)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, SECOND)"),
    (f"trunc(({_EPOCHS}) * 1000, 0)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, MILLISECOND)"),
    (f"(({_EPOCHS}) * 1000000)::bigint", "TT", "TIMESTAMP_DIFF({0}, {1}, MICROSECOND)"),
    (f"INTERVAL '1 MICROSECOND' * (({_EPOCHS}) * 1000000)::float8", "TT", "{0:p} - {1:p}"),
    ("x0 - DATE '1970-01-01'", "D", "UNIX_DATE({0})"),
    ("DATE '1970-01-01' + x0", "i", "DATE_FROM_UNIX_DATE({0})"),
    ("DATE '1970-01-01' + x0::int", "i", "DATE_FROM_UNIX_DATE({0})"),
    ("date_trunc('month', x0::timestamptz)::date", "D", "DATE_TRUNC({0}, MONTH)"),
    ("date_trunc('quarter', x0::timestamptz)::date", "D", "DATE_TRUNC({0}, QUARTER)"),
    ("date_trunc('year', x0::timestamptz)::date", "D", "DATE_TRUNC({0}, YEAR)"),
    (f"x0 - {_DOW.format('x0')}::int", "D", "DATE_TRUNC({0}, WEEK)"),
    (f"x0 - ({_ISODOW.format('x0')}::int - 1)", "D", "DATE_TRUNC({0}, ISOWEEK)"),
    (
        f"((x0 - {_DOW.format('x0')}::int) - (x1 - {_DOW.format('x1')}::int)) / 7",
        "DD",
        "DATE_DIFF({0}, {1}, WEEK)",
    ),
    (
        f"((x0 - ({_ISODOW.format('x0')}::int - 1)) - (x1 - ({_ISODOW.format('x1')}::int - 1))) / 7",
        "DD",
        "DATE_DIFF({0}, {1}, ISOWEEK)",
    ),
    (f"{_YEARS}::bigint", "DD", "DATE_DIFF({0}, {1}, YEAR)"),
    (
        f"({_YEARS} * 12 + extract(month FROM x0) - extract(month FROM x1))::bigint",
        "DD",
        "DATE_DIFF({0}, {1}, MONTH)",
    ),
    (
        f"({_YEARS} * 4 + extract(quarter FROM x0) - extract(quarter FROM x1))::bigint",
        "DD",
        "DATE_DIFF({0}, {1}, QUARTER)",
    ),
    (
        "spanner.timestamptz_add(TIMESTAMPTZ '1970-01-01 00:00:00+00', x0::text || ' milliseconds')",
        "i",
        "TIMESTAMP_MILLIS({0})",
    ),
    (
        "spanner.timestamptz_add(TIMESTAMPTZ '1970-01-01 00:00:00+00', x0::text || ' microseconds')",
        "i",
        "TIMESTAMP_MICROS({0})",
    ),
    ("(x0::text || ' ' || x1)::timestamptz", "Ds", "TIMESTAMP({0}, {1})"),
    (
        f"to_char(x0, CASE WHEN {_MICROS.format(1000000)} '{_CLOCK}TZH' WHEN {_MICROS.format(1000)} '{_CLOCK}.MSTZH'"
        f" ELSE '{_CLOCK}.USTZH' END)",
        "T",
        "CAST({0} AS STRING)",
    ),
    (
        "CASE WHEN strpos(x0::text, '.') > 0 THEN rtrim(rtrim(x0::text, '0'), '.') ELSE x0::text END",
        "d",
        "CAST({0} AS STRING)",
    ),
    (
        "spanner.timestamptz_subtract(date_trunc('week', spanner.timestamptz_add(x0, '1 day')), '1 day')",
        "T",
        "TIMESTAMP_TRUNC({0}, WEEK)",
    ),
    (
        "spanner.timestamptz_subtract(date_trunc('week', spanner.timestamptz_add(x0, '24 hours'), x1), '24 hours')",
        "Ts",
        "TIMESTAMP_TRUNC({0}, WEEK, {1})",
    ),
    ("CASE WHEN jsonb_typeof(x0 -> x1) NOT IN ('object', 'array') THEN x0 ->> x1 END", "j*", "@json_value"),
    (
        "CASE WHEN jsonb_typeof(x0) = 'array' AND jsonb_typeof(x0 -> x1) NOT IN ('object', 'array') THEN x0 ->> x1 END",
        "j*",
        "@json_value",
    ),
    (
        "CASE WHEN jsonb_typeof(x0) NOT IN ('object', 'array') THEN jsonb_build_array(x0) ->> 0 END",
        "j",
        "JSON_VALUE({0}, '$')",
    ),
    ("array_to_string(regexp_split_to_array(x0, x1), x2)", "sss", "@regexp_replace"),
    ("make_interval(days => x0 - x1)", "DD", "{0:p} - {1:p}"),
    ("x0 IS NOT NULL AND x1 = ANY(x0)", "A*", "{1:p} IN UNNEST({0})"),
    ("x0 IS NULL OR x1 <> ALL(x0)", "A*", "{1:p} NOT IN UNNEST({0})"),
    ("CASE WHEN x0 IS NULL THEN NULL ELSE coalesce(array_length(x0, 1), 0) END", "A", "ARRAY_LENGTH({0})"),
    ("coalesce(array_length(x0, 1), 0)", "A", "IFNULL(ARRAY_LENGTH({0}), 0)"),
    ("CASE WHEN x0 IS NULL THEN NULL ELSE array_cat(x0, x1) END", "AA", "ARRAY_CONCAT({0}, {1})"),
    (
        "CASE WHEN x0 IS NULL OR x1 IS NULL THEN NULL ELSE array_cat(x0, x1) END",
        "AA",
        "ARRAY_CONCAT({0}, {1})",
    ),
    (
        "CASE WHEN x0 IS NULL THEN NULL ELSE coalesce(x1 = ANY(x0), FALSE) END",
        "A*",
        "ARRAY_INCLUDES({0}, {1})",
    ),
    (
        "CASE WHEN x0 IS NULL OR x1 IS NULL THEN NULL ELSE coalesce(x1 = ANY(x0), FALSE) END",
        "A*",
        "ARRAY_INCLUDES({0}, {1})",
    ),
    ("coalesce(to_jsonb(x0), JSONB 'null')", "*", "TO_JSON({0})"),
    ("x0::text::bigint", "j", "INT64({0})"),
    ("CASE WHEN jsonb_typeof(x0) = 'array' THEN x0 -> x1 END", "ji", "{0:p}[{1}]"),
)

GOOGLESQL: tuple[tuple[str, str, str], ...] = (
    (
        "IF(JSON_TYPE(x0) IN ('object', 'array'), ERROR('->> of an object or array'), JSON_VALUE(x1, x2))",
        "j**",
        "@arrow_text",
    ),
    (
        "IF(ABS(ROUND(x0, x1)) >= x2, ERROR('numeric field overflow'), ROUND(x0, x1))",
        "dii",
        "@numeric_precision",
    ),
    ("SUM(CAST(x0 AS NUMERIC))", "i", "sum({0})"),
    ("COALESCE(GREATEST(x0, x1), x0, x1)", "**", "greatest({0}, {1})"),
    ("COALESCE(LEAST(x0, x1), x0, x1)", "**", "least({0}, {1})"),
    ("IF(x0 IS NULL, NULL, x1 IN UNNEST(x0))", "A*", "{1:p} = ANY({0})"),
    ("IF(x0 IS NULL, NULL, x1 NOT IN UNNEST(x0))", "A*", "{1:p} <> ALL({0})"),
    ("NULLIF(ARRAY_LENGTH(x0), 0)", "A", "array_length({0}, 1)"),
    ("IF(x0 IS NULL, NULL, TO_JSON(x0))", "*", "to_jsonb({0})"),
    ("TRIM(x0, ' ')", "s", "btrim({0})"),
    ("LTRIM(x0, ' ')", "s", "ltrim({0})"),
    ("RTRIM(x0, ' ')", "s", "rtrim({0})"),
    ("CAST(EXTRACT(YEAR FROM x0) AS NUMERIC)", "*", "extract(year FROM {0})"),
    ("CAST(EXTRACT(QUARTER FROM x0) AS NUMERIC)", "*", "extract(quarter FROM {0})"),
    ("CAST(EXTRACT(MONTH FROM x0) AS NUMERIC)", "*", "extract(month FROM {0})"),
    ("CAST(EXTRACT(DAY FROM x0) AS NUMERIC)", "*", "extract(day FROM {0})"),
    ("CAST(EXTRACT(HOUR FROM x0) AS NUMERIC)", "*", "extract(hour FROM {0})"),
    ("CAST(EXTRACT(MINUTE FROM x0) AS NUMERIC)", "*", "extract(minute FROM {0})"),
    ("CAST(EXTRACT(DAYOFYEAR FROM x0) AS NUMERIC)", "*", "extract(doy FROM {0})"),
    ("CAST(EXTRACT(ISOWEEK FROM x0) AS NUMERIC)", "*", "extract(week FROM {0})"),
    ("CAST(EXTRACT(ISOYEAR FROM x0) AS NUMERIC)", "*", "extract(isoyear FROM {0})"),
    ("CAST(EXTRACT(DAYOFWEEK FROM x0) - 1 AS NUMERIC)", "*", "extract(dow FROM {0})"),
    ("CAST(MOD(EXTRACT(DAYOFWEEK FROM x0) + 5, 7) + 1 AS NUMERIC)", "*", "extract(isodow FROM {0})"),
    ("CAST(UNIX_MICROS(x0) AS NUMERIC) / 1000000", "T", "extract(epoch FROM {0})"),
    (
        "CAST(EXTRACT(SECOND FROM x0) AS NUMERIC) + CAST(EXTRACT(MICROSECOND FROM x0) AS NUMERIC) / 1000000",
        "T",
        "extract(second FROM {0})",
    ),
)
