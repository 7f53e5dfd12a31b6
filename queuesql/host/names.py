"""Which variable each name in a file means, and what is known of its value."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.code import Code, Expr, Ident
from queuesql.host.pieces import grown_list, pieces_in
from queuesql.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from queuesql.host.code import Block, Closure, Define, Parameter, Stmt, Unit


class Given:
    """One assignment: the value, its place among several targets, and the block that it stands in.

    `loop` and `function` are where the innermost loop and function around it begin, -1 for none.
    """

    __slots__ = ("at", "block", "function", "index", "loop", "operator", "value")

    def __init__(
        self,
        value: Expr,
        index: int | None,
        operator: str,
        at: int,
        block: Span,
        loop: int = -1,
        function: int = -1,
    ) -> None:
        self.value = value
        self.index = index
        self.operator = operator
        self.at = at
        self.block = block
        self.loop = loop
        self.function = function


class Binding:
    """A variable, parameter, constant or function. `key` tells variables of one name apart.

    `pieces` are the texts that are added to it; `handled` are the uses that add to it or take its text.
    """

    __slots__ = ("define", "given", "handled", "key", "kind", "name", "pieces", "uses", "written")

    def __init__(
        self, key: int, name: str, kind: str, written: str = "", define: Define | None = None
    ) -> None:
        self.key = key
        self.name = name
        self.kind = kind
        self.written = written
        self.define = define
        self.given: list[Given] = []
        self.uses: list[int] = []
        self.pieces: list[Given] = []
        self.handled: set[int] = set()


class Names:
    """The bindings of a file, by the offset at which a name is used or declared."""

    def __init__(self, unit: Unit, function_scoped: bool = False) -> None:
        self.unit = unit
        self.at: dict[int, Binding] = {}
        self.functions: dict[tuple[str, str], Define] = {}
        self.parents: dict[int, Define | Closure] = {}
        self._function_scoped = function_scoped
        self._scopes: list[tuple[dict[str, Binding], bool]] = [({}, True)]
        self._blocks: list[Span] = [unit.body.span]
        self._owner: list[Define | Closure] = []
        self._loops: list[int] = []
        self._spans: list[Span] = []
        self._grown: set[int] = set()
        self._count = 0
        self._block(unit.body, opens=False)

    def binding(self, name: Ident) -> Binding | None:
        """Return what a name at its place means."""
        return self.at.get(name.span.start)

    def value_of(self, name: Ident) -> Given | None:
        """Return the assignment that surely holds where a name is used, None when several may."""
        binding = self.binding(name)
        if binding is None or binding.kind == "parameter":
            return None
        real = [g for g in binding.given if not _is_null(g.value)]
        if len(real) == 1:
            return real[0]
        before = [g for g in real if g.at <= name.span.start and not g.value.span.contains(name.span)]
        if before and before[-1].block.contains(name.span):
            return before[-1]
        return None

    def function_at(self, place: Span) -> int:
        """Return where the innermost function around a place begins, -1 outside of all."""
        around = [s for s in self._spans if s.contains(place)]
        return max((s.start for s in around), default=-1)

    def function(self, name: str, owner: str = "") -> Define | None:
        """Return the function or method of a name, the owner's own first."""
        found = self.functions.get((owner, name)) or self.functions.get(("", name))
        if found is None:
            named = [d for (_, n), d in self.functions.items() if n == name]
            found = named[0] if len(named) == 1 else None
        return found

    # --- declaring

    def _declare(
        self, name: str, at: int, kind: str, written: str = "", define: Define | None = None
    ) -> Binding:
        scope = self._scope(kind)
        found = scope.get(name)
        if found is None or (kind == "parameter" and found.kind != kind):
            self._count += 1
            found = scope[name] = Binding(self._count, name, kind, written, define)
        self.at[at] = found
        return found

    def _scope(self, kind: str) -> dict[str, Binding]:
        if self._function_scoped and kind != "parameter":
            return next(names for names, is_function in reversed(self._scopes) if is_function)
        return self._scopes[-1][0]

    def _find(self, name: str) -> Binding | None:
        return next((names[name] for names, _ in reversed(self._scopes) if name in names), None)

    def _use(self, name: Ident) -> None:
        found = self._find(name.name)
        if found is not None:
            self.at[name.span.start] = found
            found.uses.append(name.span.start)

    # --- statements

    def _block(self, block: Block | None, opens: bool = True) -> None:
        if block is None:
            return
        self._blocks.append(block.span)
        if opens:
            self._scopes.append(({}, False))
        for statement in block.statements:
            if isinstance(statement, code.Define):
                self._name_function(statement)
            elif len(self._scopes) == 1 and isinstance(statement, code.Assign):
                self._declare_targets(statement)
        for statement in block.statements:
            self._statement(statement)
        if opens:
            self._scopes.pop()
        self._blocks.pop()

    def _name_function(self, define: Define) -> None:
        self.functions.setdefault((define.owner, define.name), define)
        if not define.owner:
            at = define.name_span.start if define.name_span is not None else define.span.start
            self._declare(define.name, at, "function", define=define)

    def _declare_targets(self, statement: code.Assign) -> None:
        for target in statement.targets:
            if isinstance(target, Ident):
                self._declare(target.name, target.span.start, "global", statement.type)

    def _statement(self, statement: Stmt) -> None:
        if isinstance(statement, code.Assign):
            self._assign(statement)
        elif isinstance(statement, code.Define):
            self._function(statement)
        elif isinstance(statement, (code.If, code.Loop, code.Switch, code.Try, code.With)):
            self._compound(statement)
        elif isinstance(statement, code.Labeled):
            self._statement(statement.statement)
        elif isinstance(statement, code.Scoped):
            self._block(statement.body)
        else:
            self._expressions(code.parts_of(statement))

    def _assign(self, statement: code.Assign) -> None:
        self._expressions([statement.value])
        values = statement.value.items if isinstance(statement.value, code.Sequence) else ()
        paired = (
            not statement.unpacks and len(statement.targets) > 1 and len(values) == len(statement.targets)
        )
        for index, target in enumerate(statement.targets):
            if not isinstance(target, Ident):
                self._expressions([target])
                continue
            known = self._find(target.name)
            if statement.declares or known is None or (self._function_scoped and known.kind != "local"):
                kind = "global" if len(self._scopes) == 1 else "local"
                known = self._declare(target.name, target.span.start, kind, statement.type)
            self.at[target.span.start] = known
            value = values[index] if paired else statement.value
            place = None if paired or (len(statement.targets) == 1 and not statement.unpacks) else index
            added = grown_list(target, value) if not statement.operator and place is None else None
            if added is not None and isinstance(value, code.Call):
                known.handled.add(value.arguments[0].value.span.start)
                known.pieces += [self._given(v, v.span.start) for v in added]
            else:
                known.given.append(self._given(value, statement.span.start, place, statement.operator))

    def _given(self, value: Expr, at: int, index: int | None = None, operator: str = "") -> Given:
        loop = self._loops[-1] if self._loops else -1
        function = self._owner[-1].span.start if self._owner else -1
        return Given(value, index, operator, at, self._blocks[-1], loop, function)

    def _compound(self, statement: Stmt) -> None:
        self._scopes.append(({}, False))
        if isinstance(statement, code.If):
            self._if(statement)
        elif isinstance(statement, code.Loop):
            self._loop(statement)
        elif isinstance(statement, code.Switch):
            self._switch(statement)
        elif isinstance(statement, code.With):
            self._expressions([statement.value])
            self._target(statement.name, statement.value)
            self._block(statement.body)
        elif isinstance(statement, code.Try):
            self._try(statement)
        self._scopes.pop()

    def _if(self, statement: code.If) -> None:
        if statement.init is not None:
            self._statement(statement.init)
        self._expressions([statement.test])
        self._block(statement.then)
        self._block(statement.otherwise)

    def _loop(self, statement: code.Loop) -> None:
        if statement.init is not None:
            self._statement(statement.init)
        self._expressions(e for e in (statement.source, statement.test) if e is not None)
        for target in statement.each:
            self._target(target, None)
        self._loops.append(statement.span.start)
        if statement.step is not None:
            self._statement(statement.step)
        self._block(statement.body)
        self._loops.pop()
        self._block(statement.otherwise)

    def _switch(self, statement: code.Switch) -> None:
        if statement.init is not None:
            self._statement(statement.init)
        self._expressions([statement.subject] if statement.subject is not None else [])
        for case in statement.cases:
            self._expressions(case.values)
            self._block(case.body)

    def _try(self, statement: code.Try) -> None:
        for resource in statement.resources:
            self._assign(resource)
        self._block(statement.body)
        for handler in statement.handlers:
            self._scopes.append(({}, False))
            if handler.name:
                self._declare(handler.name, handler.keyword.start, "local")
            self._block(handler.body)
            self._scopes.pop()
        self._block(statement.otherwise)
        self._block(statement.finally_)

    def _target(self, target: Expr | None, value: Expr | None) -> None:
        """Declare a name that a loop or `with` gives a value; inner names of a pattern too."""
        if isinstance(target, Ident):
            binding = self._declare(target.name, target.span.start, "local")
            given = value if value is not None else code.Opaque(target.span)
            binding.given.append(self._given(given, target.span.start))
        elif target is not None:
            for part in code.parts_of(target):
                self._target(part if isinstance(part, Expr) else None, None)

    # --- functions and expressions

    def _function(self, function: Define | Closure) -> None:
        self._scopes.append(({}, True))
        self._owner.append(function)
        self._spans.append(function.span)
        loops, self._loops = self._loops, []
        if isinstance(function, code.Define) and function.receiver:
            self._declare(function.receiver, function.span.start, "parameter", function.owner)
        for parameter in (*function.parameters, *function.results):
            self._parameter(parameter)
        self._block(function.body)
        self._loops = loops
        self._owner.pop()
        self._scopes.pop()

    def _parameter(self, parameter: Parameter) -> None:
        if parameter.default is not None:
            self._expressions([parameter.default])
        self._declare(parameter.name, parameter.span.start, "parameter", parameter.type)

    def _expressions(self, pending: Iterable[Code]) -> None:
        todo = list(pending)
        while todo:
            node = todo.pop()
            if isinstance(node, Ident):
                self._use(node)
            elif isinstance(node, (code.Closure, code.Define)):
                self._enter(node)
            elif isinstance(node, code.Block):
                self._block(node)
            else:
                if isinstance(node, code.Call):
                    self._grow(node)
                todo.extend(reversed(code.parts_of(node)))

    def _grow(self, call: code.Call) -> None:
        """Note what a call adds to a builder or list; a chain of such calls is seen at its outermost."""
        if call.span.start in self._grown and call.name not in ("Fprintf", "Fprint"):
            return
        name, added = pieces_in(call)
        binding = self._find(name.name) if name is not None else None
        if name is None or binding is None:
            return
        self._grown.add(call.span.start)
        binding.handled.add(name.span.start)
        binding.pieces += [self._given(v, v.span.start) for v in added]

    def _enter(self, function: Define | Closure) -> None:
        if self._owner:
            self.parents[function.span.start] = self._owner[-1]
        self._function(function)


def _is_null(value: Expr) -> bool:
    return isinstance(value, code.Constant) and value.kind == "null"
