"""Shared test setup: the shared folder, the marks, Hypothesis profiles.

- `@pytest.mark.rule("1889-OR-07", ...)`: the test shows these clauses at work, and would
  fail if they were broken. Counted by `tetsudo rules TITLE --coverage`.
- `@pytest.mark.long`: only in `make test-long`.
- `@pytest.mark.pure`: inspects or replaces functions, so that it needs them in pure Python.
- the fixture `shared` is the folder of recorded games, rules and facts; the fixture
  `shared_file`, together with `@pytest.mark.shared("games/1889/*.json")`, runs a test once
  for each of its files. Both skip, with a reason, if the folder is missing.
- the fixture `toy` makes small titles, each for one test.
"""

from __future__ import annotations

import gc
import itertools
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import postgresql
from tests.browser import chromium
from tests.web import proxies

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("TETSUDO_SHARED") or ROOT.parent / "shared")
NO_SHARED = f"needs the shared folder, which is not at {SHARED} (TETSUDO_SHARED says where)"
SKIP_REASONS = {
    "the shared folder": NO_SHARED,
    "a browser": chromium.MISSING,
    "a proxy": proxies.NO_NGINX,
    "PostgreSQL": postgresql.NO_POSTGRESQL,
}
"""Reasons for skipping tests."""
TOY_NUMBERS = itertools.count()
"""Numbers in the names of toy titles: what is read of a title is cached by its name."""

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell ignores it in what it starts in the background, and so would each site: none stopped while it began.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Fixed seeds in both profiles, so that runs are the same everywhere.
_suppressed_checks = (HealthCheck.too_slow,)
settings.register_profile(
    "default", max_examples=40, derandomize=True, deadline=None, suppress_health_check=_suppressed_checks
)
settings.register_profile(
    "long", max_examples=300, derandomize=True, deadline=None, suppress_health_check=_suppressed_checks
)
settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): shows these clauses of a title's rules at work")
    config.addinivalue_line("markers", "long: takes its time; only in `make test-long`")
    config.addinivalue_line("markers", "pure: takes functions apart or replaces them; not in `make test-compiled`")
    config.addinivalue_line("markers", "shared(*patterns): runs once for each of these files, as `shared_file`")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of recorded games, rules and facts."""
    if not SHARED.is_dir():
        pytest.skip(NO_SHARED)
    return SHARED


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "shared_file" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("shared")
    assert mark, "a test that takes `shared_file` says which with @pytest.mark.shared(pattern, ...)"
    if not SHARED.is_dir():
        skipped = pytest.param(SHARED, id="missing", marks=pytest.mark.skip(reason=NO_SHARED))
        metafunc.parametrize("shared_file", [skipped])
        return
    files = [file for pattern in mark.args for file in sorted(SHARED.glob(pattern))]
    assert files, f"no file of {SHARED} matches {mark.args}"
    metafunc.parametrize("shared_file", files, ids=[f"{file.parent.name}/{file.stem}" for file in files])


def pytest_collection_finish() -> None:
    """Freeze collected tests and collect garbage rarely: tests live until the end, and games leave few cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the tests skipped for lack of the shared folder, of a browser or of a proxy."""
    for lack, reason in SKIP_REASONS.items():
        missed = Counter(
            report.nodeid.partition("[")[0]
            for report in terminalreporter.stats.get("skipped", [])
            if isinstance(report.longrepr, tuple) and reason in report.longrepr[2]
        )
        if missed:
            terminalreporter.section(f"skipped for lack of {lack}")
            terminalreporter.line(reason)
            for name, count in sorted(missed.items()):
                terminalreporter.line(f"  {name}" + (f" ({count} times)" if count > 1 else ""))


@pytest.fixture(autouse=True)
def forgotten_titles() -> Iterator[None]:
    """Forgets the titles in folders that a test has added: the next one may ask for all titles."""
    from tetsudo.titles.data import discovery

    known, before = discovery._added_titles, dict(discovery._added_titles)
    yield
    known.clear()
    known.update(before)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Makes an edition of Four Valleys with the differences given file by file, and returns its name."""
    import tetsudo
    from tests.titles.toys import VALLEY
    from tetsudo.titles.data import discovery

    monkeypatch.setattr(discovery, "_added_titles", {})
    tetsudo.add_title(VALLEY)

    def make(**texts: str) -> str:
        folder = tmp_path / f"toy{next(TOY_NUMBERS)}"
        folder.mkdir()
        main = 'base = "valley"\nname = "Toy Valleys"\n' + texts.pop("title", "")
        for name, text in {"title": main, **texts}.items():
            (folder / f"{name}.toml").write_text(text)
        return tetsudo.add_title(folder).name

    return make
