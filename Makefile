# Only Python 3.11+, git and make are assumed. `make` alone lists the targets.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Python compiles a module when it is first imported: most modules never are.
# The files pin every package. Without --no-deps, pip looks the dependencies up again and fails on a newer release.
INSTALL := $(PIP) install --no-compile --require-hashes --no-deps
# Each process takes a contiguous half of the tests, so that it starts few servers, and steals at the end.
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal
# Timing differs in every run. CI names the tests that failed and tries them once more, one at a time; elsewhere a failure
# stays one.
tests = { $(PYTEST) $(1) || { [ -n "$(CI)" ] && echo "Trying the failed tests once more…" && \
	$(PYTEST) -n 1 $(1) --last-failed --last-failed-no-failures none; }; }
SOURCES := $(wildcard src compiler tests bench conftest.py hatch_build.py web/build.py web/compress.py web/runtime.py .ci/check_subject.py docs/hooks)
TWO_FORMS := tests/core tests/games tests/bots src/tablee/games
COMPILE := $(BIN)/python -m compiler
CLIENT := $(BIN)/python -m web.build
BROWSER := $(BIN)/python -m tests.web.browser
# Not in the make of macOS.
SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
# With PACKAGE=name, only that package is updated.
LOCK := $(BIN)/uv pip compile --quiet $(if $(PACKAGE),--upgrade-package $(PACKAGE),--upgrade) --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

.PHONY: help play terminal quick test thorough check docs built browser build wasm bench shots peers types lock clean

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' Makefile

play: .venv/.play ## set everything up and open the site in a browser
	@$(COMPILE)
	@$(CLIENT)
	@$(BIN)/tablee serve --open --host $(HOST) --port $(PORT)

terminal: .venv/.play ## set everything up and play in this terminal
	@$(COMPILE)
	@$(BIN)/tablee play

quick: .venv/.dev ## what to run before a commit: style, types, rules, domain, layers
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet --check $(SOURCES) || { echo "Run: $(BIN)/ruff format"; exit 1; }
	@$(BIN)/mypy --no-error-summary $(SOURCES)
	@$(COMPILE)
	@$(PYTEST) tests/architecture tests/core src/tablee/games tests/server/test_clocks.py tests/server/test_race.py \
	tests/server/test_write_cost.py

test: .venv/.play ## set everything up, check, and run every test, compiled and plain
	@# Packages for developers are installed while the rules are compiled: pip uses one processor.
	@$(MAKE) --no-print-directory $(SYNC) -j2 built check docs browser
	@# Only rules and bots have two forms: everything else is tested once.
	@if [ -f src/tablee/_compiled.json ]; then \
	echo "Testing the compiled rules…" && $(call tests,--ignore=tests/web) && \
	echo "Testing the rules as plain Python…" && export TABLEE_PURE=1 && $(call tests,$(TWO_FORMS)); \
	else echo "Nothing is compiled here, so only plain Python is tested." && \
	export TABLEE_PURE=1 && $(call tests,--ignore=tests/web); fi
	@# Browsers come last and by themselves: they need both processors.
	@echo "Testing the web client in a browser…"
	@$(call tests,tests/web)

thorough: .venv/.dev ## run the property tests of every game with many more examples
	@$(COMPILE)
	@$(BIN)/python -m tests.thorough

check: .venv/.dev ## check style and types, in Python and TypeScript
	@echo "Checking style and types…"
	@$(BIN)/ruff check --quiet $(SOURCES)
	@$(BIN)/ruff format --quiet --check $(SOURCES) || { echo "Run: $(BIN)/ruff format"; exit 1; }
	@$(BIN)/mypy --no-error-summary $(SOURCES)
	@echo "Checking the web client…"
	@$(CLIENT) npm run check --silent
	@$(CLIENT) npm test --silent

