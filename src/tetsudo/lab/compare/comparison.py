"""A comparison of editions: games are played, and pages made of the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from tetsudo.bots.levels import MIXED
from tetsudo.core.errors import BadInput
from tetsudo.lab.arena import entrants
from tetsudo.lab.compare import page
from tetsudo.lab.compare.editions import Edition
from tetsudo.lab.compare.groups import Group, Plan
from tetsudo.lab.compare.results import Results

Progress = Callable[[Iterator[Group], int], Iterable[Group]]
"""Collector of groups: it is given them as they are played, and their number."""


class Comparison(Results):
    """Results as pages."""

    def to_html(self) -> str:
        """Page with plots, complete in one file."""
        return page.whole_page(self)

    def _repr_html_(self) -> str:
        return page.body(self)


def compare(
    *editions: Edition | str,
    games: int = 500,
    players: Sequence[int] = (4,),
    seed: int = 0,
    jobs: int = 1,
    bots: str = MIXED,
    progress: Progress | None = None,
) -> Comparison:
    """Play editions with bots, and compare all to the first.

    `games`: of each edition and number of players, rounded up to a multiple of that number. `jobs`: number of
    processes. `progress`: iterates over the groups as they are played, and may stop early.
    """
    chosen = tuple(Edition.parse(each) if isinstance(each, str) else each for each in editions)
    if len(chosen) < 2:
        raise BadInput("a comparison needs two editions", "editions")
    for edition in chosen:
        for count in players:
            edition.table(count)  # a mistake is told before anything is played
    if not players or games < 1:
        raise BadInput("a comparison needs games, and numbers of players", "players")
    entrants(bots)
    plan = Plan(chosen, tuple(players), games, seed, bots)
    playing = plan.run(jobs)
    return Comparison(plan, tuple(playing if progress is None else progress(playing, len(plan.jobs()))))


def sweep(edition: Edition | str, option: str, values: Sequence[object], **how: Any) -> Comparison:
    """Compare a house rule's values; all are compared to the first. Further arguments are those of `compare`."""
    base = Edition.parse(edition) if isinstance(edition, str) else edition
    return compare(*(base.with_option(option, str(value)) for value in values), **how)
