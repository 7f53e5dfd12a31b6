"""Frozen, slotted, typed records: what `dataclass(frozen=True, slots=True)` gives, without what it costs.

Importing `dataclasses` and decorating this package's classes takes longer than linting a file does;
`benchmarks/startup.py` shows the ratio. Type checkers see an ordinary frozen dataclass, and it is they who keep it
frozen: guarding every assignment at run time makes a record take more than twice as long to make.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from typing_extensions import dataclass_transform

    R = TypeVar("R", bound="Record")
else:

    def dataclass_transform(**_options):
        """Stand-in at run time: the decorator only informs type checkers."""
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class RecordType(type):
    """Turns annotations into slots, and fields into the parameters of `__init__`."""

    _fields: tuple[str, ...]
    _defaults: dict[str, Any]

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> RecordType:
        """Collect the fields of the class and its bases, in order."""
        # Modules that define records import annotations from __future__, which keeps them in the namespace.
        own = [f for f in namespace.get("__annotations__", ()) if not f.startswith("_")]
        defaults = {f: namespace.pop(f) for f in own if f in namespace}
        namespace["__slots__"] = tuple(own)
        cls = super().__new__(mcls, name, bases, namespace)
        inherited: tuple[str, ...] = ()
        inherited_defaults: dict[str, Any] = {}
        for base in bases:
            inherited += getattr(base, "_fields", ())
            inherited_defaults.update(getattr(base, "_defaults", {}))
        cls._fields = inherited + tuple(own)
        cls._defaults = inherited_defaults | defaults
        if "__init__" not in namespace:
            cls.__init__ = _first_init(cls)  # type: ignore[misc]
        return cls


def _first_init(cls: RecordType) -> Any:
    """Return an `__init__` that writes the real one when it first runs: most classes of a run are never used."""

    def __init__(self: object, *args: Any, **kwargs: Any) -> None:
        real = _make_init(cls)
        cls.__init__ = real  # type: ignore[misc]
        real(self, *args, **kwargs)

    return __init__


def _make_init(cls: RecordType) -> Any:
    required = [f for f in cls._fields if f not in cls._defaults]
    optional = [f for f in cls._fields if f in cls._defaults]
    parameters = required + [f"{f}=_defaults[{f!r}]" for f in optional]
    body = [f" self.{f} = {f}" for f in cls._fields] or [" pass"]
    scope: dict[str, Any] = {"_defaults": cls._defaults}
    exec(f"def __init__(self, {', '.join(parameters)}):\n" + "\n".join(body), scope)
    return scope["__init__"]


class Record(metaclass=RecordType):
    """Base of all records. Fields with a default come after those without, also across inheritance."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, f) == getattr(other, f) for f in type(self)._fields)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, f) for f in type(self)._fields))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{f}={getattr(self, f)!r}' for f in type(self)._fields)})"

    def __reduce__(self) -> tuple[Any, ...]:
        cls = type(self)
        return _rebuild, (cls, tuple(getattr(self, f) for f in cls._fields))


def _rebuild(cls: RecordType, values: tuple[Any, ...]) -> Any:
    return cls(**dict(zip(cls._fields, values)))


def replace(record: R, **changes: Any) -> R:
    """Return a copy of `record` with the given fields changed."""
    cls = type(record)
    values = {f: getattr(record, f) for f in cls._fields}
    unknown = changes.keys() - values.keys()
    if unknown:
        raise TypeError(f"{cls.__name__} has no field {sorted(unknown)[0]!r}")
    result: R = cls(**(values | changes))
    return result