docs: .venv/.docs ## build the documentation site into build/site/
	@echo "Building the documentation…"
	@# The theme's authors print a notice about their next project.
	@# Not --quiet: warnings that are not printed are not counted as errors.
	@# The plain rules: at the same time others may be compiled.
	@NO_MKDOCS_2_WARNING=1 TABLEE_PURE=1 $(BIN)/mkdocs build --strict

built: .venv/.play
	@$(COMPILE)
	@$(CLIENT)

browser: .venv/.dev
	@$(BROWSER)

build: .venv/.play ## build a wheel in dist/
	@echo "Building a wheel…"
	@rm -rf dist
	@$(PIP) wheel --no-build-isolation --no-deps --wheel-dir dist .
	@ls dist
	@$(BIN)/python -m tests.packaging.wheel dist/*.whl

wasm: .venv/.play ## install the compiler for browsers, and build the client with compiled rules
	@$(INSTALL) -r requirements/wasm.txt
	@TABLEE_REQUIRE_OFFLINE=compiled $(CLIENT)

bench: .venv/.dev ## measure the speed of the rules and of the web client
	@$(COMPILE)
	@$(BIN)/python -m bench
	@$(BROWSER)
	@$(BIN)/python -m bench.web
	@$(BIN)/python -m bench.frames

shots: .venv/.dev ## take pictures of every page and every board, into build/shots/
	@$(COMPILE)
	@$(BROWSER)
	@$(BIN)/python -m tests.web.screenshots

peers: .venv/.dev ## test our games in OpenSpiel, and our expert against its search at equal time
	@echo "Installing OpenSpiel…"
	@$(INSTALL) -r requirements/peers.txt
	@$(COMPILE)
	@$(PYTEST) tests/lab/test_openspiel.py
	@$(BIN)/python -m bench.openspiel

types: .venv/.play ## generate the types of the messages for TypeScript
	@mkdir -p web && $(BIN)/python -m tablee.server.typescript > web/wire.d.ts

lock: .venv/bin/uv ## update the locked packages in requirements/; with PACKAGE=name that one
	@echo "Locking packages…"
	@$(BIN)/python -c "import tomllib; \
	print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" \
	| $(LOCK) - --output-file requirements/build.txt > /dev/null
	@$(LOCK) pyproject.toml --extra all --output-file requirements/run.txt > /dev/null
	@$(LOCK) pyproject.toml requirements/build.txt requirements/run.txt --extra all --extra lab --group dev \
	--output-file requirements/dev.txt > /dev/null
	@$(LOCK) --group docs --constraints requirements/dev.txt --output-file requirements/docs.txt > /dev/null
	@echo open-spiel | $(LOCK) - --constraints requirements/dev.txt \
	--output-file requirements/peers.txt > /dev/null
	@echo 'ziglang>=0.17,<0.18' | $(LOCK) - --output-file requirements/wasm.txt > /dev/null

clean: ## remove everything that can be built again
	@rm -rf .venv build dist web/node_modules src/tablee/static .mypy_cache .pytest_cache .ruff_cache .hypothesis
	@git clean -fdXq src compiler tests

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	"Tablée needs Python 3.11 or newer. If you have it under another name: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || { echo \
	"Python cannot make a virtual environment. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/.play: .venv/.made requirements/build.txt requirements/run.txt pyproject.toml hatch_build.py
	@echo "Setting up Python packages…"
	@$(INSTALL) -r requirements/build.txt -r requirements/run.txt
	@# Compiling is a step of its own, where its output is seen.
	@TABLEE_PURE=1 $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

.venv/.dev: .venv/.play requirements/dev.txt
	@echo "Setting up tools for developers…"
	@$(INSTALL) -r requirements/dev.txt
	@touch $@

.venv/.docs: .venv/.dev requirements/docs.txt
	@echo "Setting up tools for the documentation…"
	@$(INSTALL) -r requirements/docs.txt
	@touch $@

.venv/bin/uv: .venv/.made
	@$(PIP) install uv
