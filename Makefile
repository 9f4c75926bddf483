# Permanence: `make run` opens a demonstration house, `make test` proves that it works. docs/running.md tells more.
.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test lint clauses bench reset

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PURE   := tables/roulette tables/play tables/register tables/violations settlement/payout settlement/ledger settlement/slips settlement/bank settlement/boxes settlement/figures tables/wheels/drivers tables/shift/rules tables/shift/judgement.py tables/shift/rota tables/simulation settlement/simulation/elsewhere.py settlement/simulation/bank_side.py settlement/simulation/soft_count.py

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.installed ## Make .venv/ and install what runs, pinned

setup-dev: $(VENV)/.installed-dev

run: setup ## Run the whole house until Ctrl-C; PORT=, HOST= and WHEEL_PORT= choose other ports
	@exec $(PY) manage.py run_house

test: setup-dev ## Run every test; says plainly what it skipped and why
	@exec $(PY) -m pytest $(TESTS)

lint: setup-dev ## Style, types of the pure packages, walls between the packages, migrations, templates
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy $(PURE)
	PYTHONPATH=. $(VENV)/bin/lint-imports
	$(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PY) manage.py check
	$(PY) manage.py unused_templates

clauses: setup-dev ## Print each clause with its values and tests, CLAUSE= only one; fails if one has no test
	@$(PY) manage.py clauses $(CLAUSE)

bench: setup-dev ## Print the figures, each beside what it is measured against; fails if a goal is missed
	@status=0; \
	$(PY) manage.py with_database tables.stream.bench || status=1; \
	$(PY) -m settlement.bench || status=1; \
	$(PY) manage.py with_database tables.shift.bench || status=1; \
	$(PY) manage.py with_database tables.house.live_bench || status=1; \
	$(PY) manage.py with_database settlement.simulation_bench || status=1; \
	$(PY) manage.py with_database settlement.ledger_bench || status=1; \
	$(PY) manage.py with_database casino.floor.page_bench || status=1; \
	$(PY) manage.py with_database casino.cash.month_bench || status=1; \
	$(PY) manage.py with_database casino.web.bench || status=1; \
	$(PY) manage.py with_database casino.api.load_bench || status=1; \
	$(PY) manage.py with_database casino.api.feed_bench || status=1; \
	$(PY) -m tables.wheels.bench || status=1; \
	$(PY) -m pytest -q --hold-to-goals casino/floor/tests/test_browser_table.py -k onto_the_screen || status=1; \
	exit $$status

reset: ## Forget everything that the embedded parts have written, after asking; YES=1 does not ask
	@exec $(PYTHON) -m casino.embedded.reset $(if $(YES),--yes)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Permanence needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	       "Name another: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt constraints.txt | $(VENV)/bin/python
	$(PY) -m pip install --disable-pip-version-check --quiet -c constraints.txt -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements.txt requirements-dev.txt constraints.txt | $(VENV)/bin/python
	$(PY) -m pip install --disable-pip-version-check --quiet -c constraints.txt -r requirements-dev.txt
	@touch $@ $(VENV)/.installed
