"""Runs the machine over a file's functions and puts what it finds into transactions and nodes for the rules."""

from __future__ import annotations

from queuesql.host import code
from queuesql.host.language import TRANSACTION
from queuesql.host.machine import AMBIENT, IN_FIELD, Machine
from queuesql.host.operations import Operations
from queuesql.host.statements import Exhausted
from queuesql.host.uses import Uses
from queuesql.host.work import Fault, Work
from queuesql.late import late
from queuesql.records import Record, replace
from queuesql.transactions import Operation, Procedure, Swallow, Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.catalog import Catalog
    from queuesql.host.code import Block, Call, Closure, Define
    from queuesql.host.fragments import Texts
    from queuesql.host.scope import Scope
    from queuesql.host.work import Ending
    from queuesql.source import Span


# What functions are called that do no more than run a statement.
_RUNS_SQL = late(
    r"^(?:_?(?:exec|run|query|update|delete|prepare|batch|raw|perform|send)[A-Z_]?\w*|(?:Exec|Query|Run|Prepare|Raw)\w*"
    r"|(?:create|add)\w*(?:Query|Statement|Command|Batch|Update)|sql|text|Statement)$"
)


class Entry(Record):
    """Where a run begins: a function, perhaps as the body of a transaction that it is handed, or the file."""

    function: Define | Closure | None
    block: Block | None = None
    handle: int | None = None

    def run(self, machine: Machine) -> None:
        """Run it. Raises `Exhausted`."""
        if self.function is not None:
            machine.run(self.function, self.handle)
        elif self.block is not None:
            machine.run_block(self.block)


