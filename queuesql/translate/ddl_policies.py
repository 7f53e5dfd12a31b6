"""Row deletion policies and TTL, locality groups, columnar policies, and the table options they come from."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.late import late
from queuesql.source import Span
from queuesql.syntax.literals import decode
from queuesql.syntax.nodes import Options, OtherClause
from queuesql.translate.context import GOOGLESQL
from queuesql.translate.ddl_options import is_true, option_text, option_value
from queuesql.translate.identifiers import column_text
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Node, Option, RowDeletionPolicy
    from queuesql.translate.context import StatementContext

# https://cloud.google.com/spanner/docs/ttl/working-with-ttl: a month counts as 30 days.
_DAYS = {"day": 1, "week": 7, "month": 30, "year": 360}
_PIECE = late(r"\s*([+-]?\d+)\s*([A-Za-z]+)")
_FULLTEXT = "fulltext_dictionary_table"


def translate_policy(policy: RowDeletionPolicy, context: StatementContext, *, queue: bool = False) -> None:
    """Ex: ROW DELETION POLICY (OLDER_THAN(At, INTERVAL 7 DAY)) becomes TTL INTERVAL '7 days' ON at"""
    if (policy.form == "ttl") == context.to_postgresql:
        raise context.refuse(policy.span, "row-deletion-policy", "this clause belongs to the other dialect")
    text = policy_text(policy, context, queue=queue)
    clear(context, policy.span.start, policy.span.end, "rewrite", "row-deletion-policy", "", text)


def policy_text(policy: RowDeletionPolicy, context: StatementContext, *, queue: bool = False) -> str:
    """Return the clause as the target writes it; a queue's may name the delivery time."""
    column = column_text(policy.column, context, None, system=queue)
    days = policy_days(policy, context)
    if context.to_postgresql:
        unit = "day" if days == 1 else "days"
        return f"{context.keyword('TTL INTERVAL')} '{days} {unit}' {context.keyword('ON')} {column}"
    words = context.keyword
    inner = f"{words('OLDER_THAN')}({column}, {words('INTERVAL')} {days} {words('DAY')})"
    return f"{words('ROW DELETION POLICY')} ({inner})"


def policy_days(policy: RowDeletionPolicy, context: StatementContext) -> int:
    """Return the age in days. Raises `Refused` when it is no whole number of days."""
    slot = policy.interval
    if policy.form == "policy":
        tokens = slot.tokens
        if len(tokens) == 2 and tokens[0].kind == "NUMBER" and tokens[1].value == "DAY":
            number = tokens[0].value
            if number.isdecimal() or number[:2] in ("0x", "0X"):
                return int(number, 10 if number.isdecimal() else 16)
    elif slot.token is not None:
        value = decode(slot.token, context.options.source)
        days = _days(value) if isinstance(value, str) else None
        if days is not None:
            return days
    raise context.refuse(slot.span, "row-deletion-policy", "the age must be a literal number of whole days")


def _days(text: str) -> int | None:
    total, position = 0, 0
    for match in _PIECE.finditer(text):
        if match.start() != position:
            return None
        unit = match[2].lower().rstrip("s")
        unit = {"d": "day", "w": "week", "mon": "month", "y": "year"}.get(unit, unit)
        if unit not in _DAYS:
            return None
        total += int(match[1]) * _DAYS[unit]
        position = match.end()
    return total if position and not text[position:].strip() and total >= 0 else None


def table_options(options: Options, context: StatementContext) -> str:
    """Return PostgreSQL's clauses for a table's or an index's OPTIONS, in PostgreSQL's order."""
    with_items: list[str] = []
    clauses: dict[str, str] = {}
    for option in options.items:
        name = option.name.key
        if name in ("locality_group", "columnar_policy"):
            if option.value.is_null:
                continue
            words = "LOCALITY GROUP" if name == "locality_group" else "COLUMNAR POLICY"
            value = context.spelling.text(option_text(option, context))
            clauses[name] = f"{context.keyword(words)} {value}"
        else:
            with_items.append(_with_item(option, context))
    pieces = (
        [f"{context.keyword('WITH')} ({', '.join(i for i in with_items if i)})"] if any(with_items) else []
    )
    pieces += [clauses[n] for n in ("locality_group", "columnar_policy") if n in clauses]
    return " ".join(pieces)


def _with_item(option: Option, context: StatementContext) -> str:
    if option.name.key == _FULLTEXT:
        return "type = 'fulltext_dictionary'" if is_true(option) else ""
    return f"{option.name.value} = {option_value(option, context)}"


def option_items(clause: Node, context: StatementContext) -> list[str]:
    """Return the items of GoogleSQL's OPTIONS for one of PostgreSQL's clauses."""
    if isinstance(clause, OtherClause):
        value = clause.name.value if clause.name is not None else _clause_string(clause, context)
        return [f"{clause.kind.replace('-', '_')} = {encode_string(value, GOOGLESQL)}"]
    items = []
    for option in clause.items if isinstance(clause, Options) else ():
        if option.name.key == "type":
            items.append(f"{_FULLTEXT} = true")
        else:
            items.append(f"{option.name.value} = {option_value(option, context)}")
    return items


def _clause_string(clause: OtherClause, context: StatementContext) -> str:
    token = context.index.within(clause.span.start, clause.span.end)[-1]
    value = decode(token, context.options.source)
    if not isinstance(value, str):
        raise context.refuse(Span(token.start, token.end), "option-value", "this literal can't be read")
    return value
