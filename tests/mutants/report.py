"""The score, and the survivors, with and without an explanation in `survivors.toml`."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.mutants.making import Mutant
from tests.mutants.trial import Verdict

EXPLANATIONS_FILE: Final = Path(__file__).with_name("survivors.toml")

Key = tuple[str, str, str, str]


def explanations(path: Path = EXPLANATIONS_FILE) -> dict[Key, str]:
    """Reasons why mutants may survive, by file, function, text of the line, and change."""
    found = {}
    for each in tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", []):
        for change in each["changes"]:
            found[each["file"], each["function"], each["line"], change] = each["why"]
    return found


class Report:
    """Verdicts as they arrive, and their summary."""

    def __init__(self, explained: dict[Key, str]) -> None:
        self.explained = explained
        self.verdicts: list[Verdict] = []
        self.gone: list[Key] = []

    def note_outdated(self, mutants: Sequence[Mutant]) -> None:
        """Note explanations without a mutant, in the files under test."""
        keys, files = {each.key for each in mutants}, {each.file for each in mutants}
        self.gone = [key for key in self.explained if key[0] in files and key not in keys]

    def without_explained(self, mutants: Sequence[Mutant]) -> list[Mutant]:
        """The mutants to try; explained ones count as survivors without a trial."""
        self.verdicts += [Verdict(each, "", 0) for each in mutants if each.key in self.explained]
        return [each for each in mutants if each.key not in self.explained]

    def add(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)

    @property
    def survivors(self) -> list[Verdict]:
        """Unexplained survivors, in source order."""
        alive = [each for each in self.verdicts if not each.killer and each.mutant.key not in self.explained]
        return sorted(alive, key=lambda each: (each.mutant.file, each.mutant.line))

    @property
    def score(self) -> float:
        """Percentage killed of all mutants, explained or not."""
        killed = sum(bool(each.killer) for each in self.verdicts)
        return 100 * killed / len(self.verdicts) if self.verdicts else 100.0

    def passes(self, bar: float) -> bool:
        """True if the score is high enough and no unexplained mutant of a refusal predicate survives."""
        return self.score >= bar and not any(each.mutant.refuses for each in self.survivors)

    def summary(self, seconds: float) -> str:
        """Survivors, outdated explanations, and the score by file."""
        lines = [line for each in self.survivors for line in _survivor_lines(each)]
        for verdict in self.verdicts:
            if verdict.killer and verdict.mutant.key in self.explained:
                lines.append(f"explained, but killed by {verdict.killer}: {' | '.join(verdict.mutant.key)}")
        lines += [f"explained, but no such mutant: {' | '.join(key)}" for key in self.gone]
        lines += ["", f"{'':26} killed  of      %  explained  unexplained (in what refuses)"]
        tried = Counter(each.mutant.file for each in self.verdicts)
        killed = Counter(each.mutant.file for each in self.verdicts if each.killer)
        alive = Counter(each.mutant.file for each in self.survivors)
        refusing = Counter(each.mutant.file for each in self.survivors if each.mutant.refuses)
        rows = [(file, tried[file], killed[file], alive[file], refusing[file]) for file in sorted(tried)]
        rows.append(("all", tried.total(), killed.total(), alive.total(), refusing.total()))
        for file, count, dead, open_, refused in rows:
            explained = count - dead - open_
            share = 100 * dead / max(1, count)
            lines.append(f"{file:26} {dead:6} {count:4} {share:5.1f}% {explained:9} {open_:9} ({refused})")
        lines.append(f"{len(self.verdicts)} mutants in {seconds:.0f} s")
        return "\n".join(lines)


def _survivor_lines(verdict: Verdict) -> list[str]:
    mutant = verdict.mutant
    how = f"{verdict.tests} tests" if verdict.tests else "no test runs it"
    before, _, after = mutant.change.partition(" -> ")
    refuses = " refuses;" if mutant.refuses else ""
    head = f"{mutant.file}:{mutant.line} {mutant.function} ({refuses}{how})".replace("( ", "(")
    return ["", head, f"    {mutant.text}", f"  - {before}", f"  + {after}"]
