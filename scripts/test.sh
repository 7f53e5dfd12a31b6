#!/bin/sh
# All checks and tests, as `make test` runs them. $1 is the folder of the virtual environment's programs.
set -eu
bin=$1

"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy"
"$bin/python" scripts/docs.py --check

# Translations run on real engines where there are any; what is missing is skipped by name.
sh scripts/engines.sh "$bin"
"$bin/python" -m pytest -m oracle -rs

# The sqlglot plugins on the oldest and newest sqlglot, the whole suite with its compiled build, then as installed.
"$bin/python" -m pytest -m builds -rs
sh scripts/compiled.sh "$bin"
"$bin/python" -m pytest -n auto --dist worksteal -rs
