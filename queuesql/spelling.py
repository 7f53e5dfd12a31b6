"""Did-you-mean: the known name that a misspelt one was probably meant to be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


# Comparing takes long: of more names than this, only those are compared that may well be meant.
_MANY = 200


def closest(word: str, names: Iterable[str], likeness: float = 0.6) -> str | None:
    """Return the name most like `word`, or None when nothing is as like it as `likeness`, from 0 to 1 (the same)."""
    return _closest(word, tuple(names), likeness)


@lru_cache(maxsize=256)
def _closest(word: str, names: tuple[str, ...], likeness: float) -> str | None:
    # A file of another language has the same mistake in all its lines.
    import difflib  # only ever needed on the way to an error message

    folded = {name.lower().replace("_", "-"): name for name in names}
    matches = difflib.get_close_matches(word.lower().replace("_", "-"), folded, n=1, cutoff=likeness)
    return folded[matches[0]] if matches else None


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return `; did you mean 'x'?`, or an empty string when nothing comes close."""
    name = closest(word, names)
    return f"; did you mean {name!r}?" if name else ""