class Analysis:
    """The transactions of a file. `checked` has the fragments whose row count is compared everywhere."""

    def __init__(self, scope: Scope, texts: Texts, catalog: Catalog) -> None:
        self.scope = scope
        self.texts = texts
        self.operations = Operations(scope, texts, catalog)
        self.transactions: list[Transaction] = []
        self.procedures: list[Procedure] = []
        self.receives: dict[Span, tuple[Call, Operation, str]] = {}
        self.retries: list[tuple[Span, str, Transaction]] = []
        self._unchecked: set[int] = set()
        self._compared: set[int] = set()
        # The places of the operations that a transaction has been seen with, by where it begins.
        self._seen: dict[Span, list[set[Span]]] = {}
        self._uses: Uses | None = None
        self._takers: dict[int, list[Call]] | None = None
        self._loops: list[Span] | None = None
        self._facts = {call.span: (call, fact) for call, fact in texts.facts}
        self._run()

    @property
    def uses(self) -> Uses:
        """What becomes of values; made when first asked for."""
        if self._uses is None:
            self._uses = Uses(self.scope)
        return self._uses

    def is_checked(self, start: int) -> bool:
        """Tell whether every use of the DML that begins at a place compares its row count and gives up."""
        if start not in self._compared and start not in self._unchecked:
            return self._looks_checked(start)
        return start not in self._unchecked

    def _looks_checked(self, start: int) -> bool:
        """Tell whether DML in a transaction that is not known as one has its row count compared."""
        if self._takers is None:
            self._takers = {}
            for node in self.scope.unit.body.walk():
                if isinstance(node, code.Call):
                    for taken in self._taken(node):
                        self._takers.setdefault(taken, []).append(node)
        calls = self._takers.get(start, [])
        return bool(calls) and all(map(self._may_compare, calls))

    def _taken(self, call: Call) -> set[int]:
        """Return where the fragments begin that a call is given and that it is not only part of."""
        fact = self.scope.fact(call)
        if fact is not None and fact.kind == "statement":
            return set()
        given = [a.value for a in call.arguments] + list(fact.sql if fact is not None else ())
        own = self.operations.fragment(call)
        found = {f.span.start for f in map(self.operations.fragment, given) if f is not None}
        return found - {own.span.start} if own is not None else found

    def _may_compare(self, call: Call) -> bool:
        """Tell whether a call's row count is compared, or may be by a function that is not in the file."""
        is_known = self.scope.fact(call) is not None or self.scope.names.function(call.name) is not None
        is_plain = is_known or _RUNS_SQL.match(call.name) is not None
        fact = self.scope.fact(call)
        if fact is not None and fact.rows_on is not None and self.uses.is_count_compared(fact.rows_on):
            return True
        return not is_plain or self.uses.is_compared(call)

    def _run(self) -> None:
        inlined: set[int] = set()
        explored: list[tuple[Entry, Machine]] = []
        for entry in self._entries():
            machine = self._explored(entry)
            if machine is not None:
                explored.append((entry, machine))
                inlined |= machine.inlined
        for entry in self._uncalled(explored):
            machine = self._explored(entry)
            if machine is not None:
                explored.append((entry, machine))
                inlined |= machine.inlined
        for entry in self._helpers(inlined):
            machine = self._explored(entry)
            if machine is not None:
                explored.append((entry, machine))
        # The run that sees most of a transaction speaks for it: helpers are seen from their callers too.
        explored.sort(key=lambda e: -sum(len(w.effects) for w in e[1].works.values()))
        for entry, machine in explored:
            self._read(entry, machine)
        self.transactions.sort(key=lambda t: t.span.start)

    def _entries(self) -> list[Entry]:
        entries = [
            Entry(f)
            for f in self.texts.functions
            if f.span.start in self.texts.working or f.span.start in self.texts.holding
        ]
        top = [s for s in self.scope.unit.body.statements if not isinstance(s, code.Define)]
        if top:
            entries.append(Entry(None, code.Block(self.scope.unit.body.span, tuple(top))))
        return entries

    def _uncalled(self, explored: list[tuple[Entry, Machine]]) -> Iterator[Entry]:
        """Yield the closures that no run has come to, such as handlers of requests, outer before inner."""
        for closure in self.texts.closures:
            start = closure.span.start
            if start in self.texts.working and not any(start in machine.invoked for _, machine in explored):
                yield Entry(closure)

    def _helpers(self, inlined: set[int]) -> list[Entry]:
        """Return the functions that are handed a transaction by code that is not in this file."""
        found: list[Entry] = []
        functions: list[Define | Closure] = [*self.texts.functions, *self.texts.closures]
        for function in functions:
            if isinstance(function, code.Define) and self.scope.language.is_transactional(function):
                found.append(Entry(function, None, AMBIENT))
                continue
            if function.span.start in inlined or function.span.start not in self.texts.working:
                continue
            for index, parameter in enumerate(function.parameters):
                if self.scope.language.declared_type(parameter.type, self.scope.unit) == TRANSACTION:
                    found.append(Entry(function, None, index))
                    break
            else:
                if isinstance(function, code.Define) and function.owner and self._holds_transaction(function):
                    found.append(Entry(function, None, IN_FIELD))
        return found

    def _holds_transaction(self, method: Define) -> bool:
        """Tell whether a method works with a transaction that is in a field of its object."""
        return any(
            isinstance(n, code.Attribute) and self.scope.is_transaction_field(n) for n in method.body.walk()
        )

    def _explored(self, entry: Entry) -> Machine | None:
        machine = Machine(self.scope, self.operations)
        try:
            entry.run(machine)
        except (Exhausted, RecursionError):
            return None
        return machine

    def _read(self, entry: Entry, machine: Machine) -> None:
        for span, receive in machine.receives.items():
            self.receives.setdefault(span, receive)
        built: dict[int, Transaction] = {}
        for number, work in machine.works.items():
            transaction = self._transaction(entry, work)
            built[number] = transaction
            if not work.is_moved and self._is_new(work):
                self.transactions.append(transaction)
                self._try_commit(entry, work, transaction)
        numbers = [n for n in built if any(n in trace for trace in machine.traces)]
        if len(numbers) > 1:
            orders = {tuple(numbers.index(n) for n in trace if n in numbers) for trace in machine.traces}
            members = tuple(built[n] for n in numbers)
            place = entry.function.span if entry.function is not None else self.scope.unit.body.span
            self.procedures.append(Procedure(place, members, tuple(sorted(orders))))

    def _is_new(self, work: Work) -> bool:
        """Tell whether a transaction has work in it that was not seen: a runner of the file's own has many bodies."""
        places = {effect.operation.span for effect in work.effects}
        known = self._seen.setdefault(work.span, [])
        if any(places <= before for before in known):
            return False
        known.append(places)
        return bool(places)

    def _transaction(self, entry: Entry, work: Work) -> Transaction:
        found: list[Operation] = []
        for index, effect in enumerate(work.effects):
            operation = replace(effect.operation, conditional=work.conditional[index])
            call = work.calls[index]
            operation = replace(operation, unawaited=call in work.unawaited, runs_at=call)
            if operation.via == "dml" and work.kind != "mutations":
                operation = self._unread(operation, call)
            if operation.via == "dml" and work.kind != "mutations" and not operation.unread:
                operation = self._tried(entry, work, operation, call)
                if operation.kind == "ack" and effect.fragment is not None:
                    self._try_rows(entry, work, operation, call, effect.fragment.span.start)
            found.append(operation)
        return Transaction(
            work.kind,
            work.span,
            tuple(found),
            tuple(sorted(work.orders)),
            work.uncommitted and not work.committed,
            work.at_least_once,
        )

    def _with_fault(self, entry: Entry, fault: Fault) -> Machine | None:
        machine = Machine(self.scope, self.operations, fault)
        try:
            entry.run(machine)
        except (Exhausted, RecursionError):
            return None
        return machine

    def _unread(self, operation: Operation, call: Span) -> Operation:
        """Note lazy DML whose result nobody reads."""
        known = self._facts.get(call)
        if known is None or not known[1].lazy or operation.kind not in ("ack", "send", "write"):
            return operation
        return replace(operation, unread=not self.uses.is_read(known[0]) and not self._is_drained(known[0]))

    def _is_drained(self, call: Call) -> bool:
        """Tell whether something goes through a result, though nobody looks at the rows."""
        above = self.uses.parent(call)
        if isinstance(above, code.Do):
            return False
        if isinstance(above, (code.Assign, code.With)):
            return bool(self.uses.names_of(call))
        return above is not None

    def _status(self, entry: Entry, work: Work, operation: Operation, call: Span) -> Operation:
        """Find out what follows when a batch returns a bad status."""
        machine = self._with_fault(entry, Fault(call, "status", work.id, batch=True))
        swallow = _swallow(machine.endings) if machine is not None else None
        if swallow is None:
            return operation
        if swallow.handler is None:
            return replace(operation, status_unread=True)
        return replace(operation, swallow=swallow)

    def _tried(self, entry: Entry, work: Work, operation: Operation, call: Span) -> Operation:
        """Find out what follows when a statement fails."""
        asserts = operation.guarded and operation.kind in ("ack", "write", "send")
        known = self._facts.get(call)
        if known is not None and known[1].status and operation.kind in ("ack", "send"):
            return self._status(entry, work, operation, call)
        if not asserts and work.kind != "manual":
            return operation
        batch = work.calls.count(call) > 1 or operation.span != call
        family = known[1].family if known is not None else ""
        machine = self._with_fault(entry, Fault(call, "error", work.id, batch=batch, family=family))
        if machine is None:
            return operation
        swallow = _swallow(machine.endings) if asserts else None
        return replace(operation, swallow=swallow, leaks=machine.leaks, leaks_at=machine.leaks_at)

    def _try_rows(self, entry: Entry, work: Work, operation: Operation, call: Span, fragment: int) -> None:
        """Find out whether the code notices that an unasserted DELETE has found no message."""
        if operation.guarded:
            return
        machine = self._with_fault(entry, Fault(call, "zero", work.id))
        endings = machine.endings if machine is not None else []
        notices = machine is not None and machine.notices
        goes_on = [
            e
            for e in endings
            if e.commits and not e.uncertain and (e.other_writes or not (e.checked or notices))
        ]
        if endings and not goes_on:
            self._compared.add(fragment)
        else:
            self._unchecked.add(fragment)

    def _try_commit(self, entry: Entry, work: Work, transaction: Transaction) -> None:
        """Find out whether the code runs a transaction again when it does not know how the commit ended."""
        if not transaction.touches_queue or not self._in_loop(work):
            return
        for status in ("UNAVAILABLE", "DEADLINE_EXCEEDED"):
            machine = self._with_fault(entry, Fault(work.span, "commit", work.id, status))
            for handler, name in machine.retries if machine is not None else []:
                if handler is not None:
                    self.retries.append((handler, name, transaction))
                    return

    def _in_loop(self, work: Work) -> bool:
        if self._loops is None:
            self._loops = [n.body.span for n in self.scope.unit.body.walk() if isinstance(n, code.Loop)]
        return any(loop.contains(work.span) for loop in self._loops)


def _swallow(endings: list[Ending]) -> Swallow | None:
    """Return the worst way in which a transaction commits after a failure."""
    certain = [e for e in endings if e.commits and not e.uncertain]
    if not certain:
        return None
    worst = next((e for e in certain if e.other_writes), certain[0])
    return Swallow(worst.handler, worst.other_writes, worst.place)
