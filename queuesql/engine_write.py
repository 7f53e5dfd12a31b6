"""Replaces files as a whole or not at all."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def write_files(contents: Mapping[str, bytes]) -> None:
    """Replace files: all new contents are written beside them first, so that a failure changes none.

    Modes are kept and symlinks followed. Raises `OSError`.
    """
    staged: list[tuple[str, str]] = []
    try:
        for path, data in contents.items():
            target = os.path.realpath(path)
            temporary = f"{target}.queuesql-{os.getpid()}"
            staged.append((temporary, target))
            _stage(temporary, target, data)
        while staged:
            os.replace(*staged[0])
            staged.pop(0)
    finally:
        for temporary, _ in staged:
            if os.path.exists(temporary):
                os.unlink(temporary)


def _stage(temporary: str, target: str, data: bytes) -> None:
    with open(temporary, "xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    if os.path.exists(target):
        os.chmod(temporary, os.stat(target).st_mode & 0o7777)
