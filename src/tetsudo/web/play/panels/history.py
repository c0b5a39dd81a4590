"""History of a game: the timeline under the map, and the log by rounds, with a link from each line to its position.

A page only has the end of the log and a limited number of timeline segments, so both cost the
same in short and long games. Earlier parts of the log are fetched when opened.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tetsudo.core.actions import Action, Pass
from tetsudo.core.events import AutoPassed, Event
from tetsudo.core.units import NOBODY
from tetsudo.draw.text.rows import ROUNDS
from tetsudo.game.game import Game
from tetsudo.game.history import Moment
from tetsudo.language.log_sentences import Narrator
from tetsudo.web.common.language import translate, translate_round
from tetsudo.web.play.scene.scene import Scene, digest
from tetsudo.web.tables.games import storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import (
    MIN_KNOWN_ACTIONS,
    ROUND_START_EVENTS,
    CachedGame,
    RoundStart,
    path_text,
)
from tetsudo.web.tables.models import Table

SHOWN_PARTS: Final = 2
"""Number of log parts on the page; the others are fetched when opened."""

MAX_PART_ACTIONS: Final = MIN_KNOWN_ACTIONS
"""Maximum number of actions in a log part; longer rounds are split into several parts."""

MAX_LISTED_PARTS: Final = 40
"""Number of closed parts listed by name; the names of earlier ones are fetched on demand."""

MAX_SEGMENTS: Final = 80
"""Maximum number of timeline segments; in longer games several rounds share one."""


class RoundName(NamedTuple):
    """Name of a round that an event begins: long form, number, and short form for the timeline."""

    long: str
    number: str
    short: Promise


NAMES: Final = {
    "auction_began": RoundName(ROUNDS[0], "", _("Auction")),
    "stock_round_began": RoundName(ROUNDS[1], " {turn}", _("SR {turn}")),
    "operating_round_began": RoundName(ROUNDS[2], " {turn}.{round}", _("{turn}.{round}")),
}
"""Round names by the event that begins the round."""


PASSES: Final = ("passed", "step_passed")
"""Events of a player who passes."""


class Sentence(NamedTuple):
    """A line of the log; `symbol`: the company it is about, or ""."""

    text: str
    symbol: str


class Entry(NamedTuple):
    """Log of one action: its version, number and lines.

    `is_planned`: made by a plan of the viewer; `is_masters`: made by the table's owner for another player.
    """

    version: int
    number: int
    lines: list[Sentence]
    is_planned: bool = False
    is_masters: bool = False


@dataclass
class Segment:
    """A segment of the timeline: one or more rounds, with the first action and the number of actions."""

    name: str
    short: str
    start: int
    length: int


@dataclass
class Part:
    """A part of the log: a round or a piece of a long one, with the actions from `low` to `high`.

    An action may end one round and begin the next. This part only has the events of its own
    round, the `round`-th.
    """

    number: int
    name: str
    round: int
    low: int
    high: int
    start: int  # number of actions before this part
    entries: list[Entry] = field(default_factory=list)


def context(scene: Scene) -> dict[str, Any]:
    """Template context for timeline and log: the present game, whichever position is shown."""
    hot = games.current(scene.table) if scene.is_past else scene.hot
    parts = _parts(hot)
    position = hot.length_at(scene.version)
    shown = [
        part for part in parts[-SHOWN_PARTS:] if hot.game.length - part.start <= MIN_KNOWN_ACTIONS or part is parts[-1]
    ]
    _fill_entries(scene, hot, shown)
    if not scene.is_past:  # browsers cache pages of the past, and others may use the same browser
        _mark_planned(scene, shown)
    return {
        "now": hot.version,
        "segments": _segments(hot),
        "open_parts": shown,
        **_listed_parts(hot, parts[: -len(shown)]),
        "actions": hot.game.length,
        "path": path_text((hot.begun, *hot.path)),
        "position": position if position >= 0 else hot.game.length,
        "is_taken_back": position < 0,
    }


def latest(scene: Scene) -> list[Sentence]:
    """Log line of the last action before the position shown; empty if there is none."""
    events = scene.game.latest_events
    return [_sentence(Narrator(scene.game.setup, scene.game.names), events[0])] if events else []


def one_part(scene: Scene, number: int) -> dict[str, Any]:
    """Template context for one part of the log."""
    found = _parts(scene.hot)[number : number + 1]
    _fill_entries(scene, scene.hot, found)
    return {"part": found[0] if found else None}


def earlier_parts(scene: Scene, before: int) -> dict[str, Any]:
    """Template context for the names of the log parts before this one, at most `MAX_LISTED_PARTS`."""
    return _listed_parts(scene.hot, _parts(scene.hot)[:before])


def _listed_parts(hot: CachedGame, parts: list[Part]) -> dict[str, Any]:
    """The last of some parts. `earlier`: number of the first one listed, 0 if none comes before it.

    `rounds`: digest of the listed rounds and their names; a round replayed after an undo gets another one.
    """
    named = parts[-MAX_LISTED_PARTS:]
    length = named[-1].high if named else 0
    led_to = hot.path[length - 1] if length else hot.begun
    rounds = digest(led_to, *((part.number, str(part.name), part.start) for part in named))
    return {"closed_parts": named, "earlier": named[0].number if named else 0, "rounds": rounds}


# Rounds


def _long_name(begin: RoundStart) -> str:
    if not begin.kind:
        return translate_round(begin.name)
    name = NAMES[begin.kind]
    return translate(name.long) + name.number.format(turn=begin.turn, round=begin.round)


def _short_name(begin: RoundStart) -> str:
    return str(NAMES[begin.kind].short if begin.kind else _("Start")).format(turn=begin.turn, round=begin.round)


def _ends(hot: CachedGame) -> list[int]:
    """Number of actions at the end of each round."""
    return [*(later.start for later in hot.rounds[1:]), hot.game.length]


def _segments(hot: CachedGame) -> list[Segment]:
    size = -(-len(hot.rounds) // MAX_SEGMENTS)
    rounds, ends = hot.rounds, _ends(hot)
    found = []
    for first in range(0, len(rounds), size):
        last = min(first + size, len(rounds)) - 1
        name, short, start = _long_name(rounds[first]), _short_name(rounds[first]), rounds[first].start
        if last > first:
            name, short = f"{name} – {_long_name(rounds[last])}", f"{short}–{_short_name(rounds[last])}"
        found.append(Segment(name, short, start, ends[last] - start))
    return found


def _parts(hot: CachedGame) -> list[Part]:
    found: list[Part] = []
    for number, (begin, end) in enumerate(zip(hot.rounds, _ends(hot), strict=True)):
        name, low = _long_name(begin), begin.start
        for high in (*range(begin.start + MAX_PART_ACTIONS, end, MAX_PART_ACTIONS), end):
            called = str(_("{name}, {low}–{high}")).format(name=name, low=low, high=high) if low > begin.start else name
            found.append(Part(len(found), called, number, low, high, max(low - 1, begin.start)))
            low = high + 1
    return found


# Log entries


def _fill_entries(scene: Scene, hot: CachedGame, parts: Sequence[Part]) -> None:
    """Fill in the entries of some consecutive parts."""
    if not parts:
        return
    low, high = parts[0].low, parts[-1].high
    is_known = hot.game.known_from < max(low, 1)
    game = scene.known_game(hot.game if is_known else games.load_to(scene.table, hot, high, least=max(low - 1, 0)).game)
    narrator = Narrator(game.setup, game.names)
    begun = game.earlier(0).latest_events if low == 0 else []
    moments = [(0, narrator.notable_events(begun))] if low == 0 else []
    path = hot.path[max(low - 1, 0) : high]
    nobodys = storage.automatic_versions(scene.table, path[0], path[-1] + 1) if path else set()
    by_itself = {number for number, version in enumerate(path, max(low, 1)) if version in nobodys}
    moments += [
        (number, events) for number, events in _reported_events(narrator, game, low - 1, by_itself) if number <= high
    ]
    starts = [begin.start for begin in hot.rounds]
    first = 0 if hot.rounds[0].kind else 1  # a game that began in mid-round has that round from its first event on
    for part in parts:
        for number, events in moments:
            if part.low <= number <= part.high:
                # An action's events begin its new rounds one after another.
                lines = _lines(narrator, part.round, bisect_left(starts, max(number, first)) - 1, events)
                if lines:
                    part.entries.append(Entry(hot.path[number - 1] if number else hot.begun, number, lines))
    _mark_masters(scene.table, parts)


def _reported_events(
    narrator: Narrator, game: Game, first: int, by_itself: set[int]
) -> Iterator[tuple[int, list[Event]]]:
    """Events to report for a game's actions from `first` on, each with the action's number."""
    before: Action | None = None
    for moment in game.moments(max(first - 1, 0)):
        if moment.index >= first:
            number, found = moment.index + 1, narrator.notable_events(moment.events, before)
            yield number, _auto_pass_events(moment, found) if number in by_itself else found
        before = moment.action


def _auto_pass_events(moment: Moment, found: list[Event]) -> list[Event]:
    """Events to report for an automatic action.

    A pass becomes `AutoPassed`, as nothing else was possible, unless it only ended a turn in which the player acted.
    """
    passes = [event for event in moment.events if event.kind in PASSES]
    if not isinstance(moment.action, Pass) or (passes and passes[0] not in found):
        return found
    return [AutoPassed(moment.action.player), *(event for event in found if event.kind not in PASSES)]


def _mark_planned(scene: Scene, parts: Sequence[Part]) -> None:
    """Mark the actions made by the viewer's plans. Other players do not see these marks."""
    versions = [entry.version for part in parts for entry in part.entries if entry.number]
    if not versions or not scene.planning_seats:
        return
    planned = storage.planned_versions(scene.table, versions[0], versions[-1] + 1, scene.planning_seats)
    for part in parts:
        part.entries = [entry._replace(is_planned=entry.version in planned) for entry in part.entries]


def _mark_masters(table: Table, parts: Sequence[Part]) -> None:
    """Mark the actions that the table's owner made for other players, for everyone."""
    versions = [entry.version for part in parts for entry in part.entries if entry.number]
    if not versions or table.master == Table.Master.NEVER:
        return
    found = storage.masters_versions(table, versions[0], versions[-1] + 1)
    for part in parts:
        part.entries = [entry._replace(is_masters=entry.version in found) for entry in part.entries]


def _lines(narrator: Narrator, round: int, at: int, events: Sequence[Event]) -> list[Sentence]:
    """Log lines for an action's events in one round; `at`: the round before the first event."""
    found = []
    for event in events:
        at += event.kind in ROUND_START_EVENTS
        if at == round:
            found.append(_sentence(narrator, event))
    return found


def _sentence(narrator: Narrator, event: Event) -> Sentence:
    company = getattr(event, "company", NOBODY)
    companies = narrator.labels.setup.companies
    symbol = companies[company].symbol if isinstance(company, int) and company != NOBODY else ""
    return Sentence(narrator.sentence(event), symbol)
