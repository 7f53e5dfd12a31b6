"""`*`, `t.*` and GoogleSQL's `* EXCEPT (…)` and `* REPLACE (…)`, which PostgreSQL needs written out."""

from __future__ import annotations

from queuesql.dialects.names import system_column_in
from queuesql.source import Span
from queuesql.syntax.nodes import Name
from queuesql.translate.identifiers import rename

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import SelectItem, Slot
    from queuesql.translate.context import StatementContext
    from queuesql.translate.frames import Item


def reference_parts(slot: Slot, context: StatementContext) -> list[Name]:
    """Return the names of a slot that is a plain column reference, else nothing."""
    names: list[Name] = []
    for position, token in enumerate(slot.tokens):
        if position % 2:
            if token.value != ".":
                return []
        elif token.kind in ("WORD", "QUOTED"):
            text = context.script.text[token.start : token.end]
            quoted = token.kind == "QUOTED"
            value = text[1:-1] if quoted else text if context.to_postgresql else text.lower()
            names.append(Name(Span(token.start, token.end), text, value, quoted))
        else:
            return []
    return names if len(slot.tokens) % 2 else []


def translate_star(item: SelectItem, context: StatementContext) -> None:
    """Translate `*` in a SELECT list or after RETURNING."""
    if item.modifiers is not None:
        _expand(item, context)
        return
    if item.expression is None:
        return
    tokens = [t for t in item.expression.tokens if t.kind in ("WORD", "QUOTED")]
    for token in tokens:
        text = context.script.text[token.start : token.end]
        quoted = token.kind == "QUOTED"
        value = text[1:-1] if quoted else text if context.to_postgresql else text.lower()
        rename(Name(Span(token.start, token.end), text, value, quoted), context)


def _expand(item: SelectItem, context: StatementContext) -> None:
    modifiers = item.modifiers
    assert modifiers is not None
    tokens = context.index.within(modifiers.span.start, modifiers.span.end)
    words = [t.value for t in tokens]
    if words[0] != "EXCEPT" or "REPLACE" in words:
        raise context.refuse(
            modifiers.span, "star-replace", "* REPLACE has no counterpart; write the columns out"
        )
    left_out = {t.value.lower().strip('`"') for t in tokens[2:-1] if t.kind in ("WORD", "QUOTED")}
    qualifier = item.star[:-2].rpartition(".")[2].strip('`"').lower()
    sources = _sources(qualifier, context)
    listed: list[str] = []
    for source in sources:
        listed += _columns(source, item, left_out, context, len(sources) > 1 or bool(qualifier))
    if not listed:
        note = "* EXCEPT has to be written out, and nothing would be left or nothing is known"
        raise context.refuse(item.span, "star-except", note)
    if context.index.comments(item.span.start, item.span.end):
        raise context.refuse(item.span, "star-except", "a comment stands inside what has to be written out")
    context.replace(item.span, ", ".join(listed), "rewrite", "star-except")


def _sources(qualifier: str, context: StatementContext) -> list[Item]:
    """Return the items that a star stands for; a qualified one may be that of a query around."""
    if not qualifier:
        return context.frames[-1].items
    for frame in reversed(context.frames):
        found = [i for i in frame.items if i.key == qualifier]
        if found:
            return found
    return []


def _columns(
    source: Item, item: SelectItem, left_out: set[str], context: StatementContext, qualified: bool
) -> list[str]:
    relation = source.relation
    if relation is None or not relation.columns:
        note = "* EXCEPT has to be written out, which needs the columns; name the table with --schema"
        raise context.refuse(item.span, "star-except", note)
    names = [
        context.spelling.text(c.name) for c in relation.columns if not c.hidden and c.key not in left_out
    ]
    names += [
        str(system_column_in(g, context.options.target))
        for g in sorted(source.system)
        if g.lower() not in left_out
    ]
    prefix = context.spelling.text(source.key) + "." if qualified and source.key else ""
    return [prefix + n for n in names]
