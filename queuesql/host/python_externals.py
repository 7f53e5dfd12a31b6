"""Python: calls with an effect outside the database, and waits."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.language import Fact
from queuesql.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call, Expr
    from queuesql.host.scope import Scope

_HTTP = r"get|post|put|patch|delete|head|options|request|stream|send"
# Full name of a module's function (a prefix of it) -> the names that reach outside, as a pattern.
_MODULES = (
    ("requests", _HTTP),
    ("httpx", _HTTP),
    ("urllib3", r"request|urlopen"),
    ("urllib.request", r"urlopen|urlretrieve"),
    ("urllib", r"urlopen"),
    ("urlopen", r"urlopen"),
    ("aiohttp", r"request"),
    ("smtplib", r"sendmail|send_message"),
    ("stripe", r"create|capture|confirm|refund|modify|cancel|create_async|delete"),
    ("django.core.mail", r"send_mail|send_mass_mail|mail_admins|mail_managers"),
    ("subprocess", r"run|call|check_call|check_output|Popen"),
    ("os", r"system|popen|remove|unlink|rename|replace|mkdir|makedirs|rmdir|execv|spawnv"),
    ("shutil", r"copy|copy2|copyfile|copytree|move|rmtree"),
    ("sendgrid", r"send"),
    ("boto3", r"(?:send|publish|put|upload|delete|invoke|start|create|copy|update)_?\w*"),
)
# Name of a method -> what its receiver must look like: its name, or what made it.
_METHODS = {
    "publish": r"publish|pubsub|topic|sns|redis|nats|mqtt|broker|producer|\bbus\b|event|channel|rabbit",
    "basic_publish": r".",
    "send_message": r"sqs|smtp|mail|bot|slack|producer|telegram|kafka|server|twilio|queue_client|service_?bus",
    "send_message_batch": r"sqs",
    "sendmail": r".",
    "send_mail": r".",
    "send_email": r".",
    "send": r"http|requests|mail|sendgrid|\bsg\b|smtp|kafka|producer|twilio|sms|slack|notif|push|fcm|messaging|sock"
    r"|\bws\b|channel_layer",
    "produce": r"producer|kafka",
    "put_object": r".",
    "upload_file": r".",
    "upload_fileobj": r".",
    "upload_from_string": r".",
    "upload_from_filename": r".",
    "upload_from_file": r".",
    "upload_blob": r".",
    "create_task": r"task.*client|cloud_?tasks|tasks_v2|^(?:task_)?client$",
    "delay": r".",
    "apply_async": r".",
    "send_task": r".",
    "chat_postMessage": r".",
    "charge": r"stripe|payment|gateway|billing|card",
    "write_text": r".",
    "write_bytes": r".",
    "set": r"redis|memcache",
    "setex": r".",
    "lpush": r".",
    "rpush": r".",
    "xadd": r".",
    "hset": r"redis",
    "urlopen": r"http|urllib",
    **dict.fromkeys(
        _HTTP.split("|")[:8], r"http|requests|(?:^|[._])(?:rest|web|api)_?client|aiohttp|client_session"
    ),
}
_METHODS["create"] = (
    r"(?:^|\.)(?:messages|calls|payment_intents|charges|refunds|PaymentIntent|Charge|Refund|Transfer)$"
)
_PATTERNS = tuple((prefix + ".", late(names)) for prefix, names in _MODULES)
_SLEEPS = ("time.sleep", "asyncio.sleep", "gevent.sleep", "eventlet.sleep", "trio.sleep", "anyio.sleep")
_WRITES = late(r"[wax+]")


def full_name(value: Expr, scope: Scope) -> str:
    """Return the dotted name of what is called, with imports resolved and instances by what made them."""
    names: list[str] = []
    steps = 8
    while steps > 0:
        steps -= 1
        if isinstance(value, code.Attribute):
            kind = declared_class(value, scope)
            if kind:
                return ".".join([kind, *reversed(names)])
            names.append(value.name)
            value = value.object
        elif isinstance(value, code.Call):
            value = value.function
        elif isinstance(value, code.Await):
            value = value.operand
        elif isinstance(value, code.Ident):
            kind = declared_class(value, scope)
            if kind:
                return ".".join([kind, *reversed(names)])
            given = scope.given(value)
            if given is None or isinstance(given.value, code.Ident) or given.operator:
                path = scope.unit.import_path(value.name) if scope.binding(value) is None else ""
                return ".".join([path or value.name, *reversed(names)])
            value = given.value
        else:
            break
    return ".".join(reversed(names))


def annotated(written: str) -> str:
    """Return the class that an annotation names: `Optional["httpx.Client"]`, `Annotated[Client, Depends(f)]`."""
    written = re.sub(r"^(?:\w+\.)?Annotated\[\s*([^,]*),.*\]$", r"\1", written.strip("'\" "), flags=re.DOTALL)
    written = re.sub(r"^(?:\w+\.)?Optional\[(.*)\]$", r"\1", written.strip())
    return re.sub(r"\bNone\b", "", written).strip("'\" |")


def declared_class(value: Expr, scope: Scope) -> str:
    """Return the full name of the imported class that a parameter or field is declared to have, or ""."""
    if isinstance(value, code.Attribute):
        if not isinstance(value.object, code.Ident) or value.object.name != "self":
            return ""
        written = scope.declared_field(value)
    else:
        binding = scope.binding(value)
        written = binding.written if binding is not None else ""
    head, _, rest = annotated(written).partition(".")
    path = scope.unit.import_path(head) if re.fullmatch(r"[\w.]+", head + rest) else ""
    return ".".join(filter(None, (path, rest))) if path else ""


def python_external(call: Call, scope: Scope) -> Fact | None:
    """Tell whether a call reaches outside the database, or waits."""
    name = full_name(call.function, scope)
    if name in _SLEEPS:
        return Fact(
            "wait", what=scope.written(call.function), seconds=seconds(call.argument(0, "seconds"), scope)
        )
    if call.name == "wait" and call.receiver is not None and _is_event(call.receiver, scope):
        amount = seconds(call.argument(0, "timeout"), scope)
        return Fact("wait", what=scope.written(call.function), seconds=amount) if amount is not None else None
    if name in ("open", "io.open") or (call.name == "open" and _is_path(call, scope)):
        return _opened(call, scope, 1 if name in ("open", "io.open") else 0)
    module, _, last = name.rpartition(".")
    if any((module + ".").startswith(prefix) and names.fullmatch(last) for prefix, names in _PATTERNS):
        return _outside(call, scope)
    receiver = call.receiver
    looks = _METHODS.get(call.name)
    if receiver is None or looks is None:
        return None
    if re.search(looks, scope.written(receiver), re.I) or re.search(looks, module, re.I):
        return _outside(call, scope)
    return None


def _is_event(value: Expr, scope: Scope) -> bool:
    """Tell whether an object is a `threading.Event`, whose `wait` with a timeout is a sleep that can be cut short."""
    return full_name(value, scope) in ("threading.Event", "multiprocessing.Event") or bool(
        re.search(
            r"(?:^|[._])(?:stop|shutdown|done|exit|quit|cancel|closing)\w*$", scope.written(value), re.I
        )
    )


def _is_path(call: Call, scope: Scope) -> bool:
    return call.receiver is not None and "Path" in full_name(call.receiver, scope)


def _opened(call: Call, scope: Scope, index: int) -> Fact | None:
    """Return the fact of a file that is opened to be written."""
    mode = scope.string(call.argument(index, "mode"))
    return _outside(call, scope) if mode is not None and _WRITES.search(mode) else None


def _outside(call: Call, scope: Scope) -> Fact:
    name = scope.written(call.function)
    return Fact("external", what=name if len(name) <= 60 else call.name)


def seconds(value: Expr | None, scope: Scope) -> float | None:
    """Return a constant number of seconds, also as `timedelta(seconds=5)`."""
    value = scope.value(value)
    if isinstance(value, code.Call):
        if value.name == "timedelta" and len(value.arguments) == 1:
            unit = {"seconds": 1.0, "minutes": 60.0, "milliseconds": 1e-3, "hours": 3600.0}
            amount = seconds(value.arguments[0].value, scope)
            factor = unit.get(value.arguments[0].name or "")
            return amount * factor if amount is not None and factor is not None else None
        return seconds(value.receiver, scope) if value.name == "total_seconds" else None
    if isinstance(value, code.Binary) and value.operator in ("*", "/"):
        left, right = seconds(value.left, scope), seconds(value.right, scope)
        if left is None or right is None:
            return None
        return left * right if value.operator == "*" else left / right if right else None
    if isinstance(value, code.Constant) and value.kind == "number":
        try:
            return float(value.text)
        except ValueError:
            return None
    return None
