"""ALTER TABLE and ALTER QUEUE, action by action. PostgreSQL takes one action a statement, but for a few pairs."""

from __future__ import annotations

from queuesql.source import Span
from queuesql.syntax.nodes import AlterAction, OtherClause
from queuesql.translate.ddl_alter_column import COLUMN_ACTIONS, translate_type_pair
from queuesql.translate.ddl_columns import translate_column
from queuesql.translate.ddl_constraints import translate_constraint
from queuesql.translate.ddl_options import translate_option_values
from queuesql.translate.ddl_policies import option_items, policy_text, table_options
from queuesql.translate.frames import Frame, relation_item
from queuesql.translate.identifiers import rename, rename_path, render
from queuesql.translate.scope import relation_scope
from queuesql.translate.tokens import clear

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import AlterQueue, AlterTable, Path
    from queuesql.translate.context import StatementContext
    from queuesql.translate.scope import Scope


def translate_alter_queue(statement: AlterQueue, context: StatementContext) -> None:
    """Ex: ALTER QUEUE q SET OPTIONS (disable_send = true), all that PostgreSQL has"""
    rename_path(statement.path, context)
    for action in statement.actions:
        if action.kind != "set-options" or action.options is None:
            if context.to_postgresql:
                note = "ALTER QUEUE only sets options in the PostgreSQL dialect; drop and create the queue for this"
                raise context.refuse(action.span, "alter-queue", note)
            raise context.refuse(action.span, "alter-queue", "this is no PostgreSQL form of ALTER QUEUE")
        for option in action.options.items:
            if context.to_postgresql and option.name.key == "receive_mode":
                note = "the option receive_mode can't be altered in the PostgreSQL dialect"
                raise context.refuse(option.span, "receive-mode", note)
        translate_option_values(action.options, context)


def translate_alter_table(statement: AlterTable, context: StatementContext) -> None:
    """Ex: ALTER TABLE t ALTER COLUMN c STRING(MAX) NOT NULL"""
    kinds = [a.kind for a in statement.actions]
    relation = context.catalog.relation(statement.path.value)
    scope = relation_scope(relation, statement.path.name.value, None)
    context.frames.append(Frame([relation_item(relation, statement.path.name.key)]))
    _drop_only(statement, context)
    if kinds[1:] and all(k == "also-rename" for k in kinds[1:]) and kinds[0] == "rename-to":
        _rename_tables(statement, context)
    elif kinds == ["rename-to", "add-synonym"]:
        _rename_with_synonym(statement, context)
    else:
        rename_path(statement.path, context)
        if not translate_type_pair(statement, context):
            if len(kinds) > 1:
                note = "several actions in one ALTER TABLE can't be told apart here; write one statement for each"
                raise context.refuse(statement.span, "alter-table", note)
            _translate_action(statement, statement.actions[0], context, scope)
    context.frames.pop()


def _drop_only(statement: AlterTable, context: StatementContext) -> None:
    """Drop PostgreSQL's ONLY: without inheritance there is nothing that it could leave out."""
    only = context.index.words(statement.span.start, statement.path.span.start, "ONLY")
    if only is not None and not context.to_postgresql:
        clear(context, only.start, context.index.space_after(only.end), "removed", "only")


def _translate_action(
    statement: AlterTable, action: AlterAction, context: StatementContext, scope: Scope
) -> None:
    handler = COLUMN_ACTIONS.get(action.kind)
    if handler is not None:
        handler(statement, action, context, scope)
        return
    simple = _ACTIONS.get(action.kind)
    if simple is None:
        words = action.kind.replace("-", " ").upper()
        raise context.refuse(action.span, "alter-table", f"ALTER TABLE … {words} has no counterpart")
    simple(statement, action, context)
    if action.kind == "add-column" and action.column is not None:
        translate_column(action.column, context, scope)
    if action.kind == "add-constraint" and action.constraint is not None:
        translate_constraint(action.constraint, context, scope)


