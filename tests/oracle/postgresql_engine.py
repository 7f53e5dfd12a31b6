"""A private PostgreSQL server on a socket in a temporary folder, the stand-in for Spanner's PostgreSQL dialect."""

from __future__ import annotations

import csv
import datetime
import decimal
import io
import os
import pathlib
import re
import shutil
import subprocess

from values import COLUMNS, FOLDER, SAMPLES, Failed, Value, document, literal, micros

ZONE = "America/Los_Angeles"
NULL = "\x01"
_SETTINGS = "SET intervalstyle = iso_8601; SET datestyle = ISO; SET bytea_output = hex; SET statement_timeout = '20s';"


def programs() -> pathlib.Path | None:
    """Return the folder with the server's programs, None where there is no server."""
    known = shutil.which("initdb")
    if known:
        return pathlib.Path(known).resolve().parent
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


class PostgreSql:
    """Runs queries over the table `samples`."""

    def __init__(self, folder: pathlib.Path, binaries: pathlib.Path) -> None:
        self.folder, self.binaries = folder, binaries
        # A server refuses to run as root.
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        data, log = folder / "data", folder / "log"
        if self.as_user:
            shutil.chown(folder, "postgres")
        for parent in (folder, *folder.parents):
            if self.as_user and parent.owner() == "root" and parent.stat().st_mode & 0o001 == 0:
                parent.chmod(parent.stat().st_mode | 0o011)
        self._run("initdb", "-D", str(data), "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "oracle")
        options = (
            f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c timezone={ZONE} -c fsync=off"
        )
        self._run("pg_ctl", "-D", str(data), "-w", "-l", str(log), "-o", options, "start")
        self._psql(self._setup())

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.binaries / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)

    def _setup(self) -> str:
        names = ", ".join(n for n, _ in COLUMNS)
        rows = [
            ", ".join(literal(t, v, "postgresql") for (_, t), v in zip(COLUMNS, r)) for r in SAMPLES["rows"]
        ]
        table = f"CREATE TABLE samples AS SELECT * FROM (VALUES {', '.join(f'({r})' for r in rows)}) AS t({names});"
        return (FOLDER / "spanner_functions.sql").read_text() + table

    def _psql(self, script: str) -> str:
        command = [str(self.binaries / "psql"), "-h", str(self.folder), "-U", "oracle", "-d", "postgres"]
        command += [
            "-X",
            "-q",
            "-v",
            "ON_ERROR_STOP=1",
            "-v",
            "VERBOSITY=verbose",
            "--csv",
            "-P",
            f"null={NULL}",
        ]
        done = subprocess.run(
            command, input=script, capture_output=True, text=True, encoding="utf-8", check=False
        )
        if done.returncode:
            code = re.search(r"ERROR:\s+(\w{5})", done.stderr)
            runtime = code is not None and code[1][:2] in ("22", "21")
            raise Failed("error" if runtime else "rejected", done.stderr.strip()[:300])
        return done.stdout

    def rows(self, sql: str) -> list[list[Value]]:
        """Run a query. Raises `Failed`."""
        types = [r[1] for r in csv.reader(io.StringIO(self._psql(f"{sql} \\gdesc\n")))][1:]
        output = csv.reader(io.StringIO(self._psql(f"{_SETTINGS}\n{sql};")))
        return [[value(t, c) for t, c in zip(types, row)] for row in list(output)[1:]]

    def stop(self) -> None:
        """End the server."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "stop")


def value(type_: str, text: str) -> Value:
    """Return a result's value from its text."""
    if text == NULL:
        return None
    if type_.endswith("[]"):
        return ("list", [None if i is None else value(type_[:-2], i) for i in _items(text)])
    kind = type_.partition("(")[0]
    if kind in ("bigint", "integer", "smallint"):
        return ("int", int(text))
    if kind in ("double precision", "real"):
        return ("float", float(text))
    if kind == "numeric":
        return ("numeric", decimal.Decimal(text))
    if kind == "boolean":
        return ("bool", text == "t")
    if kind == "bytea":
        return ("bytes", bytes.fromhex(text[2:]))
    if kind == "date":
        return ("date", (datetime.date.fromisoformat(text) - datetime.date(1970, 1, 1)).days)
    if kind == "timestamp with time zone":
        return ("timestamp", micros(text))
    if kind == "jsonb":
        return document(text)
    if kind == "interval":
        return ("interval", _interval(text))
    return ("string", text)


_ITEM = re.compile(r'"((?:[^"\\]|\\.)*)"|([^,{}]+)')


def _items(text: str) -> list[str | None]:
    items: list[str | None] = []
    for match in _ITEM.finditer(text[1:-1]):
        if match[1] is not None:
            items.append(re.sub(r"\\(.)", r"\1", match[1]))
        else:
            items.append(None if match[2] == "NULL" else match[2])
    return items


def _interval(text: str) -> tuple[int, int, int]:
    date, _, clock = text[1:].partition("T")
    parts = {f"D{u}": decimal.Decimal(n) for n, u in re.findall(r"(-?[\d.]+)([YMWD])", date)}
    parts |= {f"T{u}": decimal.Decimal(n) for n, u in re.findall(r"(-?[\d.]+)([HMS])", clock)}
    months = parts.get("DY", 0) * 12 + parts.get("DM", 0)
    seconds = parts.get("TH", 0) * 3600 + parts.get("TM", 0) * 60 + parts.get("TS", 0)
    return int(months), int(parts.get("DD", 0)), int(seconds * 10**6)
