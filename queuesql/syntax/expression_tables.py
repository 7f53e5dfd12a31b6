"""Operator precedence of both dialects, higher binds tighter, and the words that expressions are made of."""

from __future__ import annotations

from queuesql.records import Record


class Levels(Record):
    """The levels of one dialect. `postfix` is that of what needs no parentheses anywhere."""

    infix: dict[str, int]
    prefix: dict[str, int]
    postfix: int
    comparison: int
    matching: int
    is_test: int
    range_bound: int


def _levels(*groups: str) -> dict[str, int]:
    return {operator: level for level, group in enumerate(groups, 1) for operator in group.split()}


COMPARISONS = frozenset({"=", "<", ">", "<=", ">=", "<>", "!="})
MATCHING = frozenset({"LIKE", "ILIKE", "SIMILAR", "BETWEEN", "IN"})

# Comparisons, LIKE, IN, BETWEEN and IS share one level in GoogleSQL; NOT here is that of NOT LIKE and its like.
_GOOGLESQL_INFIX = _levels(
    "OR",
    "AND",
    "not",
    "= < > <= >= <> != LIKE ILIKE BETWEEN IN IS NOT",
    "|",
    "^",
    "&",
    "<< >>",
    "+ -",
    "* / % ||",
    "unary",
    ". [ COLLATE",
)
GOOGLESQL_LEVELS = Levels(
    infix=_GOOGLESQL_INFIX,
    prefix={"NOT": 3, "-": 11, "+": 11, "~": 11},
    postfix=12,
    comparison=4,
    matching=4,
    is_test=4,
    range_bound=5,
)

# PostgreSQL gives every operator without a level of its own the same one, between comparisons and `+`.
_POSTGRESQL_INFIX = _levels(
    "OR",
    "AND",
    "not",
    "IS ISNULL NOTNULL",
    "= < > <= >= <> !=",
    "BETWEEN IN LIKE ILIKE SIMILAR NOT",
    "|| & | # << >> -> ->> #> #>> #- @> <@ && ? ?| ?& ~ !~ ~* !~* ~~ !~~ ~~* !~~* ^@ ! @",
    "+ -",
    "* / %",
    "^",
    "AT",
    "COLLATE",
    "unary",
    "[ .",
    "::",
)
POSTGRESQL_LEVELS = Levels(
    infix=_POSTGRESQL_INFIX,
    prefix={"NOT": 3, "-": 13, "+": 13, "~": 8, "@": 8},
    postfix=14,
    comparison=5,
    matching=6,
    is_test=4,
    range_bound=7,
)

# Words that can't begin an operand: meeting one means that an operand is missing.
CLAUSE_WORDS = frozenset(
    "AND OR IN IS LIKE BETWEEN THEN ELSE END WHEN FROM WHERE AS ON ORDER GROUP HAVING LIMIT UNION INTERSECT EXCEPT "
    "SELECT BY DESC ASC USING".split()
)

# GoogleSQL types that may stand before a string literal.
GOOGLESQL_LITERAL_TYPES = frozenset(
    "DATE TIMESTAMP DATETIME TIME NUMERIC DECIMAL BIGNUMERIC BIGDECIMAL JSON".split()
)
# PostgreSQL allows any type there; the words that are something else before a string are not types.
POSTGRESQL_NOT_TYPES = CLAUSE_WORDS | frozenset(
    "NOT CASE DISTINCT ALL ANY SOME ESCAPE ZONE ILIKE SIMILAR TO NULL".split()
)

WITHOUT_PARENTHESES = frozenset(
    "CURRENT_TIMESTAMP CURRENT_DATE CURRENT_TIME CURRENT_USER SESSION_USER LOCALTIME LOCALTIMESTAMP USER".split()
)
SUBSCRIPT_WORDS = frozenset("OFFSET ORDINAL SAFE_OFFSET SAFE_ORDINAL KEY SAFE_KEY".split())
