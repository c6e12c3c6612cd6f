# Every target sets up what it needs; only `judges` needs root. See `make help`.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
JOBS ?= 3
# A killed rollout waits for its switches, and they for it: more of them run side by side.
PROVERS ?= 4
# Each worker keeps its own part of the files, and with it what it made for them; who is done takes from the others.
WORKERS := -n $(JOBS) --dist worksteal

# Processes of the tests start Python hundreds of times: what is compiled is kept, whatever the user's shell says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check judges proof bench clean

help:
	@echo 'make demo    lab, plan, canary, gate failure, rollback, full rollout: in a minute'
	@echo 'make test    check, then all tests; names the judges that are missing'
	@echo 'make check   format, lint, types, import order'
	@echo 'make judges  (root) installs the daemons and C libraries that judge artifacts, services masked'
	@echo 'make proof   the long evidence: crash matrices, ten thousand examples'
	@echo 'make bench   the measurements'

# The stamp lies inside the environment: removing `.venv` is enough to begin afresh.
$(READY): pyproject.toml .ci/environment.py
	$(PYTHON) .ci/environment.py .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[push,lab,dev]'
	@touch $@

demo: $(READY)
	$(BIN)/fabric demo

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	MYPYPATH=tests $(BIN)/mypy $(filter-out tests/judges/test_%,$(wildcard tests/judges/*.py tests/judges/*/*.py))
	$(BIN)/lint-imports

test: check
	$(BIN)/pytest $(WORKERS) -m 'not proof'

proof: $(READY)
	$(BIN)/pytest -n $(PROVERS) --dist worksteal -m proof --durations 30

bench: $(READY)
	test -d .venv/peers || $(BIN)/python -m pip install --quiet --disable-pip-version-check --target .venv/peers hier-config annet
	$(BIN)/python -m bench

judges: $(READY)
	.ci/judges $(BIN)/python

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis build dist
