# Stół Caerbannog. `make run` starts it, `make test` tests it; each installs what it needs.

HOST ?= 127.0.0.1
PORT ?= 8000
DATA ?= data
WORKERS ?= 1
# The address that people open, for the links that `make demo` prints.
ADDRESS = $(or $(PUBLIC_URL),http://$(if $(filter 0.0.0.0 ::,$(HOST)),$(or $(LAN),127.0.0.1),$(HOST)):$(PORT))
# This machine's first address in the local network, where it can be told.
LAN = $(firstword $(shell hostname -I 2>/dev/null))
UV_VERSION := 0.13.9

V := .venv
PY := $(V)/bin/python
UV := UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 $(V)/bin/uv sync --frozen --quiet
PYTEST := $(PY) -m pytest --durations=10
# The first Python of the versions that the product knows.
FIND_PYTHON = for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null && { echo $$p; break; }; done

.PHONY: help run demo host password backup restore move test check bench audit messages pictures browser format clean
.DELETE_ON_ERROR:

help: ## what there is
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(V)/.run ## install, migrate and serve on http://127.0.0.1:8000 (HOST, PORT, DATA, WORKERS)
	@DATA="$(DATA)" HOST="$(HOST)" PORT="$(PORT)" WORKERS="$(WORKERS)" exec $(PY) -m caerbannog_site.serve

demo: $(V)/.run ## fill the database with the demonstration table, a Polish one (HOST, PORT, DATA; FORCE=1 where people have accounts)
	@DATA="$(DATA)" $(PY) -m caerbannog_site.serve --prepare
	@DATA="$(DATA)" $(PY) manage.py demo --url "$(ADDRESS)" $(if $(FORCE),--force)

host: $(V)/.run ## make somebody a host, the first one too (NAME=..., DATA; REMOVE=1: a host no more)
	@DATA="$(DATA)" $(PY) -m caerbannog_site.serve --prepare
	@DATA="$(DATA)" $(PY) manage.py host "$(NAME)" $(if $(REMOVE),--remove)

password: $(V)/.run ## a one-time link to a new password (NAME=..., DATA; SET=1 sets one at once)
	@DATA="$(DATA)" HOST="$(HOST)" PORT="$(PORT)" $(PY) manage.py password "$(NAME)" $(if $(SET),--set)

backup: $(V)/.run ## database and uploads in one dated file, while people play (DATA, INTO=folder)
	@DATA="$(DATA)" $(PY) manage.py backup $(if $(INTO),--into "$(INTO)")

restore: $(V)/.run ## put a backup back, the server being stopped (FILE=..., DATA; FORCE=1 replaces people)
	@DATA="$(DATA)" $(PY) manage.py restore "$(FILE)" $(if $(FORCE),--force)

move: $(V)/.run ## copy everything into another database, which is empty (TO=postgresql://..., DATA)
	@DATA="$(DATA)" $(PY) manage.py move "$(TO)" $(if $(FORCE),--force)

test: $(V)/.dev browser ## every test, on SQLite and on PostgreSQL
	$(PYTEST) -n 2 -m "not browser"
	$(PYTEST) -n 2 -m browser
	TEST_DATABASE=postgresql $(PYTEST) -n 2 -m "not browser"
	TEST_DATABASE=postgresql $(PYTEST) -n 2 -m browser

check: $(V)/.dev ## everything that reads the code without running it
	$(V)/bin/ruff check .
	$(V)/bin/ruff format --check .
	$(V)/bin/mypy
	$(V)/bin/lint-imports --no-logo
	$(V)/bin/djlint --lint --quiet templates
	$(PY) manage.py messages --check
	$(PY) manage.py makemigrations --check --dry-run

format: $(V)/.dev ## let ruff lay out the code
	$(V)/bin/ruff check --fix .
	$(V)/bin/ruff format .

messages: $(V)/.dev ## take new strings into the catalogues in locale/
	$(PY) manage.py messages --update

bench: $(V)/.dev ## measure the product beside a floor
	$(PY) -m bench

pictures: $(V)/.dev browser ## take the README's pictures anew
	$(PY) docs/pictures/take.py

audit: $(V)/.dev ## known weaknesses of the dependencies (asks the network)
	$(UV) --group dev --group audit --inexact
	$(V)/bin/pip-audit --skip-editable

browser: $(V)/.dev
	@$(PY) -m tests.chromium
	@$(PY) -m tests.debian nginx caddy

clean: ## take away what make installed
	rm -rf $(V)

$(V)/.uv-$(UV_VERSION):
	@python=$$($(FIND_PYTHON)); \
	if [ -z "$$python" ]; then \
		echo "Python 3.11, 3.12 or 3.13 is needed; python3 here is $$(python3 --version 2>&1)." >&2; exit 1; fi; \
	[ -x $(PY) ] || $$python -m venv $(V) || { \
		echo "Python's venv module is needed (on Debian: apt install python3-venv)." >&2; exit 1; }
	$(PY) -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

# What runs the product; --inexact leaves the tools of the tests where they are.
$(V)/.run: $(V)/.uv-$(UV_VERSION) pyproject.toml uv.lock
	$(UV) --inexact
	@touch $@

$(V)/.dev: $(V)/.uv-$(UV_VERSION) pyproject.toml uv.lock
	$(UV) --group dev
	@touch $@
