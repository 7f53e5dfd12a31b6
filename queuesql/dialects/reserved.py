"""Words that can't stand as a plain name, per dialect.

GoogleSQL: https://cloud.google.com/spanner/docs/reference/standard-sql/lexical#reserved_keywords.
PostgreSQL: the reserved and the function-name words of PostgreSQL's keyword list, which Spanner's parser keeps.
"""

from __future__ import annotations

GOOGLESQL_RESERVED = frozenset(
    """
    all and any array as asc assert_rows_modified at between by case cast collate contains create cross cube current
    default define desc distinct else end enum escape except exclude exists extract false fetch following for from
    full graph_table group grouping groups hash having if ignore in inner intersect interval into is join lateral
    left like limit lookup merge natural new no not null nulls of on or order outer over partition preceding proto
    range recursive respect right rollup rows select set some struct tablesample then to treat true unbounded union
    unnest using when where window with within
    """.split()
)

POSTGRESQL_RESERVED = frozenset(
    """
    all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
    current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc
    distinct do else end except false fetch for foreign from grant group having in initially intersect into lateral
    leading limit localtime localtimestamp not null offset on only or order placing primary references returning
    select session_user some symmetric table then to trailing true union unique user using variadic when where
    window with
    authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like
    natural notnull outer overlaps right similar tablesample verbose
    between exists row values
    """.split()
)

# May follow an expression as its name only after AS.
POSTGRESQL_LABELS_AFTER_AS = frozenset(
    """
    array as char character create day except fetch filter for from grant group having hour intersect into isnull
    limit minute month notnull offset on order over overlaps precision returning second to union varying where window
    with within without year
    """.split()
)

# PostgreSQL cuts longer names off, so that two of them may become one.
POSTGRESQL_NAME_LIMIT = 63
