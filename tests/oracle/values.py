"""Values of both engines in one form, and the table that both have."""

from __future__ import annotations

import datetime
import decimal
import json
import math
import pathlib
from typing import Any

FOLDER = pathlib.Path(__file__).parent
SAMPLES: dict[str, Any] = json.loads((FOLDER / "samples.json").read_text(encoding="utf-8"))
COLUMNS: list[tuple[str, str]] = [(n, t) for n, t in SAMPLES["columns"]]
SCHEMA = "CREATE TABLE samples ({}) PRIMARY KEY (id)".format(
    ", ".join(
        f"{n} {t.replace('STRING', 'STRING(MAX)').replace('BYTES', 'BYTES(MAX)')}{' NOT NULL' if n == 'id' else ''}"
        for n, t in COLUMNS
    )
)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
# A value is None or a pair of its kind and what it is.
Value = Any


class Failed(Exception):
    """An engine gave no rows; `kind` is rejected (it does not take the statement) or error (it does, and fails)."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def literal(type_: str, value: Any, dialect: str) -> str:
    """Write a sample for the table, with its type."""
    google = dialect == "googlesql"
    name = type_ if google else _POSTGRESQL[type_]
    if value is None:
        return f"CAST(NULL AS {name})"
    if type_.startswith("ARRAY"):
        items = ", ".join(literal(type_[6:-1], v, dialect) for v in value)
        return f"{type_}[{items}]" if google else f"ARRAY[{items}]::{name}"
    if type_ == "BYTES":
        text = "".join(f"\\x{b:02x}" for b in bytes.fromhex(value))
        return f"b'{text}'" if google else f"'\\x{value}'::bytea"
    if type_ == "BOOL":
        return "TRUE" if value else "FALSE"
    if type_ in ("INT64", "FLOAT64"):
        return f"CAST('{value!r}' AS {name})"
    text = str(value)
    text = text.replace("\\", "\\\\").replace("'", "\\'") if google else text.replace("'", "''")
    if type_ == "JSON" and google:
        return f"JSON '{text}'"
    return f"CAST('{text}' AS {name})"


_POSTGRESQL = {
    "BOOL": "boolean",
    "INT64": "bigint",
    "FLOAT64": "float8",
    "NUMERIC": "numeric",
    "STRING": "varchar",
    "BYTES": "bytea",
    "DATE": "date",
    "TIMESTAMP": "timestamptz",
    "JSON": "jsonb",
    "ARRAY<INT64>": "bigint[]",
    "ARRAY<STRING>": "varchar[]",
}


def micros(text: str) -> int:
    """Return a timestamp's microseconds since the epoch."""
    if text[-3] in "+-":
        text += ":00"
    whole, _, rest = text.partition(".")
    if rest:
        fraction = rest[:-6].ljust(6, "0")
        text = f"{whole}.{fraction}{rest[-6:]}"
    return (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(microseconds=1)


def same(one: Value, two: Value, *, types: bool = True) -> bool:
    """Tell whether two values are the same, also in type unless `types` is false."""
    if one is None or two is None:
        return one is two
    (kind, a), (other, b) = one, two
    if kind == other == "list":
        return len(a) == len(b) and all(same(x, y, types=types) for x, y in zip(a, b))
    numbers = ("int", "float", "numeric")
    if kind in numbers and other in numbers and (not types or kind == other):
        if "float" in (kind, other):
            x, y = float(a), float(b)
            return x == y or (math.isnan(x) and math.isnan(y)) or math.isclose(x, y, rel_tol=1e-14)
        return decimal.Decimal(a) == decimal.Decimal(b)
    if kind == other == "json":
        return bool(_plain(a) == _plain(b))
    return bool(kind == other and a == b)


def _plain(document: Any) -> Any:
    if isinstance(document, bool) or document is None or isinstance(document, str):
        return (type(document).__name__, document)
    if isinstance(document, list):
        return [_plain(d) for d in document]
    if isinstance(document, dict):
        return {k: _plain(d) for k, d in document.items()}
    return ("number", decimal.Decimal(str(document)).normalize())


def document(text: str) -> Value:
    """Read a JSON value."""
    return ("json", json.loads(text, parse_float=decimal.Decimal))
