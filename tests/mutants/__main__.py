"""`make mutants`: the share of small mistakes in the rules, the board and the routes that the tests find.

    python -m tests.mutants [--only rounds/stock/] [--sample 600] [--all] [--jobs 2] [--budget 20]

All mutants of refusal predicates are tried, and a fixed sample of the others. Exits with status 1 if fewer than 85 %
are killed, or if one survives in a refusal predicate without an explanation in `survivors.toml`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, Phase, settings

from tests.mutants.making import Module, Mutant
from tests.mutants.measured import CACHE_FILE, ROOT, Measures, measure_tests
from tests.mutants.report import Report, explanations
from tests.mutants.trial import Test, Verdict, functions_in, try_all
from tetsudo.titles.loader import setup, titles

SOURCE: Final = ROOT / "src" / "tetsudo"
TITLE_FOLDERS: Final = sorted(f"titles/{path.parent.name}" for path in (SOURCE / "titles").glob("t[0-9]*/powers.py"))
FOLDERS: Final = ("engine/rules", "engine/network", "engine/routes", *TITLE_FOLDERS)
TESTS: Final = (
    *(f"tests/{each}" for each in ("board", "rules", "routes", "clauses", "titles", "properties", "perft", "stories")),
    *(f"tests/{each}" for each in ("bots", "lab", "interop", "conformance")),
    *(f"tests/test_{each}.py" for each in ("attempts", "game", "narration", "position", "record")),
)
"""Tests of the engine, without those of pages, pictures, commands and files, which test the same code again."""
EXCLUDED_TESTS: Final = (
    "test_the_number_of_processes_changes_nothing",
    "test_equal_positions_have_equal_digests_in_every_",
)
"""Tests left out because they start other processes, which do not contain the mutant."""
KILLERS: Final = CACHE_FILE.with_name("killers.json")
MIN_SCORE: Final = 85


class Item:
    """A test of pytest."""

    def __init__(self, item: pytest.Item) -> None:
        self.item, self.name, self.seconds = item, item.nodeid, 0.0

    def passes(self) -> bool:
        return not any(each.failed for each in runtestprotocol(self.item, log=False, nextitem=None))


class Driver:
    """A pytest plugin: collects the tests, then tries mutants instead of running the tests once."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        self.report = Report(explanations())

    def pytest_collection(self) -> None:
        """Turn off Hypothesis' shrinking: any failing example is enough."""
        phases = (Phase.explicit, Phase.generate)
        calm = tuple(HealthCheck)
        settings.register_profile("mutants", settings.get_profile("default"), phases=phases, suppress_health_check=calm)
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = [Item(each) for each in session.items if not each.name.startswith(EXCLUDED_TESTS)]
        folders = [SOURCE / folder for folder in FOLDERS]
        load_titles()
        measures = measure_tests(items, folders, self.chosen.jobs)
        broken = [each.name for each in items if not measures[each.name].passes]
        if broken:
            print("These fail without any mutant, and are left out:", *broken, sep="\n  ")
        for each in items:
            each.seconds = measures[each.name].seconds
        tests = Selection([each for each in items if measures[each.name].passes], measures, self.chosen.budget)
        every = [each for module in modules(self.chosen.only) for each in module.mutants()]
        self.report.note_outdated(every)
        mutants = every if self.chosen.all else sample(every, self.chosen.sample)
        if not self.chosen.all:
            mutants = self.report.without_explained(mutants)
        print(f"{len(mutants)} mutants", flush=True)
        began, done = time.monotonic(), count(1)

        def note_verdict(verdict: Verdict) -> None:
            self.report.add(verdict)
            tests.learn(verdict)
            if next(done) % 100 == 0:
                print(f"{len(self.report.verdicts)} tried, {time.monotonic() - began:.0f} s", flush=True)

        work = ((mutant, tests.tests_for(mutant)) for mutant in mutants)
        try_all(work, functions_in(folders), self.chosen.jobs, note_verdict)
        tests.save()
        print(self.report.summary(time.monotonic() - began))
        return True


