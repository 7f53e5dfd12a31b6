# Two commands do everything on a fresh machine with Python 3.10 or newer:
#   make demo    sets up, lints and translates the fixtures
#   make test    sets up and runs all checks and tests

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test lint docs update bench clean

demo: $(VENV)/installed
	@echo '$$ queuesql lint fixtures/mailroom'
	@$(BIN)/queuesql lint --exit-zero fixtures/mailroom
	@echo
	@echo '$$ queuesql translate --to postgresql --schema fixtures/mailroom/schema.sql fixtures/mailroom/deliver.sql'
	@$(BIN)/queuesql translate --to postgresql --schema fixtures/mailroom/schema.sql fixtures/mailroom/deliver.sql

test: $(VENV)/installed-dev
	@sh scripts/test.sh $(BIN)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: $(VENV)/installed-dev
	$(BIN)/python scripts/docs.py

update: $(VENV)/installed-dev
	$(BIN)/python -m pytest --update

bench: $(VENV)/installed-dev
	@for script in benchmarks/*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/installed $@

clean:
	rm -rf $(VENV) dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
