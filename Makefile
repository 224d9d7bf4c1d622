# Everything that a person or a machine runs; `make play` and `make test` need only Python and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test check setup bench format lock clean

play: setup  ## the server, a duel of bots to watch, and a new game for two people
	@$(BIN)/broadside up

test: setup  ## every test
	$(BIN)/pytest

check: setup  ## format, lint, types, import rules, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/codespell .

bench: setup  ## figures beside their limits, from this machine
	$(BIN)/python -m tests.benchmarks

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup  ## after a change of dependencies in pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --group dev \
	  --no-emit-index-url --no-emit-find-links --no-header --generate-hashes \
	  pyproject.toml --output-file requirements.lock

setup: $(VENV)/.ready  ## a virtual environment with everything in it

$(VENV)/.ready: pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Broadside needs Python 3.11 or newer; name one: make PYTHON=python3.12 …")'
	@echo "Preparing $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

clean:
	rm -rf $(VENV) dist build
