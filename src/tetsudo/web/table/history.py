"""The past of a game: the track under the map, and the log by rounds, each line a link to its position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tetsudo.draw.text import ROUNDS
from tetsudo.events import Event
from tetsudo.narration import Narrator
from tetsudo.units import NOBODY
from tetsudo.web.table.scene import Scene
from tetsudo.web.tables.games import Hot, games

SHOWN_ROUNDS: Final = 2
"""How many rounds of the log stand on the page; the others are fetched when they are opened."""

BEGINNINGS: Final[dict[str, tuple[str, Promise]]] = {
    "auction_began": ("{name}", _("Auction")),
    "stock_round_began": ("{name} {turn}", _("SR")),
    "operating_round_began": ("{name} {turn}.{round}", _("OR")),
}
"""Events that begin a round: how its number is written, and its short name."""


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


_known: dict[tuple[str, int, str | None], list[Round]] = {}
MOST_KNOWN: Final = 64


def _rounds(scene: Scene, hot: Hot) -> list[Round]:
    """The rounds of a game; those of the last few games are kept."""
    key = (scene.table.key, hot.version, get_language())
    found = _known.get(key)
    if found is None:
        found = _told(hot)
        while len(_known) >= MOST_KNOWN:
            _known.pop(next(iter(_known)), None)
        _known[key] = found
    return found


def _told(hot: Hot) -> list[Round]:
    game = hot.game
    narrator = Narrator(game.setup, game.names)
    found: list[Round] = []
    moments = [(0, game.earlier(0).latest_events)]
    moments += [(moment.index + 1, moment.events) for moment in game.moments()]
    for number, events in moments:
        version = hot.path[number - 1] if number else hot.begun
        for event in events:
            if event.kind in BEGINNINGS or not found:
                found.append(_begun(len(found), event, number))
            _tell(found[-1], version, number, narrator, event)
    _measure(found, game.length)
    return found


def _begun(number: int, event: Event, start: int) -> Round:
    pattern, name = BEGINNINGS.get(event.kind, ("{name}", _("Start")))
    long = ROUNDS[list(BEGINNINGS).index(event.kind)] if event.kind in BEGINNINGS else str(name)
    return Round(number, pattern.format(name=long, **event.data), pattern.format(name=name, **event.data), start)


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
