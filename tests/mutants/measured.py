"""Lines run by each test, and its duration: measured once, cached in `build/mutants`.

Cached by test file; a change of the sources, or of shared test modules, invalidates everything. Memos are cleared
before each test and its fixtures are made for it alone, so that each test is measured as if it were the first.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.mutants.trial import Test, clear_memos

ROOT: Final = Path(__file__).resolve().parents[2]
CACHE_FILE: Final = ROOT / "build" / "mutants" / "measured.pickle"


@dataclass(slots=True)
class Measure:
    """Measurement of a test: lines by file, as bits; its result; and the version of its file."""

    seconds: float
    passes: bool
    lines: dict[str, int]
    version: str


Measures = dict[str, Measure]  # by test name


def measure_tests(tests: Sequence[Test], folders: Sequence[Path], jobs: int) -> Measures:
    """Measurements of all tests; only those missing from the cache are made."""
    sources = _sources()
    versions: dict[str, str] = {}
    known: Measures = {}
    if CACHE_FILE.is_file():
        kept_for, known = pickle.loads(CACHE_FILE.read_bytes())
        if kept_for != sources:
            known = {}
    for test in tests:
        file = test.name.partition("::")[0]
        if file not in versions:
            versions[file] = _version([ROOT / file])
        versions[test.name] = versions[file]
    missing = [test for test in tests if test.name not in known or known[test.name].version != versions[test.name]]
    if missing:
        print(f"Measuring which lines {len(missing)} tests run ...", flush=True)
        known |= _measure_in_children(missing, folders, versions, jobs)
        CACHE_FILE.write_bytes(pickle.dumps((sources, known)))
    return known


def _sources() -> str:
    """A digest of everything that tests share: the sources, and the modules next to the tests."""
    shared = [path for path in sorted((ROOT / "src").rglob("*")) if path.suffix in (".py", ".toml")]
    shared += [path for path in sorted((ROOT / "tests").rglob("*.py")) if not path.name.startswith("test_")]
    return _version([path for path in shared if "web" not in path.parts and "mutants" not in path.parts])


def _version(paths: Sequence[Path]) -> str:
    digest = sha256()
    for path in paths:
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _measure_in_children(
    tests: Sequence[Test], folders: Sequence[Path], versions: dict[str, str], jobs: int
) -> Measures:
    """Measure in separate processes: the parent's caches must stay cold."""
    CACHE_FILE.parent.mkdir(parents=True, exist_ok=True)
    parts = {}
    for part in range(jobs):
        file = CACHE_FILE.with_name(f"part{part}.pickle")
        child = os.fork()
        if not child:
            status = 1
            try:
                file.write_bytes(pickle.dumps(_measure(tests[part::jobs], folders, versions)))
                status = 0
            finally:
                os._exit(status)
        parts[child] = file
    found: Measures = {}
    for child, file in parts.items():
        if os.waitpid(child, 0)[1]:
            raise SystemExit("the tests could not be measured")
        found |= pickle.loads(file.read_bytes())
        file.unlink()
    return found


def _measure(tests: Sequence[Test], folders: Sequence[Path], versions: dict[str, str]) -> Measures:
    os.environ["COVERAGE_CORE"] = "ctrace"  # newer cores of coverage cannot separate contexts
    import coverage

    here = [f"{folder}/*" for folder in folders]
    cover = coverage.Coverage(data_file=None, include=here, config_file=False, messages=False)
    cover.start()
    found: Measures = {}
    for test in tests:
        clear_memos()
        cover.switch_context(test.name)
        began = time.process_time()
        passes = test.passes()
        found[test.name] = Measure(time.process_time() - began, passes, {}, versions[test.name])
    cover.stop()
    data = cover.get_data()
    for file in data.measured_files():
        for line, names in data.contexts_by_lineno(file).items():
            for name in names:
                if name:
                    lines = found[name].lines
                    lines[file] = lines.get(file, 0) | 1 << line
    return found
