"""What a whole Python file says: its imports, typed fields, and functions that runners are passed."""

from __future__ import annotations

from queuesql.host.code import Import, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.host.lowering import Lowering

_RUNNERS = ("run_in_transaction",)


def fields_of(lowering: Lowering) -> tuple[Parameter, ...]:
    """Return the fields that classes declare with a type."""
    return tuple(f for n in lowering.tree.find(("class_definition",)) for f in _fields(lowering, n))


def imports_of(lowering: Lowering) -> tuple[Import, ...]:
    """Return all imported names, wherever in the file they are imported."""
    found: list[Import] = []
    for node in lowering.tree.find(("import_statement", "import_from_statement")):
        module = lowering.text(node.child_by_field_name("module_name"))
        for name in node.children_by_field_name("name"):
            alias = lowering.text(name.child_by_field_name("alias"))
            inner = name.child_by_field_name("name") if name.type == "aliased_import" else name
            path = lowering.text(inner)
            full = f"{module}.{path}" if module else path
            if not alias:
                alias = path if module else path.partition(".")[0]
                full = full if module else alias
            found.append(Import(lowering.span(name), alias, full))
        if any(c.type == "wildcard_import" for c in node.named_children):
            found.append(Import(lowering.span(node), "*", module))
    return tuple(found)


def transaction_bodies(lowering: Lowering) -> set[str]:
    """Return the names of functions that the file passes to a runner, and lambdas' places."""
    found: set[str] = set()
    for call in lowering.tree.find(("call",)):
        function = call.child_by_field_name("function")
        if function is None or lowering.text(function).rpartition(".")[2] not in _RUNNERS:
            continue
        arguments = call.child_by_field_name("arguments")
        first = next(iter(lowering.children(arguments)), None) if arguments is not None else None
        if first is not None and first.type in ("identifier", "attribute"):
            found.add(lowering.text(first).rpartition(".")[2])
        elif first is not None and first.type == "lambda":
            found.add(str(first.start_byte))
    return found


def _fields(lowering: Lowering, node: Any) -> list[Parameter]:
    """Return the fields that a class body declares with a type."""
    body = node.child_by_field_name("body")
    found: list[Parameter] = []
    for statement in lowering.children(body) if body is not None else []:
        inner = next(iter(lowering.children(statement)), None)
        if statement.type == "expression_statement" and inner is not None and inner.type == "assignment":
            target, written = inner.child_by_field_name("left"), inner.child_by_field_name("type")
            if written is not None and target.type == "identifier":
                found.append(Parameter(lowering.span(target), lowering.text(target), lowering.text(written)))
    return found
