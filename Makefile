# make play   set up if needed and open all games in the browser
# make test   what must pass before each commit: lint, types, tests
# make more   more of the tests that are alike, on other games and files, and what takes long
# make pages  the tests of the pages in a real browser, which take some minutes more
# make bench  how fast it is beside hand-written Python
# make speed  the same beside programs of others, and the page docs/speed.md; some minutes
# make docs   remake what is generated
# make mutants  how many of 200 small changes of the core the tests notice; half an hour at most
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BROWSER := $(VENV)/.browser

.PHONY: play test lint types tests more pages bench speed docs clean playthroughs mutants

play: $(READY)
	@$(BIN)/tilewright table

# Types are looked at by one processor, while the others play games.
test: lint
	@$(MAKE) --no-print-directory -j2 types tests

# What Python has compiled is kept, also where the environment says not to: a hundred tests start
# processes, and each worker rewrites the assertions of all tests.
tests more pages: export PYTHONDONTWRITEBYTECODE =

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/pytest -n auto --dist worksteal -m "not browser" --part first

more: $(READY)
	$(BIN)/pytest -n auto --dist worksteal -m "not browser" --part rest

pages: $(READY) $(BROWSER)
	$(BIN)/pytest -n auto --dist worksteal -m browser

bench: $(READY)
	$(BIN)/tilewright bench

speed: $(READY)
	$(BIN)/python tests/speed.py

mutants: $(READY)
	$(BIN)/python tests/mutants.py

docs: $(READY)
	$(BIN)/tilewright schema --write
	$(BIN)/tilewright reference --write docs

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .mutants

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $(READY)

# The browser of the tests: Debian's Chromium for root, else the one that Playwright brings.
$(BROWSER): $(READY)
	@for name in chromium chromium-browser google-chrome; do command -v $$name && break; done \
	 || { [ "$$(id -u)" = 0 ] && apt-get update -qq \
	      && apt-get install -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null; } \
	 || $(BIN)/playwright install chromium \
	 || echo "No browser could be installed: the tests of the pages will be skipped."
	@touch $(BROWSER)

# make playthroughs   remake the recorded games
playthroughs: $(READY)
	$(BIN)/python tests/playthroughs.py
