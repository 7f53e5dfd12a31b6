"""What functions and operators of Spanner's PostgreSQL dialect are in GoogleSQL, by the sqlglot node for each.

https://cloud.google.com/spanner/docs/reference/postgresql/functions
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlglot import exp

from queuesql.dialects.sqlglot_functions_to_postgres import SAME_IN_SPANNER
from queuesql.dialects.sqlglot_templates import call, lossy, refused

if TYPE_CHECKING:
    from queuesql.dialects.sqlglot_templates import Override

_NONE = "{name} has no counterpart in Spanner's GoogleSQL dialect"

FUNCTIONS: dict[type[exp.Expr], Override] = {
    exp.Abs: call("ABS({this})"),
    exp.Acos: call("ACOS({this})"),
    exp.Asin: call("ASIN({this})"),
    exp.Atan: call("ATAN({this})", "this"),
    exp.Atan2: call("ATAN2({this}, {expression})"),
    exp.Cos: call("COS({this})"),
    exp.Exp: call("EXP({this})"),
    exp.Ln: call("LN({this})"),
    exp.Sin: call("SIN({this})"),
    exp.Sqrt: call("SQRT({this})"),
    exp.Tan: call("TAN({this})"),
    exp.Sign: call("SIGN({this})"),
    exp.Ceil: call("CEIL({this})", "this"),
    exp.Floor: call("FLOOR({this})", "this"),
    exp.Pow: call("POW({this}, {expression})"),
    exp.Mod: call("MOD({this}, {expression})"),
    exp.IntDiv: call("DIV({this}, {expression})"),
    exp.Concat: call("CONCAT({expressions})", "expressions", "safe"),
    exp.Length: call("LENGTH({this})", "this"),
    exp.Lower: call("LOWER({this})"),
    exp.Upper: call("UPPER({this})"),
    exp.Repeat: call("REPEAT({this}, {times})"),
    exp.Replace: call("REPLACE({this}, {expression}, {replacement})", "this", "expression", "replacement"),
    exp.Reverse: call("REVERSE({this})"),
    exp.StartsWith: call("STARTS_WITH({this}, {expression})"),
    exp.StrPosition: call("STRPOS({this}, {substr})", "this", "substr"),
    exp.RegexpLike: call("REGEXP_CONTAINS({this}, {expression})", "this", "expression"),
    exp.RegexpReplace: lossy(
        call(
            "REGEXP_REPLACE({this}, {expression}, {replacement})",
            "this",
            "expression",
            "replacement",
            "single_replace",
        ),
        "The documentation of {name} in PostgreSQL speaks of the first match only",
    ),
    exp.Coalesce: call("COALESCE({this}, {expressions})"),
    exp.Nullif: call("NULLIF({this}, {expression})"),
    exp.Min: call("MIN({this})", "this"),
    exp.Max: call("MAX({this})", "this"),
    exp.LogicalAnd: call("LOGICAL_AND({this})"),
    exp.LogicalOr: call("LOGICAL_OR({this})"),
    exp.BitwiseAndAgg: call("BIT_AND({this})"),
    exp.BitwiseOrAgg: call("BIT_OR({this})"),
    exp.CurrentDate: call("CURRENT_DATE()", "this"),
    exp.JustifyHours: call("JUSTIFY_HOURS({this})"),
    exp.JustifyDays: call("JUSTIFY_DAYS({this})"),
    exp.JustifyInterval: call("JUSTIFY_INTERVAL({this})"),
    exp.ArraySize: call("NULLIF(ARRAY_LENGTH({this}), 0)"),
    exp.ArrayConcat: call("ARRAY_CONCAT({this}, {expressions})", "this", "expressions"),
    exp.RegexpILike: refused("Case-insensitive matching has no counterpart in Spanner"),
    exp.ILike: refused("ILIKE has no counterpart in Spanner"),
    exp.Filter: refused("FILTER has no counterpart in Spanner"),
    exp.AtTimeZone: refused("AT TIME ZONE has no counterpart in Spanner's PostgreSQL dialect"),
    exp.JSONBExtract: refused("#> is not an operator of Spanner's PostgreSQL dialect"),
    exp.JSONBExtractScalar: refused("#>> is not an operator of Spanner's PostgreSQL dialect"),
    exp.JSONBDeleteAtPath: refused("#- has no counterpart in Spanner's GoogleSQL dialect"),
    exp.JSONBContainsTopKey: refused("? has no counterpart in Spanner's GoogleSQL dialect"),
    exp.JSONBContainsAnyTopKeys: refused("?| has no counterpart in Spanner's GoogleSQL dialect"),
    exp.JSONBContainsAllTopKeys: refused("?& has no counterpart in Spanner's GoogleSQL dialect"),
}

# Functions that sqlglot knows by name only, with their arguments in order.
NAMED: dict[str, str] = {
    "dlog1": "LN({0})",
    "dlog10": "LOG10({0})",
    "dexp": "EXP({0})",
    "dsqrt": "SQRT({0})",
    "dpow": "POW({0}, {1})",
    "every": "LOGICAL_AND({0})",
    "make_date": "DATE({0}, {1}, {2})",
    "array_upper": "NULLIF(ARRAY_LENGTH({0}), 0)",
    "textcat": "({0:p} || {1:p})",
    "jsonb_typeof": "JSON_TYPE({0})",
    "jsonb_strip_nulls": "JSON_STRIP_NULLS({0}, include_arrays => FALSE)",
    "spanner.date": "DATE({all})",
    "spanner.pending_commit_timestamp": "PENDING_COMMIT_TIMESTAMP()",
    "spanner.generate_uuid": "GENERATE_UUID()",
    "spanner.jsonb_query_array": "JSON_QUERY_ARRAY({0})",
    "spanner.tokenize_jsonb": "TOKENIZE_JSON({0})",
    "spanner.farm_fingerprint": "FARM_FINGERPRINT({0})",
    "spanner.soundex": "SOUNDEX({0})",
    "spanner.cosine_distance": "COSINE_DISTANCE({0}, {1})",
    "spanner.dot_product": "DOT_PRODUCT({0}, {1})",
    "spanner.euclidean_distance": "EUCLIDEAN_DISTANCE({0}, {1})",
    "jsonb_build_array": "JSON_ARRAY({all})",
    "jsonb_build_object": "JSON_OBJECT({all})",
    **{f"spanner.{name}": f"{name.upper()}({{all}})" for name in SAME_IN_SPANNER},
}

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
    exp.Unnest,
    # Written by the rewriting of queries and DML.
    exp.GenerateSeries,
    exp.TimestampAdd,
    exp.TimestampSub,
)

_ALL: dict[type[exp.Expr], Override] = {
    node: refused(_NONE) for node in exp.ALL_FUNCTIONS if node not in NEUTRAL
}
FUNCTIONS = {**_ALL, **FUNCTIONS}
