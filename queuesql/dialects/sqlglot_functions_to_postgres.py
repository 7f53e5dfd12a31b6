"""What GoogleSQL functions are in Spanner's PostgreSQL dialect, by the sqlglot node that stands for each.

https://cloud.google.com/spanner/docs/reference/dialect-differences and the function pages of both references.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_templates import call, lossy, operator, refused

if TYPE_CHECKING:
    from queuesql.dialects.sqlglot_templates import Override

_NONE = "{name} has no counterpart in Spanner's PostgreSQL dialect"

FUNCTIONS: dict[type[exp.Expr], Override] = {
    exp.Abs: call("abs({this})"),
    exp.Acos: call("acos({this:f})"),
    exp.Asin: call("asin({this:f})"),
    exp.Atan: call("atan({this:f})", "this"),
    exp.Atan2: call("atan2({this:f}, {expression:f})"),
    exp.Cos: call("cos({this:f})"),
    exp.Exp: call("exp({this:f})"),
    exp.Ln: call("ln({this:f})"),
    exp.Sin: call("sin({this:f})"),
    exp.Sqrt: call("sqrt({this:f})"),
    exp.Tan: call("tan({this:f})"),
    exp.Ceil: call("ceil({this:n})", "this"),
    exp.Floor: call("floor({this:n})", "this"),
    exp.Pow: call("power({this:f}, {expression:f})"),
    exp.IntDiv: operator(exp.IntDiv, "{this:p} / {expression:p}"),
    exp.Mod: call("mod({this}, {expression})"),
    exp.Acosh: call("ln({this:f} + sqrt({this:f} * {this:f} - 1))"),
    exp.Asinh: call("ln({this:f} + sqrt({this:f} * {this:f} + 1))"),
    exp.Atanh: call("(ln((1 + {this:f}) / (1 - {this:f})) / 2)"),
    exp.Cosh: call("((exp({this:f}) + exp(-{this:f})) / 2)"),
    exp.Sinh: call("((exp({this:f}) - exp(-{this:f})) / 2)"),
    exp.IsNan: operator(exp.IsNan, "{this:f} = CAST('NaN' AS double precision)"),
    exp.IsInf: operator(
        exp.IsInf, "{this:f} IN (CAST('Infinity' AS double precision), CAST('-Infinity' AS double precision))"
    ),
    exp.SafeDivide: operator(exp.SafeDivide, "{this:f} / nullif({expression:f}, 0)"),
    exp.CosineDistance: call("spanner.cosine_distance({this}, {expression})"),
    exp.DotProduct: call("spanner.dot_product({this}, {expression})"),
    exp.EuclideanDistance: call("spanner.euclidean_distance({this}, {expression})"),
    exp.Lower: call("lower({this})"),
    exp.Upper: call("upper({this})"),
    exp.Length: call("length({this})", "this", "binary"),
    exp.Repeat: call("repeat({this}, {times})"),
    exp.Replace: call("replace({this}, {expression}, {replacement})", "this", "expression", "replacement"),
    exp.Reverse: call("reverse({this})"),
    exp.StartsWith: call("starts_with({this}, {expression})"),
    exp.EndsWith: call("starts_with(reverse({this}), reverse({expression}))"),
    exp.StrPosition: call("strpos({this}, {substr})", "this", "substr"),
    exp.RegexpLike: operator(exp.RegexpLike, "{this:p} ~ {expression:p}"),
    exp.RegexpReplace: lossy(
        call("regexp_replace({this}, {expression}, {replacement})", "this", "expression", "replacement"),
        "The documentation of {name} in PostgreSQL speaks of the first match only",
    ),
    exp.Soundex: call("spanner.soundex({this})"),
    exp.FarmFingerprint: call("spanner.farm_fingerprint({expressions})"),
    exp.Coalesce: call("coalesce({this}, {expressions})"),
    exp.Nullif: call("nullif({this}, {expression})"),
    exp.Min: call("min({this})", "this"),
    exp.Max: call("max({this})", "this"),
    exp.LogicalAnd: call("bool_and({this})"),
    exp.LogicalOr: call("bool_or({this})"),
    exp.BitwiseAndAgg: call("bit_and({this})"),
    exp.BitwiseOrAgg: call("bit_or({this})"),
    exp.CountIf: call("count(CASE WHEN {this} THEN 1 END)", "this"),
    exp.AnyValue: call("min({this})", "this"),
    exp.DateFromParts: call("make_date({year}, {month}, {day})", "year", "month", "day"),
    exp.UnixSeconds: call("CAST(floor(extract(epoch FROM {this})) AS bigint)"),
    exp.UnixMillis: call("CAST(floor(extract(epoch FROM {this}) * 1000) AS bigint)"),
    exp.UnixMicros: call("CAST(floor(extract(epoch FROM {this}) * 1000000) AS bigint)"),
    exp.UnixDate: call("CAST({this:p} - CAST('1970-01-01' AS date) AS bigint)"),
    exp.DateFromUnixDate: operator(exp.DateFromUnixDate, "CAST('1970-01-01' AS date) + {this:p}"),
    exp.JustifyHours: call("justify_hours({this})"),
    exp.JustifyDays: call("justify_days({this})"),
    exp.JustifyInterval: call("justify_interval({this})"),
    exp.ArrayToString: call("array_to_string({this}, {expression})", "this", "expression"),
    exp.ArrayMax: call("(SELECT max(e) FROM unnest({this}) AS e)"),
    exp.ArrayMin: call("(SELECT min(e) FROM unnest({this}) AS e)"),
    exp.ArrayFirst: lossy(
        call("({this})[1]"), "{name} of an empty array is NULL in PostgreSQL, not an error"
    ),
    exp.ArrayLast: lossy(
        call("({this})[array_length({this}, 1)]"),
        "{name} of an empty array is NULL in PostgreSQL, not an error",
    ),
    exp.JSONType: call("jsonb_typeof({this})"),
    exp.JSONArray: call("jsonb_build_array({expressions})", "expressions"),
    exp.JSONBool: call("CAST({this} AS boolean)"),
    exp.Float64: call("CAST({this} AS double precision)", "this"),
    exp.Int64: lossy(
        call("CAST({this} AS bigint)"), "{name} of a fraction is rounded in PostgreSQL, an error in GoogleSQL"
    ),
    exp.TryCast: refused("SAFE_CAST has no counterpart in Spanner's PostgreSQL dialect"),
    exp.SafeFunc: refused("The SAFE. prefix has no counterpart in Spanner's PostgreSQL dialect"),
    exp.NetFunc: refused("NET functions have no counterpart in Spanner's PostgreSQL dialect"),
    exp.Struct: refused("Spanner's PostgreSQL dialect has no STRUCT"),
}

# Functions that sqlglot knows by name only, with their arguments in order.
NAMED: dict[str, str] = {
    "PENDING_COMMIT_TIMESTAMP": "spanner.pending_commit_timestamp()",
    "NEW_UUID": "gen_random_uuid()",
    "ARRAY_INCLUDES": "({1:p} = ANY({0}))",
    "ARRAY_INCLUDES_ALL": "({0:p} @> {1:p})",
    "ARRAY_INCLUDES_ANY": "({0:p} && {1:p})",
    "JSON_CONTAINS": "({0:p} @> {1:p})",
    "FLOAT32": "CAST({0} AS real)",
    "SUBDATE": "({0:p} - {1})",
    "ADDDATE": "({0:p} + {1})",
    "TOKENIZE_JSON": "spanner.tokenize_jsonb({0})",
}

# Functions of the same name, arguments and meaning in the schema `spanner`.
SAME_IN_SPANNER = frozenset(
    """
    approx_cosine_distance approx_dot_product approx_euclidean_distance bit_reverse bool_array debug_tokenlist
    float32_array float64_array get_table_column_identity_state int64_array score score_ngrams search search_ngrams
    search_substring snippet split_substr string_array token tokenize_bool tokenize_fulltext tokenize_ngrams
    tokenize_number tokenize_substring tokenlist_concat
    """.split()
)
# Named arguments that only GoogleSQL's functions take.
GOOGLESQL_ARGUMENTS = frozenset(("remove_diacritics", "array_aggregator", "precision", "dictionary"))

# Nodes that sqlglot counts as functions but whose stock print says the same in both dialects.
NEUTRAL: tuple[type[exp.Expr], ...] = (
    exp.And,
    exp.Array,
    exp.Or,
    exp.Case,
    exp.Cast,
    exp.Count,
    exp.Exists,
    exp.If,
    exp.CurrentTimestamp,
    exp.JSONKeyValue,
    exp.Unnest,
)

_ALL: dict[type[exp.Expr], Override] = {
    node: refused(_NONE) for node in exp.ALL_FUNCTIONS if node not in NEUTRAL
}
FUNCTIONS = {**_ALL, **FUNCTIONS}