def _nothing(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    return


def _rename_name(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    if action.if_exists:
        raise context.refuse(action.span, "alter-table", "IF EXISTS is not allowed here by Spanner")
    if action.name is not None:
        rename(action.name, context)


def _rename_to(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    if action.path is not None:
        rename_path(action.path, context)


def _set_interleave(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    if action.interleave is not None:
        rename_path(action.interleave.parent, context)


def _set_on_delete(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    relation = context.catalog.relation(statement.path.value)
    if relation is not None and relation.parent and relation.in_parent and context.to_postgresql:
        parent = ".".join(context.spelling.text(p) for p in relation.parent.split("."))
        place = context.index.words(action.span.start, action.span.end, "ON", "DELETE")
        if place is not None:
            text = f"{context.keyword('INTERLEAVE IN PARENT')} {parent} "
            context.insert(place.start, text, "added", "set-on-delete")
            return
    note = "SET ON DELETE alone is not documented for the PostgreSQL dialect; give --schema for the documented form"
    context.note(action.span, "set-on-delete", note)


def _policy(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    to_postgresql = action.kind in ("add-policy", "replace-policy", "drop-policy")
    if to_postgresql != context.to_postgresql:
        raise context.refuse(action.span, "row-deletion-policy", "this clause belongs to the other dialect")
    verb = {
        "add-policy": "ADD",
        "replace-policy": "ALTER",
        "drop-policy": "DROP",
        "add-ttl": "ADD",
        "alter-ttl": "REPLACE",
        "drop-ttl": "DROP",
    }[action.kind]
    if action.policy is not None:
        text = f"{context.keyword(verb)} {policy_text(action.policy, context)}"
    else:
        text = context.keyword("DROP TTL" if to_postgresql else "DROP ROW DELETION POLICY")
    clear(context, action.span.start, action.span.end, "rewrite", "row-deletion-policy", "", text)


def _set_table_options(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    """Ex: SET OPTIONS (locality_group = 'g') becomes SET LOCALITY GROUP g"""
    if action.options is None or not context.to_postgresql:
        raise context.refuse(action.span, "table-options", "the PostgreSQL dialect has no such form")
    if any(o.value.is_null for o in action.options.items):
        raise context.refuse(
            action.span, "table-options", "PostgreSQL has no words for taking an option back"
        )
    text = table_options(action.options, context)
    if len(action.options.items) != 1 or text.upper().startswith("WITH"):
        note = "only one of locality_group and columnar_policy can be set at a time in PostgreSQL"
        raise context.refuse(action.span, "table-options", note)
    clear(context, action.options.span.start, action.options.span.end, "rewrite", "table-options", "", text)


def _set_clause(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    """Ex: SET LOCALITY GROUP g becomes SET OPTIONS (locality_group = 'g')"""
    set_clause(action, context)


def set_clause(action: AlterAction, context: StatementContext) -> None:
    """Turn SET LOCALITY GROUP or SET COLUMNAR POLICY into SET OPTIONS; GoogleSQL has no other form."""
    if context.to_postgresql:
        raise context.refuse(action.span, "table-options", "this clause belongs to the other dialect")
    first = context.index.after(action.span.start + len("SET"))
    start = first.start if first is not None else action.span.end
    clause = OtherClause(Span(start, action.span.end), action.kind.split("-", 1)[1], action.name)
    clause = _bare_kind(clause)
    text = f"{context.keyword('OPTIONS')} ({', '.join(option_items(clause, context))})"
    clear(context, start, action.span.end, "rewrite", "table-options", "", text)


def _bare_kind(clause: OtherClause) -> OtherClause:
    kind = "columnar-policy" if clause.kind.endswith("columnar-policy") else "locality-group"
    return OtherClause(clause.span, kind, clause.name)


def _with_synonym(statement: AlterTable, action: AlterAction, context: StatementContext) -> None:
    """Ex: RENAME WITH SYNONYM TO n becomes RENAME TO n, ADD SYNONYM old"""
    span = context.index.words(action.span.start, action.span.end, "WITH", "SYNONYM")
    if span is None or action.path is None or context.to_postgresql:
        raise context.refuse(action.span, "rename", "RENAME WITH SYNONYM is PostgreSQL's")
    clear(context, span.start, context.index.space_after(span.end), "rewrite", "rename-with-synonym")
    rename_path(action.path, context)
    old = ".".join(render(p, context) for p in statement.path.parts)
    context.insert(
        action.span.end, f", {context.keyword('ADD SYNONYM')} {old}", "rewrite", "rename-with-synonym"
    )


def _rename_with_synonym(statement: AlterTable, context: StatementContext) -> None:
    rename, synonym = statement.actions
    if synonym.name is None or rename.path is None or synonym.name.key != statement.path.name.key:
        note = "PostgreSQL's synonym is always the table's old name"
        raise context.refuse(synonym.span, "rename-with-synonym", note)
    rename_path(statement.path, context)
    rename_path(rename.path, context)
    to_word = context.index.words(rename.span.start, rename.span.end, "TO")
    if to_word is not None:
        text = context.keyword("WITH SYNONYM") + " "
        context.insert(to_word.start, text, "rewrite", "rename-with-synonym")
    clear(context, rename.span.end, synonym.span.end, "rewrite", "rename-with-synonym")


def _rename_tables(statement: AlterTable, context: StatementContext) -> None:
    """Ex: ALTER TABLE a RENAME TO b, ALTER TABLE c RENAME TO d becomes RENAME TABLE a TO b, c TO d"""
    if context.to_postgresql:
        raise context.refuse(statement.span, "rename", "this form is PostgreSQL's")
    index = context.index
    first = index.words(statement.span.start, statement.path.span.start, "ALTER")
    if first is not None:
        context.replace(first, context.keyword("RENAME"), "rewrite", "rename-table")
    rename_path(statement.path, context)
    for action in statement.actions:
        _rename_pair(action, context)


def _rename_pair(action: AlterAction, context: StatementContext) -> None:
    index = context.index
    words = index.words(action.span.start, action.span.end, "RENAME", "TO")
    if words is None or action.path is None:
        return
    clear(context, words.start, words.end, "rewrite", "rename-table", "", context.keyword("TO"))
    lead = index.words(action.span.start, words.start, "ALTER", "TABLE")
    if lead is not None:
        clear(context, lead.start, index.space_after(lead.end), "rewrite", "rename-table")
        _rename_words(lead.end, words.start, context)
    _rename_words(words.end, action.span.end, context)


def _rename_words(start: int, end: int, context: StatementContext) -> None:
    from queuesql.translate.ddl_objects import path_in

    path: Path = path_in(start, end, context)
    rename_path(path, context)


_ACTIONS = {
    "add-column": _nothing,
    "drop-column": _rename_name,
    "add-constraint": _nothing,
    "drop-constraint": _rename_name,
    "add-synonym": _rename_name,
    "drop-synonym": _rename_name,
    "rename-to": _rename_to,
    "rename-with-synonym": _with_synonym,
    "set-interleave": _set_interleave,
    "set-on-delete": _set_on_delete,
    "add-policy": _policy,
    "replace-policy": _policy,
    "drop-policy": _policy,
    "add-ttl": _policy,
    "alter-ttl": _policy,
    "drop-ttl": _policy,
    "set-options": _set_table_options,
    "set-locality-group": _set_clause,
    "set-columnar-policy": _set_clause,
}
