"""Calls with an effect outside the database: HTTP, mail, payment, publish, files, processes, sleep."""

from __future__ import annotations

import re

from queuesql.host import code
from queuesql.host.language import Fact

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.host.code import Call
    from queuesql.host.scope import Scope

# Go: package path prefix -> functions of the package that reach outside, as a pattern.
_GO_PACKAGES = (
    ("net/http", r"Get|Post|PostForm|Head"),
    ("net/smtp", r"SendMail"),
    ("net", r"Dial\w*"),
    ("os", r"WriteFile|Create|Remove|RemoveAll|Rename|MkdirAll|Mkdir"),
    ("io/ioutil", r"WriteFile"),
    ("time", r"Sleep|NewTicker|Tick|AfterFunc|NewTimer|After"),
    ("github.com/stripe/stripe-go", r"New|Create|Capture|Confirm|Cancel|Update"),
    ("github.com/sendgrid/sendgrid-go", r"API|MakeRequest\w*"),
)
# Go: name of a method -> what its receiver must look like (name, or type or package of what made it).
_GO_METHODS = {
    "Do": r"http|client|httpclient|\bc$",
    "Publish": r"topic|publisher|pub|nats|nc|channel|ch$|redis|rdb|broker|bus|producer",
    "PublishWithContext": r"channel|ch$|amqp|pub",
    "SendMessage": r"sqs|producer|queue|bot|slack|kafka",
    "WriteMessages": r"writer|kafka|\bw$|producer",
    "Produce": r"producer|kafka|\bp$",
    "SendEmail": r".",
    "SendMail": r".",
    "SendEmailWithContext": r".",
    "DialAndSend": r".",
    "Send": r"mail|sendgrid|email|\bsg|smtp|twilio|sms|notif|push|ses|fcm|messaging|slack",
    "CreateTask": r"task",
    "PutObject": r"s3|storage|minio|bucket",
    "NewWriter": r"object|bucket|obj|gcs|storage",
    "Charge": r".",
    "Set": r"redis|rdb",
    "CreateMessage": r"twilio|api",
    "PublishMessage": r".",
    "Get": r"httpclient|http\.client|http\.defaultclient|resty",
    "Post": r"httpclient|http\.client|http\.defaultclient|resty|\br\(\)$|slack",
    "Put": r"httpclient|resty",
    "Run": r"cmd|command",
    "Start": r"cmd|command",
    "Output": r"cmd|command",
    "CombinedOutput": r"cmd|command",
}


# Those whose receiver's declared type tells too.
_GO_BY_TYPE = frozenset({"Do", "Get", "Post", "Publish", "WriteMessages", "Produce", "SendMessage"})


def go_external(call: Call, scope: Scope) -> Fact | None:
    """Tell whether a call of Go code reaches outside the database."""
    function = call.function
    if not isinstance(function, code.Attribute):
        return None
    receiver = function.object
    if isinstance(receiver, code.Ident) and scope.binding(receiver) is None:
        path = scope.unit.import_path(receiver.name)
        for prefix, names in _GO_PACKAGES:
            if (path == prefix or path.startswith(prefix + "/")) and re.fullmatch(names, function.name):
                return _outside(call, scope)
        if path:
            return None
    looks = _GO_METHODS.get(function.name)
    written = scope.written(receiver)
    if function.name in _GO_BY_TYPE and isinstance(receiver, (code.Ident, code.Attribute)):
        binding = scope.binding(receiver)
        written += " " + (binding.written if binding is not None else scope.field_type(receiver.name))
    if looks is not None and re.search(looks, written, re.IGNORECASE):
        return _outside(call, scope)
    return None


def _outside(call: Call, scope: Scope) -> Fact:
    """Return the fact of an outside call, named as it is written without its arguments."""
    name = shown_name(call, scope)
    if call.name == "Sleep":
        return Fact("wait", what=name, seconds=go_seconds(call.argument(0), scope))
    if call.name in ("NewTicker", "Tick", "AfterFunc", "NewTimer", "After"):
        body = call.argument(1) if call.name == "AfterFunc" else None
        return Fact("timer", body=body, seconds=go_seconds(call.argument(0), scope))
    return Fact("external", what=name)


def shown_name(call: Call, scope: Scope) -> str:
    """Return what is called as written, without arguments; only its last name when that is long."""
    name, count = scope.written(call.function), 1
    while count:
        name, count = re.subn(r"\([^()…][^()]*\)", "(…)", name)
    return name if len(name) <= 60 else call.name


_GO_UNITS = {
    "Nanosecond": 1e-9,
    "Microsecond": 1e-6,
    "Millisecond": 1e-3,
    "Second": 1.0,
    "Minute": 60.0,
    "Hour": 3600.0,
}


def go_seconds(value: code.Expr | None, scope: Scope) -> float | None:
    """Return the length of a constant `time.Duration` such as `5 * time.Second`."""
    value = scope.value(value)
    if isinstance(value, code.Attribute):
        return _GO_UNITS.get(value.name)
    if isinstance(value, code.Binary) and value.operator == "*":
        left, right = go_seconds(value.left, scope), go_seconds(value.right, scope)
        return left * right if left is not None and right is not None else None
    if isinstance(value, code.Call) and value.name == "Duration":
        return go_seconds(value.argument(0), scope)
    if isinstance(value, code.Constant) and value.kind == "number":
        try:
            return float(value.text.replace("_", ""))
        except ValueError:
            return None
    return None


