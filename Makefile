# The commands of this project. `make` alone lists them.
#
# A stranger needs GNU make, Python 3.11 or newer with venv, and Node.js 20.19 or newer with npm.
# Nothing is installed outside .venv and frontend/node_modules, except that `make test` may install
# PostgreSQL, Redis, Chromium, Firefox, WebKitGTK's driver, Tesseract and WordNet with apt-get where
# they are missing and it may.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

# --- What you may set: make demo PORT=9000 -------------------------------------------------------

PORT ?= 8000
# RESET=1 makes `make demo` start over.
RESET ?=
# ONLY="check vitest sqlite postgres browser" restricts `make test` to some of its steps.
ONLY ?=
# Arguments handed to the benchmark or to pytest in `make test-quick`.
ARGS ?=
# The Python that makes the virtual environment: the first one that is new enough.
PYTHON ?= $(shell for candidate in python3 python3.13 python3.12 python3.11; do \
	command -v $$candidate >/dev/null \
	&& $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$candidate && break; done)

BIN := .venv/bin
NPM := npm --prefix frontend
# Settings for commands that need no secrets: checks and development on this machine.
DEV := DEBUG=true

# --- Help ----------------------------------------------------------------------------------------

.PHONY: help
help: ## List these commands
	@echo "Usage: make <command> [VARIABLE=value]"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

# --- Installing ----------------------------------------------------------------------------------
# A copy of the lock file next to what was installed from it says whether there is anything to do:
# unlike a time stamp it survives clones, branch switches and restored caches.

define NO_PYTHON
Python 3.11 or newer was not found.
  Debian, Ubuntu: apt-get install python3 python3-venv
  macOS:          brew install python@3.12
  or name one:    make install PYTHON=/path/to/python3.12
endef

define NO_VENV
This Python has no venv module (Debian and Ubuntu package it apart): apt-get install python3-venv
endef

define NO_NODE
Node.js 20.19 or newer with npm was not found; the web client is built with it.
  Debian 13, Ubuntu 25.10: apt-get install nodejs npm
  macOS:                   brew install node
  elsewhere:               your version manager, for example `nvm install 22`
endef

define NODE_IS_NEW_ENOUGH
const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);
endef

export NO_PYTHON NO_VENV NO_NODE NODE_IS_NEW_ENOUGH

.PHONY: install
install: ## Install everything for development (.venv, frontend/node_modules)
	@$(MAKE) --jobs=2 .venv-dev frontend-packages

.PHONY: install-vlm
install-vlm: .venv-vlm ## Add what local models need (PyTorch, transformers) to what `demo` and `run` use

