# Every target makes the virtual environment .venv by itself when it is missing.
# PYTHON=/path/to/python3.12 chooses the interpreter that it is made from.

# A site starts in two thirds of the time where its modules are kept compiled, and tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
STAMP := .venv/.stamp

.PHONY: help play play-terminal test test-long test-compiled test-postgresql compiled pure wheel pictures mutants messages check lint types contracts format bench docs venv clean

help:
	@echo "make play           the site on this machine, in a browser where there is one"
	@echo "make play-terminal  Shikoku 1889 against bots at the terminal"
	@echo "make test           the tests, a sample of about eleven minutes"
	@echo "make test-long      all of them, in full"
	@echo "make compiled       the engine compiled by mypyc, in build/compiled; make pure: without it again"
	@echo "make test-compiled  the tests of the engine on it, and that both play the same games"
	@echo "make wheel          a compiled wheel, in dist; for other Linux machines too if auditwheel and patchelf are installed"
	@echo "make test-postgresql  the site with two servers and a worker on PostgreSQL, all browser tests included"
	@echo "make pictures       every page as a picture, in build/pictures; those of the manual, too"
	@echo "make mutants        how many small mistakes in the rules, board and routes the tests find"
	@echo "make messages       the catalogues of translations, with every sentence that there is now"
	@echo "make check          lint and format, types, contracts"
	@echo "make format         format, and mend what lint can mend"
	@echo "make bench          what is timed"
	@echo "make docs           the manual, as HTML in docs/_build"
	@echo "make venv           only the virtual environment"

play: $(STAMP)
	@$(BIN)/tetsudo serve --browser

play-terminal: $(STAMP)
	@$(BIN)/tetsudo play 1889 --players Player,bot,bot,bot

test: $(STAMP)
	$(BIN)/python -m pytest -n $(BUSY) --dist worksteal

test-long: $(STAMP) # the attacks measure how long another visitor waits: alone, and first
	$(BIN)/python -m pytest -m "long or not long" tests/attacks
	$(BIN)/python -m pytest -n $(BUSY) --dist worksteal -m "long or not long" --hypothesis-profile=long --durations=40 --ignore tests/attacks

# More than cores: a test waits for its browser or site now and then
BUSY = $$($(BIN)/python -c "import os; print(os.cpu_count() * 3 // 2)")

# A build of what the source is now stays as it is; PYTHONPATH=build/compiled runs anything on it.
compiled: build/compiled/.stamp

build/compiled/.stamp: $(STAMP) hatch_build.py $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.mo')
	$(MAKE) wheel
	rm -rf build/compiled
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target build/compiled dist/*.whl
	touch $@

wheel: $(STAMP)
	rm -rf build/mypyc/lib dist/*.whl
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@PATH="$(BIN):$$PATH"; \
	if command -v auditwheel >/dev/null && command -v patchelf >/dev/null; then \
	    auditwheel repair --wheel-dir dist dist/*-linux_*.whl && rm dist/*-linux_*.whl; \
	else \
	    echo "No manylinux tag: install auditwheel and patchelf to publish this wheel (docs/compiled.md)."; \
	fi

pure:
	rm -rf build/compiled build/mypyc dist/*.whl

test-compiled: build/compiled/.stamp
	PYTHONPATH=build/compiled $(BIN)/python -m pytest -n auto --dist worksteal -m "not long and not pure" $(ON_COMPILED)

test-postgresql: $(STAMP) # needs Debian's postgresql; half an hour
	$(BIN)/python -m pytest -n $(BUSY) tests/web/postgresql
	TETSUDO_TEST_SITE=postgresql $(BIN)/python -m pytest -n $(BUSY) --dist worksteal -m "long or not long" tests/browser

ON_COMPILED := $(addprefix tests/,board bots clauses conformance env lab perft properties routes rules stories test_copies.py \
    test_game.py test_position.py test_record.py test_rows.py titles)

pictures: $(STAMP)
	$(BIN)/python -m tests.browser.pictures

mutants: $(STAMP) # ONLY=rounds/stock/,network/ SAMPLE=600 JOBS=2 BUDGET=20 (seconds of tests a mutant); ALL=1: no sample
	nice -n 15 $(BIN)/python -m tests.mutants $(if $(ONLY),--only $(ONLY)) $(if $(SAMPLE),--sample $(SAMPLE)) \
	    $(if $(JOBS),--jobs $(JOBS)) $(if $(BUDGET),--budget $(BUDGET)) $(if $(ALL),--all)

messages: $(STAMP)
	$(BIN)/python -m tests.messages

check: lint types contracts # `make -k check` goes on after the first that fails

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djlint --quiet src/tetsudo/web/templates
	$(BIN)/python -m tests.templates --check

types: $(STAMP)
	$(BIN)/mypy --strict

contracts: $(STAMP) # no cache: it remembers as broken what was only not written yet
	$(BIN)/lint-imports --no-cache

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python -m tests.templates

bench: $(STAMP)
	$(BIN)/python -m benchmarks

docs: $(STAMP) # with the API reference; warnings are errors
	$(BIN)/sphinx-build -W --keep-going -b html docs docs/_build

venv: $(STAMP)

$(STAMP): pyproject.toml
	@set -e; \
	if ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	    found=; \
	    for python in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11); do \
	        if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	    done; \
	    if test -z "$$found"; then \
	        echo "Tetsudo needs Python 3.11 or newer, and none was found. On Debian: apt-get install python3 python3-venv; or say PYTHON=/path/to/python3." >&2; \
	        exit 1; \
	    fi; \
	    if ! "$$found" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	        echo "$$found cannot make a virtual environment: its venv and ensurepip modules are missing. On Debian: apt-get install python3-venv." >&2; \
	        exit 1; \
	    fi; \
	    echo "Making .venv with $$found"; \
	    "$$found" -m venv --clear .venv; \
	fi; \
	echo "Installing Tetsudo and its tools into .venv"; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"; \
	touch $@

clean:
	rm -rf .venv build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
