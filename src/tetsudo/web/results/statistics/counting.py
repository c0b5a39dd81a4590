"""Counting of games: the facts of each public game, once, and statistics made of all facts."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from django.db.models import Exists, F, Max, Min, OuterRef
from django.utils import timezone

from tetsudo.analysis.game_facts import GameFacts, facts_of
from tetsudo.analysis.title_statistics import TitleCounter
from tetsudo.core.errors import TetsudoError
from tetsudo.game import record
from tetsudo.game.record import GameRecord
from tetsudo.lab.archive.games import anonymous
from tetsudo.web.results.statistics.models import CountedGame, TitleStatistics
from tetsudo.web.results.statistics.public_games import open_tables, public_tables
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.models import Move, Table

logger = logging.getLogger(__name__)

SHAPE: Final = 1
"""Number of the form of the facts: raise it when `GameFacts` changes, and all games are counted again."""


def record_of(table: Table) -> GameRecord:
    """Record of a public table's whole game, with the players' names replaced."""
    begins = record.initial_game(storage.record_of(table))
    path, _ahead, _marked = storage.line_at(table, table.version, 0)
    said = anonymous(begins, storage.actions_at(table, path))
    said.seed = None if begins.ruleset.powers.draws else table.seed
    return said


def count_new(pause: Callable[[float], object] = time.sleep, share: float = 1.0) -> int:
    """Count the games that have ended since, and return their number.

    After each game it pauses for `share` of the time that the game took, so that a running site stays quick.
    """
    counted = CountedGame.objects.filter(table=OuterRef("pk"), version=OuterRef("version"), shape=SHAPE)
    games = 0
    for table in open_tables(public_tables().filter(~Exists(counted))):
        began = time.monotonic()
        games += _count(table)
        pause(share * (time.monotonic() - began))
    return games


def _count(table: Table) -> bool:
    """Count a game; False if the present rules do not replay it to its end."""
    try:
        game = record.load(record_of(table))
    except TetsudoError as refusal:
        logger.info("Table %s is not counted: %s", table.key, refusal)
        return False
    times = Move.objects.filter(table=table).aggregate(first=Min("at"), last=Max("at"))
    if not game.is_over or times["first"] is None:
        return False
    CountedGame.objects.update_or_create(
        table=table,
        defaults={
            "version": table.version,
            "shape": SHAPE,
            "facts": facts_of(game).to_data(),
            "started": times["first"],
            "ended": times["last"],
        },
    )
    return True


def counted_games() -> Iterator[tuple[Table, CountedGame]]:
    """Public tables with the facts of their games, in order."""
    counted = public_tables().filter(counted__version=F("version"), counted__shape=SHAPE)
    for table in open_tables(counted.select_related("counted").prefetch_related("seats")):
        yield table, table.counted


def make_statistics() -> int:
    """Make the statistics of all titles anew, and return the number of games."""
    counters: defaultdict[tuple[str, str, bool], TitleCounter] = defaultdict(TitleCounter)
    games = 0
    for table, counted in counted_games():
        facts, games = GameFacts(**counted.facts), games + 1
        if facts.is_corrected:
            continue
        for is_people_only in (False, True) if _is_of_people(table) else (False,):
            counters[facts.title, facts.scenario, is_people_only].add(facts, counted.hours)
    _write(counters)
    return games


def _is_of_people(table: Table) -> bool:
    return not any(seat.bot for seat in table.seats.all())


def _write(counters: dict[tuple[str, str, bool], TitleCounter]) -> None:
    now, kept = timezone.now(), []
    for (title, scenario, is_people_only), counter in counters.items():
        row, _is_new = TitleStatistics.objects.update_or_create(
            title=title,
            scenario=scenario,
            is_people_only=is_people_only,
            defaults={"data": counter.to_data(), "counted": now},
        )
        kept.append(row.pk)
    TitleStatistics.objects.exclude(pk__in=kept).delete()
