"""Mutants of the titles' data: each must be refused on loading, with file and key, or be playable.

    python -m tests.data_mutants [--first 0] [--sample 2000] [--games 20] [--jobs 1] [--refusals]

Exits with status 1 if a mutant is unsound.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from functools import partial
from multiprocessing import get_context
from types import FrameType
from typing import Final

from tests.data_mutants.making import DataMutant, mutant
from tests.data_mutants.trial import REFUSED, SOUND, UNSOUND, Outcome, outcome

MAX_LINE_LENGTH: Final = 500
"""Maximum length of a printed line."""
TIMEOUT_SECONDS: Final = 900
"""Timeout for a mutant, in seconds."""


def main() -> int:
    """Try mutants and print the outcomes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--sample", type=int, default=2000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--refusals", action="store_true", help="print the sentences of refusals, too")
    chosen = parser.parse_args()
    numbers = range(chosen.first, chosen.first + chosen.sample)
    verdicts: Counter[str] = Counter()
    games = actions = ended = 0
    with get_context("fork").Pool(chosen.jobs, maxtasksperchild=50) as pool:
        for tried, found in pool.imap_unordered(partial(try_mutant, games=chosen.games), numbers):
            verdicts[found.verdict] += 1
            games, actions, ended = games + found.games, actions + found.actions, ended + found.ended
            if found.verdict == UNSOUND or (chosen.refusals and found.verdict == REFUSED):
                print(
                    f"{found.verdict.upper()} {str(tried)[:MAX_LINE_LENGTH]}\n    {found.sentence[:MAX_LINE_LENGTH]}",
                    flush=True,
                )
            if verdicts.total() % 100 == 0:
                print(dict(verdicts), games, "games", actions, "actions", ended, "ended", flush=True)
    print(f"{verdicts.total()} mutants: {verdicts[REFUSED]} refused while loading, {verdicts[SOUND]} played")
    print(f"{games} games, {actions} actions, {ended} games to their end; {verdicts[UNSOUND]} unsound")
    return bool(verdicts[UNSOUND])


def try_mutant(number: int, games: int) -> tuple[DataMutant, Outcome]:
    """A mutant and its outcome; unsound on a timeout."""
    made = mutant(number)
    signal.signal(signal.SIGALRM, _raise_timeout)
    signal.alarm(TIMEOUT_SECONDS)
    try:
        return made, outcome(made, games)
    except MutantTimeout:
        return made, Outcome(UNSOUND, "it hangs")
    finally:
        signal.alarm(0)


class MutantTimeout(BaseException):
    """Timeout of a mutant."""


def _raise_timeout(signal: int, frame: FrameType | None) -> None:
    raise MutantTimeout


if __name__ == "__main__":
    sys.exit(main())
