#!/bin/sh
# Runs the suite once more with sqlglot's compiled build, which refuses subclasses of most of its classes.
set -eu
python=$1/python
venv=.venv-compiled

if [ ! -f "$venv/installed" ] || [ pyproject.toml -nt "$venv/installed" ]; then
    "$python" -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check --editable '.[dev]' 'sqlglot[c]'
    touch "$venv/installed"
fi
"$venv/bin/python" -m pytest -n auto --dist worksteal
