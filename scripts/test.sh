#!/bin/sh
# All checks and tests, as `make test` runs them. $1 is the folder of the virtual environment's programs.
set -eu
bin=$1

"$bin/ruff" check .
"$bin/ruff" format --check .
"$bin/mypy"
"$bin/python" scripts/docs.py --check

# The translation tests run on real engines where there are any; what is missing is skipped by name.
sh scripts/engines.sh "$bin"

# The whole suite runs with sqlglot in pure Python, then with its compiled build.
"$bin/python" -m pytest -n auto --dist worksteal
sh scripts/compiled.sh "$bin"
