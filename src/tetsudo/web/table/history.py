"""The past of a game: the track under the map, and the log by rounds, each line a link to its position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tetsudo.draw.text import ROUNDS, round_text
from tetsudo.events import Event
from tetsudo.game import Game
from tetsudo.narration import Narrator
from tetsudo.units import NOBODY
from tetsudo.web.table.scene import Scene
from tetsudo.web.tables.games import Hot, games

SHOWN_ROUNDS: Final = 2
"""How many rounds of the log stand on the page; the others are fetched when they are opened."""


class Beginning(NamedTuple):
    """How a round that an event begins is called, at length and on the track."""

    long: str
    short: Promise


BEGINNINGS: Final = {
    "auction_began": Beginning(ROUNDS[0], _("Auction")),
    "stock_round_began": Beginning(ROUNDS[1] + " {turn}", _("SR {turn}")),
    "operating_round_began": Beginning(ROUNDS[2] + " {turn}.{round}", _("{turn}.{round}")),
}
"""Events that begin a round."""


class Sentence(NamedTuple):
    """A line of the log; `symbol` of the company that it is about."""

    text: str
    symbol: str


class Entry(NamedTuple):
    """What one action did: the version it led to, its number, and its lines."""

    version: int
    number: int
    lines: list[Sentence]


@dataclass
class Round:
    """A round: where it began, as a number of actions, and its log."""

    number: int
    name: str
    short: str
    start: int
    entries: list[Entry] = field(default_factory=list)
    length: int = 0


def context(scene: Scene) -> dict[str, Any]:
    """What the templates of track and log may use: the game as it is now, whichever position is shown."""
    hot = games.of(scene.table) if scene.is_past else scene.hot
    found = _rounds(scene, hot)
    position = hot.position_of(scene.version)
    return {
        "now": hot.version,
        "rounds": found,
        "open_rounds": found[-SHOWN_ROUNDS:],
        "closed_rounds": found[:-SHOWN_ROUNDS],
        "actions": hot.game.length,
        "path": path_text((hot.begun, *hot.path)),
        "position": position if position >= 0 else hot.game.length,
        "is_taken_back": position < 0,
    }


def one_round(scene: Scene, number: int) -> dict[str, Any]:
    """The log of one round of a game."""
    found = [each for each in _rounds(scene, scene.hot) if each.number == number]
    return {"round": found[0] if found else None}


def path_text(path: tuple[int, ...]) -> str:
    """The versions of a game's positions, in runs: "0-40,45-60"."""
    runs: list[list[int]] = []
    for version in path:
        if runs and runs[-1][1] == version - 1:
            runs[-1][1] = version
        else:
            runs.append([version, version])
    return ",".join(f"{first}-{last}" for first, last in runs)


_known: dict[tuple[str, int, str | None, bool], list[Round]] = {}
MOST_KNOWN: Final = 64


def _rounds(scene: Scene, hot: Hot) -> list[Round]:
    """The rounds of a game; those of the last few games are kept."""
    key = (scene.table.key, hot.version, get_language(), scene.native)
    found = _known.get(key)
    if found is None:
        found = _told(hot, scene.named(hot))
        while len(_known) >= MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
        _known[key] = found
    return found


def _told(hot: Hot, game: Game) -> list[Round]:
    start = game.earlier(0)
    narrator = Narrator(game.setup, game.names)
    moments = [(0, start.latest_events), *((moment.index + 1, moment.events) for moment in game.moments())]
    begins = any(event.kind in BEGINNINGS for event in start.latest_events)
    found = [] if begins else [Round(0, round_text(start), str(_("Start")), 0)]  # it began in the midst of one
    for number, events in moments:
        version = hot.path[number - 1] if number else hot.begun
        for event in events:
            if event.kind in BEGINNINGS:
                found.append(_begun(len(found), event, number))
            _tell(found[-1], version, number, narrator, event)
    _measure(found, game.length)
    return found


def _begun(number: int, event: Event, start: int) -> Round:
    names = BEGINNINGS[event.kind]
    return Round(number, names.long.format(**event.data), str(names.short).format(**event.data), start)


def _tell(round: Round, version: int, number: int, narrator: Narrator, event: Event) -> None:
    if not round.entries or round.entries[-1].number != number:
        round.entries.append(Entry(version, number, []))
    company = event.data.get("company", NOBODY)
    companies = narrator.labels.setup.companies
    symbol = companies[company].symbol if isinstance(company, int) and company != NOBODY else ""
    round.entries[-1].lines.append(Sentence(narrator.tell(event), symbol))


def _measure(rounds: list[Round], length: int) -> None:
    for each, after in zip(rounds, [*(later.start for later in rounds[1:]), length], strict=True):
        each.length = after - each.start