# Looked for where something is to be installed: whoever has it all does not wait for the search.
.PHONY: need-python need-node
need-python:
	@test -n "$(PYTHON)" || { printf '%s\n' "$$NO_PYTHON" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { printf '%s\n' "$$NO_VENV" >&2; exit 1; }

$(BIN)/python:
	@$(MAKE) need-python
	@$(PYTHON) -m venv .venv

need-node:
	@command -v npm >/dev/null && node -e "$$NODE_IS_NEW_ENOUGH" 2>/dev/null \
	|| { printf '%s\n' "$$NO_NODE" >&2; exit 1; }

.PHONY: .venv-base .venv-torch .venv-vlm .venv-dev frontend-packages
# Of the thirty thousand modules a few thousand are ever loaded: each is compiled when it first is, and
# what that makes is kept, whatever the shell says.
PIP_FLAGS = -qq --disable-pip-version-check --no-compile
unexport PYTHONDONTWRITEBYTECODE

# The development lock contains the runtime lock, so either installation serves to run the product.
.venv-base: | $(BIN)/python
	@cmp -s requirements/base.txt .venv/.installed-base.txt \
	|| cmp -s requirements/dev.txt .venv/.installed-dev.txt || { \
	echo "Installing Python packages into .venv"; \
	$(BIN)/python -m pip install $(PIP_FLAGS) --require-hashes \
		-r requirements/base.txt; \
	cp requirements/base.txt .venv/.installed-base.txt; }

# Not under hashes: the files of PyTorch differ from machine to machine (decision 0006).
.venv-torch: | $(BIN)/python
	@cmp -s requirements/torch.txt .venv/.installed-torch.txt || { \
	echo "Installing PyTorch into .venv"; \
	$(BIN)/python -m pip install $(PIP_FLAGS) -r requirements/torch.txt; \
	cp requirements/torch.txt .venv/.installed-torch.txt; }

# After PyTorch, and without looking at dependencies: the locks are complete but for PyTorch, and
# theirs are the versions that count.
.venv-vlm: .venv-torch
	@cmp -s requirements/vlm.txt .venv/.installed-vlm.txt \
	|| cmp -s requirements/dev.txt .venv/.installed-dev.txt || { \
	echo "Installing Python packages for local models into .venv"; \
	$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --require-hashes \
		-r requirements/vlm.txt; \
	cp requirements/vlm.txt .venv/.installed-vlm.txt; }

.venv-dev: .venv-torch
	@cmp -s requirements/dev.txt .venv/.installed-dev.txt || { \
	echo "Installing Python packages for development into .venv"; \
	$(BIN)/python -m pip install $(PIP_FLAGS) --no-deps --require-hashes \
		-r requirements/dev.txt; \
	cp requirements/dev.txt .venv/.installed-dev.txt; }

frontend-packages:
	@cmp -s frontend/package-lock.json frontend/node_modules/.installed-lock.json || { \
	$(MAKE) need-node; \
	echo "Installing packages of the web client into frontend/node_modules"; \
	$(NPM) ci --no-audit --no-fund --loglevel=error; \
	cp frontend/package-lock.json frontend/node_modules/.installed-lock.json; }

# --- Running -------------------------------------------------------------------------------------

CLIENT_SOURCES := $(shell find frontend/src annotate/messages frontend/public frontend/index.html \
	frontend/package-lock.json frontend/*.ts frontend/tsconfig*.json -type f ! -name '*.pyc' 2>/dev/null)

.PHONY: build
build: frontend/dist/index.html ## Build the web client into frontend/dist

frontend/dist/index.html: $(CLIENT_SOURCES) | frontend-packages
	@$(MAKE) need-node
	@echo "Building the web client"
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# In a folder of its own: RESET=1 must not delete what `make run` keeps in var/.
.PHONY: demo
demo: .venv-base build ## Serve a demo project with real photos (PORT=8000, RESET=1 starts over)
	@exec env -u DATABASE_URL -u REDIS_URL DEMO=true DATA_DIR="$${DATA_DIR:-var/demo}" \
		$(BIN)/python manage.py demo --port $(PORT) $(if $(RESET),--reset)

.PHONY: run
run: .venv-base ## Serve for development, reloading on change (PORT=8000); see also `worker` and `client`
	@$(DEV) $(BIN)/python manage.py migrate --verbosity 0
	@$(DEV) exec $(BIN)/python manage.py runserver 127.0.0.1:$(PORT)

.PHONY: worker
worker: .venv-base ## Run background jobs and the clock for `make run`
	@$(DEV) exec $(BIN)/celery -A annotate.config worker --beat --pool solo --loglevel INFO

.PHONY: client
client: frontend-packages ## Serve the web client with hot reload; it passes API calls to `make run`
	@$(NPM) run dev

# --- Checking ------------------------------------------------------------------------------------

# What takes longest comes first, so that nothing is waited for at the end.
CHECKS := check-client check-types check-client-types check-schema check-django check-style check-imports check-deploy
.PHONY: check $(CHECKS)
check: install ## Everything that can be said without running tests: style, types, imports, schema
	@mkdir -p var
	@$(MAKE) --keep-going --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(CHECKS) \
	&& echo "All checks passed"

check-style:
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check . \
	|| { echo "Style: run 'make format', then repair what is left" >&2; exit 1; }

check-types:
	@$(DEV) $(BIN)/mypy --no-error-summary

check-imports:
	@$(BIN)/lint-imports --no-cache --no-logo >var/imports.log 2>&1 || { cat var/imports.log >&2; exit 1; }

check-django:
	@$(DEV) $(BIN)/python manage.py check --fail-level WARNING
	@$(DEV) $(BIN)/python manage.py makemigrations --check --dry-run

check-schema:
	@$(DEV) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	@diff -u docs/reference/openapi.yaml var/openapi.yaml \
	|| { echo "The API changed: run 'make schema' and commit the result" >&2; exit 1; }
	@cd frontend && npx --no-install openapi-typescript ../var/openapi.yaml --default-non-nullable false -o ../var/schema.d.ts >/dev/null
	@diff -u frontend/src/api/schema.d.ts var/schema.d.ts \
	|| { echo "The typed client is out of date: run 'make schema'" >&2; exit 1; }

check-client:
	@$(NPM) run --silent lint

check-client-types:
	@cd frontend && npx --no-install tsc --noEmit

check-deploy:
	@# Compose's own tag `!reset` is none of YAML's; what is written after it is checked.
	@mkdir -p var/compose
	@for file in docker-compose.yml deploy/compose.*.yml; do sed 's/: !reset /: /' $$file >var/compose/$${file##*/}; done
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec var/compose/*.yml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

.PHONY: format
format: install ## Put code into the agreed shape
	@$(BIN)/ruff check --quiet --fix-only . && $(BIN)/ruff format --quiet .
	@cd frontend && npx --no-install eslint . --fix && npx --no-install prettier --write --log-level warn .

.PHONY: schema
schema: install ## Write docs/reference/openapi.yaml and what both clients know of it anew
	@mkdir -p docs/reference
	@$(DEV) $(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/reference/openapi.yaml
	@DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python -m tests.architecture.operations
	@$(BIN)/python -m tests.client.operations_table
	@$(NPM) run --silent api

# --- Testing -------------------------------------------------------------------------------------

.PHONY: test
test: ## Everything: checks, client tests, SQLite, PostgreSQL, browser (ONLY="sqlite browser")
	@$(MAKE) --jobs=3 .venv-dev build .test-servers
	@tests/services/test.sh $(ONLY)

.PHONY: .test-servers
.test-servers:
	@tests/services/test.sh --servers $(ONLY)

.PHONY: test-quick
test-quick: install ## Tests that need no server: SQLite and the client (ARGS="-k claim")
	@tests/services/ensure.sh tesseract wordnet
	@$(BIN)/pytest -q -m "not e2e and not race" $(ARGS)
	@$(NPM) run --silent test

.PHONY: bench
bench: .venv-dev ## Measure claiming, submitting, import and export on PostgreSQL (ARGS=--short)
	@DURABLE=1 tests/services/with_services.sh $(BIN)/python -m tests.load $(ARGS)

.PHONY: bench-dashboards
bench-dashboards: .venv-dev ## Measure dashboards at a million submissions (ARGS="--submissions 20000")
	@DURABLE=1 tests/services/with_services.sh $(BIN)/python -m tests.load.dashboards $(ARGS)

.PHONY: bench-cards
bench-cards: .venv-dev ## Measure a LoRA training and seeds on a graphics card, if one is here (ARGS="--steps 100")
	@$(BIN)/python -m tests.load.cards $(ARGS)

.PHONY: bench-workbench
bench-workbench: .venv-dev build ## Measure frames, latency and loading of the workbench in Chromium (ARGS="--only next")
	@tests/services/ensure.sh chromium
	@$(BIN)/python -m tests.load.workbench $(ARGS)

# Without libfaketime the clock is left alone, and without root the disk is never full.
.PHONY: campaign
campaign: .venv-dev ## Kill and mislead every part while 200 people work; ten minutes (ARGS="--minutes 2 --people 40")
	@tests/services/ensure.sh postgres redis
	@tests/services/ensure.sh faketime || true
	@$(BIN)/python -m tests.campaign $(ARGS)

.PHONY: simulate
simulate: install ## SIMULATED people on drawn scenes: does the loop learn? (ARGS="--only nearest")
	@$(BIN)/python -m tests.simulation $(ARGS)

# --- Locking -------------------------------------------------------------------------------------

LOCK := $(BIN)/uv pip compile --no-config --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-header $(if $(UPGRADE),--upgrade)
# PyTorch and what it alone brings along stay out of the locks; it has a file of its own.
VLM := --extra vlm --excludes requirements/torch.txt
# What tools of the tests ask for and never load for what they are asked here.
GROUP := --group dev --excludes requirements/unused.txt

# Each lock holds the one before it.
.PHONY: lock
lock: .venv-dev ## Write requirements/*.txt anew from pyproject.toml (UPGRADE=1 takes newer versions)
	@$(LOCK) -o requirements/base.txt pyproject.toml
	@$(LOCK) $(VLM) -c requirements/base.txt -o requirements/vlm.txt pyproject.toml
	@$(LOCK) $(VLM) --extra cluster -c requirements/vlm.txt $(GROUP) -o requirements/dev.txt pyproject.toml

# --- Packaging -----------------------------------------------------------------------------------

# What an earlier build has left in build/ would get into the wheel, also files that are gone.
.PHONY: package
package: .venv-base build ## Build dist/annotate-….whl, which installs without Node.js (ARGS=try tries it, too)
	@rm -rf build annotate.egg-info dist/annotate-*.whl
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--no-index --wheel-dir dist .
	@rm -rf build annotate.egg-info
	@ls dist/annotate-*.whl
	@$(if $(filter try,$(ARGS)),$(BIN)/python -m tests.deploy.trying dist/annotate-*.whl)

# --- Documentation ------------------------------------------------------------------------------

.PHONY: docs
docs: .venv-dev ## Build the documentation site into var/docs-site (ARGS=serve shows it on PORT)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs \
		$(if $(filter serve,$(ARGS)),serve --dev-addr 127.0.0.1:$(PORT),build --quiet) --strict
	$(if $(filter serve,$(ARGS)),,@echo "Open var/docs-site/index.html")

.PHONY: pictures
pictures: .venv-dev build ## Take the pictures of the guide anew, in a demo of their own
	@tests/services/ensure.sh chromium
	@CHROMIUM=$$(tests/services/chromium.sh) PYTHONPATH=client/src $(BIN)/python -m tests.e2e.pictures

.PHONY: clean
clean: ## Remove build results and caches; keeps .venv, node_modules and everything in var/
	@rm -rf frontend/dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find annotate tests -name __pycache__ -type d -prune -exec rm -rf {} +