# Java: name of a method -> what its receiver must look like.
_JAVA_METHODS = {
    "send": r"http|mail|transport|kafka|producer|sqs|sns|email|smtp|sender|twilio|fcm|messaging|jms|slack|notif",
    "sendAsync": r"http|client",
    "sendEmail": r".",
    "sendMessage": r"sqs|sns|queue|jms|slack|producer|bot",
    "publish": r"publisher|topic|sns|pubsub|mqtt|redis|jedis|eventbus|events|nats|rabbit|channel|broker",
    "basicPublish": r".",
    "convertAndSend": r".",
    "execute": r"newcall|http|okhttp|\bcall$|feign",
    "enqueue": r"newcall|\bcall$",
    "getForObject": r".",
    "getForEntity": r".",
    "postForObject": r".",
    "postForEntity": r".",
    "postForLocation": r".",
    "exchange": r"rest|template|client",
    "retrieve": r"webclient|restclient|client|\.(?:get|post|put|uri)\(",
    "putObject": r"s3|minio|storage|bucket",
    "uploadFile": r".",
    "getInputStream": r"conn|url",
    "openStream": r"url",
    "getResponseCode": r"conn",
    "connect": r"conn|http",
    "set": r"jedis|redis",
    "setex": r"jedis|redis",
    "createTask": r"task",
    "charge": r".",
    "create": r"^(?:com\.stripe\.model\.)?(?:PaymentIntent|Charge|Refund|Customer|Transfer|Payout|Message)$|storage|\bmessage\.creator",
    "confirm": r"paymentintent|intent",
    "capture": r"paymentintent|intent|charge",
    "exec": r"runtime",
    "start": r"processbuilder|process",
    "write": r"^(?:java\.nio\.file\.)?Files$",
    "writeString": r"^(?:java\.nio\.file\.)?Files$",
    "copy": r"^(?:java\.nio\.file\.)?Files$",
    "delete": r"^(?:java\.nio\.file\.)?Files$|resttemplate",
    "createFile": r"^Files$",
    "move": r"^(?:java\.nio\.file\.)?Files$",
}
_JAVA_UNITS = {
    "NANOSECONDS": 1e-9, "MICROSECONDS": 1e-6, "MILLISECONDS": 1e-3, "SECONDS": 1.0, "MINUTES": 60.0, "HOURS": 3600.0,
}  # fmt: skip


def java_external(call: Call, scope: Scope) -> Fact | None:
    """Tell whether a call of Java code reaches outside the database, or waits, or sets a timer."""
    receiver = call.receiver
    if receiver is None:
        if call.constructs and call.name in ("FileWriter", "FileOutputStream"):
            return Fact("external", what=f"new {call.name}")
        return None
    owner = scope.written(receiver)
    if call.name == "sleep" and owner.rpartition(".")[2] == "Thread":
        return Fact(
            "wait", what="Thread.sleep", seconds=java_seconds(call.argument(0), "MILLISECONDS", scope)
        )
    unit = owner.rpartition(".")[2]
    if call.name == "sleep" and unit in _JAVA_UNITS:
        return Fact("wait", what=f"{owner}.sleep", seconds=java_seconds(call.argument(0), unit, scope))
    if call.name in ("scheduleAtFixedRate", "scheduleWithFixedDelay") and len(call.arguments) >= 3:
        last = call.argument(3)
        unit = last.name if isinstance(last, (code.Attribute, code.Ident)) else "MILLISECONDS"
        period = call.argument(2)
        return Fact("timer", body=call.argument(0), seconds=java_seconds(period, unit, scope))
    looks = _JAVA_METHODS.get(call.name)
    if looks is not None and re.search(looks, owner, re.IGNORECASE):
        return Fact("external", what=shown_name(call, scope))
    return None


def java_seconds(value: code.Expr | None, unit: str, scope: Scope) -> float | None:
    """Return the length of a constant number of some unit, or of `Duration.ofSeconds(5)`."""
    value = scope.value(value)
    if isinstance(value, code.Call):
        if value.name.startswith("of") and scope.written(value.function).startswith("Duration."):
            return java_seconds(
                value.argument(0), {"ofMillis": "MILLISECONDS"}.get(value.name, value.name[2:].upper()), scope
            )
        if value.name in ("toMillis", "toSeconds") and value.receiver is not None:
            inner = value.argument(0)
            owner = scope.written(value.receiver).rpartition(".")[2]
            return (
                java_seconds(inner, owner, scope)
                if inner is not None
                else java_seconds(value.receiver, unit, scope)
            )
        return None
    if isinstance(value, code.Binary) and value.operator == "*":
        left, right = java_seconds(value.left, "SECONDS", scope), java_seconds(value.right, unit, scope)
        return left * right if left is not None and right is not None else None
    if isinstance(value, code.Constant) and value.kind == "number" and unit in _JAVA_UNITS:
        try:
            return float(value.text.replace("_", "")) * _JAVA_UNITS[unit]
        except ValueError:
            return None
    return None
