# make play plays, make test tests. Everything else they need they set up themselves, in .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := PIP_CONSTRAINT=constraints.txt $(BIN)/pip install --quiet --disable-pip-version-check
CORES  := $(shell getconf _NPROCESSORS_ONLN)
# two more than there are cores, as many tests wait; some need a gigabyte, so no more than four
SPREAD := -n $$(($(CORES) + 2)) --maxprocesses 4 --dist worksteal

# what Python compiled is kept beside the source, whatever this shell says: every process starts from it
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-long lint format programs bench screens pictures solutions levels clean

play: $(VENV)/play.done
	@$(BIN)/hotdice play $(ARGS)

test: lint
	@$(BIN)/pytest $(SPREAD)

test-long: lint
	@HOTDICE_LONG=1 $(BIN)/pytest $(SPREAD)

lint: $(VENV)/test.done programs
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@tools/javascript.sh check

format: $(VENV)/test.done
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@tools/javascript.sh format

programs:
	@tools/have_programs.sh

bench: $(VENV)/test.done
	@$(BIN)/python benchmarks/engine.py
	@$(BIN)/python benchmarks/startup.py
	@$(BIN)/python benchmarks/solver.py
	@$(BIN)/python benchmarks/approximation.py
	@$(BIN)/python benchmarks/advice.py
	@$(BIN)/python benchmarks/arena.py
	@$(BIN)/python benchmarks/review.py
	@$(BIN)/python benchmarks/terminal.py
	@$(BIN)/python benchmarks/server.py
	@$(BIN)/python benchmarks/web.py

screens: $(VENV)/test.done
	@PYTHONPATH=tests $(BIN)/python -m support.app_scenes

pictures: $(VENV)/test.done programs
	@$(BIN)/python tools/web_pictures.py pictures

solutions: $(VENV)/test.done
	@$(BIN)/python tools/make_solutions.py $(ARGS)

levels: $(VENV)/test.done
	@$(BIN)/python tools/make_levels.py $(ARGS)

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .schemathesis

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Hot Dice needs Python 3.11 or newer; this is $$($(PYTHON) --version). Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/play.done: pyproject.toml constraints.txt | $(VENV)/bin/pip
	@echo "Setting up (once) ..." >&2
	@$(PIP) --editable '.[terminal,solve]'
	@touch $@

$(VENV)/test.done: pyproject.toml constraints.txt | $(VENV)/bin/pip
	@echo "Setting up everything for the tests (once; a few minutes) ..." >&2
	@$(PIP) --editable '.[all,dev]'
	@touch $@ $(VENV)/play.done