def load_titles() -> None:
    """Load the titles once for all children."""
    for title in titles():
        for scenario in title.scenarios:
            for players in title.seats(scenario.name):
                setup(title.name, players, scenario=scenario.name)


class Selection:
    """Selection and order of the tests for each mutant."""

    def __init__(self, tests: Sequence[Test], measures: Measures, budget: float) -> None:
        self.measures, self.budget = measures, budget
        self.tests = sorted(tests, key=lambda each: each.seconds)
        self.killers: dict[str, Counter[str]] = {}
        if KILLERS.is_file():
            kept = json.loads(KILLERS.read_text(encoding="utf-8"))
            self.killers = {place: Counter(counts) for place, counts in kept.items()}

    def tests_for(self, mutant: Mutant) -> list[Test]:
        """Tests that killed mutants here, then those that run the rarest lines, fastest first.

        Part of the budget goes to the tests that run most of the file.
        """
        file, lines = str(mutant.module.path), sum(1 << line for line in mutant.lines)
        running = [each for each in self.tests if self.measures[each.name].lines.get(file, 0) & lines]
        here = self.killers.get(f"{mutant.file} {mutant.function}", Counter())
        ran = {each.name: self._lines_run(each, file, mutant.within) for each in running}
        common = Counter(line for own in ran.values() for line in own)
        rarest = {name: min(common[line] for line in own) for name, own in ran.items()}
        ordered = sorted(running, key=lambda each: (-here[each.name], rarest[each.name]))
        first, spent = self._fit_budget(ordered, self.budget / 2)
        rest = sorted(ordered[first:], key=lambda each: -self.measures[each.name].lines[file].bit_count())
        last, _ = self._fit_budget(rest, self.budget - spent)
        return ordered[:first] + rest[:last]

    def _lines_run(self, test: Test, file: str, lines: range) -> list[int]:
        """Lines of a range that a test runs."""
        bits = self.measures[test.name].lines[file]
        return [line for line in lines if bits >> line & 1]

    @staticmethod
    def _fit_budget(tests: Sequence[Test], budget: float) -> tuple[int, float]:
        """Number of tests that fit a budget, and their total time."""
        spent = 0.0
        for number, test in enumerate(tests):
            if spent + test.seconds > budget:
                return number, spent
            spent += test.seconds
        return len(tests), spent

    def learn(self, verdict: Verdict) -> None:
        """Count a kill, so that the killer runs early on mutants of the same function."""
        if verdict.killer:
            place = f"{verdict.mutant.file} {verdict.mutant.function}"
            self.killers.setdefault(place, Counter())[verdict.killer] += 1

    def save(self) -> None:
        KILLERS.write_text(json.dumps(self.killers), encoding="utf-8")


def sample(mutants: Sequence[Mutant], size: int) -> list[Mutant]:
    """All mutants of refusal predicates, and a sample of the others."""
    others = sorted((each for each in mutants if not each.refuses), key=lambda each: each.sample_key)
    drawn = {id(each) for each in others[:size]}
    return [each for each in mutants if each.refuses or id(each) in drawn]


def modules(only: str) -> Iterator[Module]:
    """The modules of the mutated folders whose path contains a part given in `only`."""
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            if any(each in name for each in only.split(",")):
                yield Module(path, name)


def main() -> int:
    """Try the mutants and print the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="parts of file names, with commas between: rounds/stock/,network/")
    parser.add_argument("--sample", type=int, default=600, help="how many mutants outside predicates that refuse")
    parser.add_argument("--all", action="store_true", help="all mutants, those explained too")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=float, default=20, help="seconds of tests a mutant is tried on at most")
    chosen = parser.parse_args()
    for only in chosen.only.split(","):
        if not any(modules(only)):
            parser.error(f"--only: no file of {', '.join(FOLDERS)} has {only!r} in its path")
    driver = Driver(chosen)
    words = ["-q", "-s", "--assert=plain", "--tb=no", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS]
    ended = pytest.main(words, plugins=[driver])
    return int(ended) or (0 if driver.report.passes(MIN_SCORE) else 1)


if __name__ == "__main__":
    sys.exit(main())
