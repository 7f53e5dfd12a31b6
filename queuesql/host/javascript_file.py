"""What a whole JavaScript or TypeScript file says: its imports, typed fields, and functions that runners are passed."""

from __future__ import annotations

from queuesql.host.code import Import, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from queuesql.host.lowering import Lowering

# Runner -> the place of the transaction among the parameters of the function that it is passed.
_RUNNERS = {"runTransactionAsync": 0, "runTransaction": 1, "getTransaction": 1}


def imports_of(lowering: Lowering) -> tuple[Import, ...]:
    """Return all imported names, wherever in the file they are imported."""
    found: list[Import] = []
    for node in lowering.tree.find(("import_statement",)):
        path = lowering.text(node.child_by_field_name("source")).strip("'\"`")
        clause = next((c for c in node.named_children if c.type == "import_clause"), None)
        required = next((c for c in node.named_children if c.type == "import_require_clause"), None)
        if required is not None:
            name = lowering.children(required)[0]
            source = lowering.text(required.child_by_field_name("source")).strip("'\"`")
            found.append(Import(lowering.span(name), lowering.text(name), source))
        for part in lowering.children(clause) if clause is not None else []:
            found += _imported(lowering, part, path)
    for node in lowering.tree.find(("variable_declarator",)):
        found += _required(lowering, node)
    return tuple(found)


def _imported(lowering: Lowering, node: Any, path: str) -> list[Import]:
    if node.type == "identifier":
        return [Import(lowering.span(node), lowering.text(node), path)]
    if node.type == "namespace_import":
        return [Import(lowering.span(node), lowering.text(lowering.children(node)[-1]), path)]
    found: list[Import] = []
    for part in lowering.children(node):
        name, alias = part.child_by_field_name("name"), part.child_by_field_name("alias")
        if name is not None:
            used = lowering.text(alias if alias is not None else name)
            found.append(Import(lowering.span(part), used, f"{path}.{lowering.text(name)}"))
    return found


def _required(lowering: Lowering, node: Any) -> list[Import]:
    """Read `const {a, b: c} = require('m')` and `const x = require('m').y`."""
    value, target = node.child_by_field_name("value"), node.child_by_field_name("name")
    member = ""
    if value is not None and value.type == "member_expression":
        member = "." + lowering.text(value.child_by_field_name("property"))
        value = value.child_by_field_name("object")
    if value is None or value.type != "call_expression":
        return []
    if lowering.text(value.child_by_field_name("function")) != "require":
        return []
    path = lowering.text(value.child_by_field_name("arguments")).strip("()'\"` \n") + member
    if target.type == "identifier":
        return [Import(lowering.span(target), lowering.text(target), path)]
    found: list[Import] = []
    for part in lowering.children(target):
        key, name = part.child_by_field_name("key"), part.child_by_field_name("value")
        used = name if name is not None else part
        found.append(Import(lowering.span(part), lowering.text(used), f"{path}.{lowering.text(key or part)}"))
    return found


def fields_of(lowering: Lowering) -> tuple[Parameter, ...]:
    """Return the fields that classes declare with a type."""
    found: list[Parameter] = []
    for node in lowering.tree.find(("public_field_definition", "required_parameter")):
        name = node.child_by_field_name("name")
        if node.type == "required_parameter":
            is_field = any(c.type in ("accessibility_modifier", "readonly") for c in node.children)
            name = node.child_by_field_name("pattern") if is_field else None
        written = lowering.text(node.child_by_field_name("type")).lstrip(": ")
        if name is not None and written:
            found.append(Parameter(lowering.span(name), lowering.text(name), written))
    return tuple(found)


def transaction_bodies(lowering: Lowering) -> dict[str, int]:
    """Return the functions that a runner is passed, by name or place, and where the transaction comes."""
    found: dict[str, int] = {}
    for call in lowering.tree.find(("call_expression",)):
        function = call.child_by_field_name("function")
        if function is None or function.type != "member_expression":
            continue
        place = _RUNNERS.get(lowering.text(function.child_by_field_name("property")))
        arguments = call.child_by_field_name("arguments")
        if (
            place is None
            or arguments is None
            or arguments.type != "arguments"
            or not lowering.children(arguments)
        ):
            continue
        body = lowering.children(arguments)[-1]
        if body.type == "call_expression":  # this.ack.bind(this)
            body = body.child_by_field_name("function").child_by_field_name("object") or body
        if body.type in ("identifier", "member_expression"):
            found[lowering.text(body).rpartition(".")[2]] = place
        else:
            found[str(body.start_byte)] = place
    return found
