# Permanence: `make run` opens a demonstration house, `make test` proves that it works. docs/running.md tells more.
.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run check test test-long lint docs clauses golden screens bench reset

# A house is two dozen processes: each would compile all that it imports anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
# Compiled afterwards on all processors; pip compiles on one. A package may hold files for other Pythons, which fail.
INSTALL := $(PY) -m pip install --disable-pip-version-check --quiet --no-compile -c constraints.txt -r
COMPILE := @$(PY) -m compileall -q -j 0 $(VENV)/lib >/dev/null || true
# Without the variable its theme prints a note on its successor. Not --quiet, which lets dead links pass.
SITE := NO_MKDOCS_2_WARNING=1 $(VENV)/bin/mkdocs build
# The catalogues as gettext reads them; English needs none.
CATALOGUES := $(patsubst %.po,%.mo,$(filter-out locale/en/%,$(wildcard locale/*/LC_MESSAGES/django.po)))
# Three on two cores, for many tests wait. Each worker has a server of its own: where DATABASE_URL names one there are none.
# A file stays with one worker: what its tests share, a walk over a whole house for one, is made once. testkit/order.py has the order.
WORKERS := $(if $(DATABASE_URL),,-n 3 --dist loadfile --no-loadscope-reorder)

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.installed $(CATALOGUES) ## Make .venv/ and install what runs, pinned

setup-dev: $(VENV)/.installed-dev $(CATALOGUES)

run: setup ## Run the demonstration house until Ctrl-C, HOUSE=empty one of your own; PACE=10 plays quicker; PORT=, HOST= and WHEEL_PORT= choose
	@exec $(PY) manage.py run_house

check: setup-dev ## Check what you changed in about a minute; SINCE= names another commit, SECONDS= gives the tests more time
	@exec $(PY) -m testkit.check $(if $(SINCE),--since $(SINCE)) $(if $(SECONDS),--seconds $(SECONDS))

test: setup-dev ## Run every test, three at a time; says plainly what it skipped and why
	@exec $(PY) -m pytest $(WORKERS) $(TESTS)

test-long: setup-dev ## Run the tests that have a longer form at length, with other seeds each time; takes hours
	@exec $(PY) -m pytest -m long_form --hypothesis-profile=thorough $(TESTS)

lint: setup-dev ## Style, types, walls between the packages, migrations, templates, documents
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/codespell
	$(VENV)/bin/djlint --lint --quiet templates
	PYTHONPATH=. $(VENV)/bin/lint-imports
	$(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	$(PY) manage.py check
	$(PY) manage.py unused_templates
	$(PY) manage.py unmarked_text
	$(PY) -m testkit.check_words
	$(PY) -m testkit.check_licences
	$(PY) manage.py rulebook_keys --check
	$(PY) manage.py makemessages --check
	$(SITE)

docs: setup-dev ## Build the documentation site in site/, with every link checked; open site/index.html
	$(SITE)

clauses: setup-dev ## Print each clause with its values and tests, CLAUSE= only one; fails if one has no test
	@$(PY) manage.py clauses $(CLAUSE)

golden: setup-dev ## Write the golden compliance reports anew; git shows what became of each line
	@$(PY) -m pytest -q -rN --write-golden casino/reports/tests/test_golden_reports.py -k is_the_one_that_is_kept
	@git --no-pager diff --stat -- casino/reports/tests/golden

screens: setup-dev ## Picture every page in every language, theme and size, and print what is cut; LOOK="--languages it" and the like
	@$(PY) -m testkit.make_screens $(LOOK)
	@$(PY) -m pytest -q -rN casino/tests/test_every_page_of_the_house.py -k breaks_a_rule --pictures docs/screens/walk

bench: setup-dev ## Print the figures, each beside what it is measured against; fails if a goal is missed
	@status=0; \
	$(PY) manage.py with_database bench.stream || status=1; \
	$(PY) -m bench.payout || status=1; \
	$(PY) -m bench.wheel_statistics || status=1; \
	$(PY) -m bench.proof || status=1; \
	$(PY) manage.py with_database bench.sweep || status=1; \
	$(PY) manage.py with_database bench.sign_in || status=1; \
	$(PY) manage.py with_database bench.live_table || status=1; \
	$(PY) manage.py with_database bench.simulation || status=1; \
	$(PY) manage.py with_database bench.ledger || status=1; \
	$(PY) manage.py with_database bench.pages || status=1; \
	$(PY) manage.py with_database bench.month || status=1; \
	$(PY) manage.py with_database bench.inspector || status=1; \
	$(PY) manage.py with_database bench.web || status=1; \
	$(PY) manage.py with_database bench.load || status=1; \
	$(PY) manage.py with_database bench.memory || status=1; \
	$(PY) manage.py with_database bench.feed || status=1; \
	$(PY) manage.py with_database bench.wheels || status=1; \
	$(PY) -m bench.spins 20000 || status=1; \
	$(PY) manage.py with_database bench.screens || status=1; \
	$(PY) manage.py with_database bench.left_open || status=1; \
	$(PY) -m pytest -q --hold-to-goals casino/floor/tests/test_browser_table.py -k onto_the_screen || status=1; \
	exit $$status

reset: ## Forget everything that the embedded parts have written, after asking; YES=1 does not ask
	@exec $(PYTHON) -m casino.one_machine.reset $(if $(YES),--yes)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Permanence needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
	       "Name another: make setup PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: requirements.txt constraints.txt | $(VENV)/bin/python
	$(INSTALL) requirements.txt
	$(COMPILE)
	@touch $@

$(VENV)/.installed-dev: requirements.txt requirements-dev.txt constraints.txt | $(VENV)/bin/python
	$(INSTALL) requirements-dev.txt
	$(COMPILE)
	@touch $@ $(VENV)/.installed

locale/%.mo: locale/%.po | $(VENV)/.installed
	@$(PY) -m casino.languages.compiling
