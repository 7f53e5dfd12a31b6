"""JavaScript and TypeScript: calls with an effect outside the database, waits and timers."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.language import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Expr
    from queuesql.host.scope import Scope

_VERBS = r"get|post|put|patch|delete|head|request|default"
# Full name of what is called begins with this -> the names that reach outside, as a pattern.
_MODULES = (
    ("axios", _VERBS),
    ("got", _VERBS + r"|stream"),
    ("superagent", _VERBS),
    ("undici", r"fetch|request|stream"),
    ("needle", _VERBS),
    ("request", _VERBS),
    ("ky", _VERBS),
    ("http", r"request|get"),
    ("https", r"request|get"),
    ("stripe", r"create|capture|confirm|cancel|update|refund"),
    ("@sendgrid/mail", r"send|sendMultiple"),
    ("child_process", r"exec|execSync|execFile|execFileSync|spawn|spawnSync|fork"),
    ("fs", r"(?:write|append|copy|unlink|rm|mkdir|rename)\w*|createWriteStream"),
)
_FUNCTIONS = frozenset(
    {"fetch", "axios", "got", "superagent", "node-fetch", "needle", "request", "ky", "execa", "sendMail"}
)
# Name of a method -> what its receiver must look like.
_METHODS = {
    "sendMail": r".",
    "sendEmail": r".",
    "publishMessage": r".",
    "publishJSON": r".",
    "publish": r"topic|publish|pubsub|redis|nats|mqtt|broker|channel|\bbus\b|events?$|sns|producer",
    "sendToQueue": r".",
    "sendBatch": r"producer|kafka|event",
    "send": r"mail|sqs|sns|\bses|s3|kafka|producer|twilio|sms|slack|notif|push|fcm|messaging|transport|resend|sgclient"
    r"|postmark|socket|\bws\b|courier",
    "produce": r"producer|kafka",
    "postMessage": r"slack|chat|web",
    "createTask": r"task",
    "create": r"stripe|twilio|(?:paymentIntents|charges|refunds|transfers|payouts|messages)$",
    "capture": r"stripe|payment",
    "confirm": r"stripe|paymentIntents",
    "charge": r"stripe|payment|gateway|billing|card",
    "putObject": r".",
    "upload": r"s3|bucket|storage",
    "save": r"bucket|\bfile\b|storage",
    "emit": r"socket|\bio\b",
    "set": r"redis|memcache|ioredis",
    "setex": r".",
    "lpush": r".",
    "rpush": r".",
    "xadd": r".",
    **dict.fromkeys(_VERBS.split("|")[:7], r"axios|http|got|superagent|(?:rest|web|api)Client|agent$"),
}
_SLEEPS = frozenset({"sleep", "delay", "wait", "pause"})


def full_name(value: Expr, scope: Scope) -> str:
    """Return the dotted name of what is called, with imports resolved and instances by what made them."""
    names: list[str] = []
    for _ in range(8):
        if isinstance(value, code.Attribute):
            names.append(value.name)
            value = value.object
        elif isinstance(value, code.Call):
            value = value.function
        elif isinstance(value, code.Await):
            value = value.operand
        elif isinstance(value, code.Ident):
            path = scope.unit.import_path(value.name)
            given = scope.given(value)
            if path or given is None or isinstance(given.value, code.Ident) or given.operator:
                binding = scope.binding(value)
                if binding is not None and binding.kind == "parameter":
                    path = "." + value.name  # a parameter is no module, though it may have the name of one
                path = path.removeprefix("node:").replace("/promises", "")
                return ".".join([path or value.name, *reversed(names)])
            value = given.value
        else:
            break
    return ".".join(reversed(names))


def node_external(call: Call, scope: Scope) -> Fact | None:
    """Tell whether a call reaches outside the database, or waits, or sets a timer."""
    name = full_name(call.function, scope)
    module, _, last = name.rpartition(".")
    waits = _waits(call, name, scope)
    if waits is not None:
        return waits
    if call.receiver is None:
        is_own = scope.binding(call.function) is not None and not scope.unit.import_path(call.name)
        if not is_own and (name in _FUNCTIONS or last in ("fetch",) or call.name in _FUNCTIONS):
            return _outside(call, scope)
    for prefix, names in _MODULES:
        if (module + ".").startswith(prefix + ".") and re.fullmatch(names, last):
            return _outside(call, scope)
    receiver, looks = call.receiver, _METHODS.get(call.name)
    if receiver is None or looks is None:
        return None
    if re.search(looks, scope.written(receiver), re.I) or re.search(looks, module, re.I) or _is_command(call):
        return _outside(call, scope)
    return None


def _is_command(call: Call) -> bool:
    """Tell whether a call sends a command object of the AWS SDK: `client.send(new PutObjectCommand(…))`."""
    first = call.argument(0)
    return (
        call.name == "send"
        and isinstance(first, code.Call)
        and first.constructs
        and first.name.endswith("Command")
    )


def _waits(call: Call, name: str, scope: Scope) -> Fact | None:
    if call.name == "setInterval" and call.receiver is None:
        return Fact("timer", body=call.argument(0), seconds=milliseconds(call.argument(1), scope))
    if call.constructs and call.name == "Promise":
        timeout = _timeout_in(call.argument(0))
        if timeout is None:
            return None
        return Fact("wait", what="setTimeout", seconds=milliseconds(timeout.argument(1), scope))
    is_sleep = call.name in _SLEEPS and len(call.arguments) == 1 and call.receiver is None
    if is_sleep or name.startswith(("timers.setTimeout", "timers.scheduler.wait")):
        return Fact("wait", what=call.name, seconds=milliseconds(call.argument(0), scope))
    return None


def _timeout_in(value: Expr | None) -> Call | None:
    """Return the `setTimeout` that a promise's function does nothing but call."""
    if not isinstance(value, code.Closure) or len(value.body.statements) != 1:
        return None
    only = value.body.statements[0]
    inner = only.values[0] if isinstance(only, code.Return) and only.values else None
    inner = only.value if isinstance(only, code.Do) else inner
    return inner if isinstance(inner, code.Call) and inner.name == "setTimeout" else None


def _outside(call: Call, scope: Scope) -> Fact:
    name = scope.written(call.function)
    return Fact("external", what=name if len(name) <= 60 else call.name)


def milliseconds(value: Expr | None, scope: Scope) -> float | None:
    """Return a constant number of milliseconds, in seconds."""
    amount = _number(value, scope)
    return amount / 1000 if amount is not None else None


def _number(value: Expr | None, scope: Scope) -> float | None:
    value = scope.value(value)
    if isinstance(value, code.Binary) and value.operator in ("*", "/", "+"):
        left, right = _number(value.left, scope), _number(value.right, scope)
        if left is None or right is None:
            return None
        return (
            left * right
            if value.operator == "*"
            else left + right
            if value.operator == "+"
            else left / (right or 1)
        )
    if isinstance(value, code.Constant) and value.kind == "number":
        try:
            return float(value.text)
        except ValueError:
            return None
    return None
