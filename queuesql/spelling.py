"""Did-you-mean: the known name that a misspelt one was probably meant to be."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


# Comparing takes long: of more names than this, only those are compared that may well be meant.
_MANY = 200


def closest(word: str, names: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the name most like `word`, or None when nothing is as like it as `likeness`, from 0 to 1 (the same)."""
    return _closest(word, tuple(names), likeness)


# A file of another language has the same mistake in all its lines.
@lru_cache(maxsize=64)
def _closest(word: str, names: tuple[str, ...], likeness: float) -> str | None:
    import difflib  # only ever needed on the way to an error message

    folded = {name.lower().replace("_", "-"): name for name in names}
    wanted = word.lower().replace("_", "-")
    likely = folded.keys() if len(folded) <= _MANY else _alike(wanted, folded)
    matches = difflib.get_close_matches(wanted, likely, n=1, cutoff=likeness)
    return folded[matches[0]] if matches else None


def _alike(word: str, names: Iterable[str]) -> list[str]:
    """Leave out, of many names, those of quite another length or with another beginning and end."""
    near = (n for n in names if abs(len(n) - len(word)) < 3 and (n[:2] == word[:2] or n[-2:] == word[-2:]))
    return list(islice(near, _MANY))


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or an empty string when nothing comes close."""
    name = closest(word, names)
    return f"; did you mean {name!r}?" if name else ""
