# Starlore. `make run` and `make test` do all their own set-up; `make` lists the targets.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_LOCK := requirements/run.txt
TEST_LOCK := requirements/test.txt
ARGS ?=
SEEDS ?= 10000

.DEFAULT_GOAL := help
.PHONY: help run test check laws bench crash docs shots lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## set up, then start Starlore and open the browser; ARGS="--port 9000" is passed on
	@$(PYTHON) tools/setup.py $(RUN_LOCK)
	@$(BIN)/starlore serve $(ARGS)

test: ## set up, then run every check and every test
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(PYTHON) tools/chromium.py
	@$(MAKE) --no-print-directory check
	@$(BIN)/pytest -n auto --dist worksteal

check: ## lint, types, import rules, the courses
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/starlore check

laws: ## hold every question to its laws over 10,000 draws each; SEEDS=500 for fewer
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(BIN)/starlore check --seeds $(SEEDS) --report

bench: ## measure speed and size, as tables
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(BIN)/python -m benchmarks

crash: ## kill the server at random moments while answers stream in, 200 times
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(BIN)/python -m benchmarks.crash --rounds 200

docs: ## make the generated reference pages again
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(BIN)/python -m tools.docs

shots: ## photograph every screen in both themes, phone and desktop, into shots/
	@$(PYTHON) tools/setup.py $(TEST_LOCK)
	@$(PYTHON) tools/chromium.py
	@$(BIN)/python -m tools.shots

lock: ## make the hashed locks again (needs uv)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra build -o $(RUN_LOCK)
	uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-header \
	  --extra build --extra fast --extra cluster --extra video --extra dev -c $(RUN_LOCK) -o $(TEST_LOCK)

clean: ## remove what the set-up made
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
