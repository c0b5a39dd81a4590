"""Storage of games in the database: moves and milestones.

A branch has no copies of its parent's moves: it reads them from there, up to the version at which it
began (`Table.moves_of`, `Table.shared`), and adds its own. So a table's moves are stored in pieces,
each with the table itself or with an ancestor.

A position is stored at regular intervals (`Milestone`), so that no position needs a replay from the
beginning. A table without any, from an older version of the site, gets them when it is first read.
"""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput, TetsudoError
from tetsudo.game import position, record
from tetsudo.game.game import Game
from tetsudo.game.record import GameRecord
from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.games.cached_game import (
    MAX_KNOWN_ACTIONS,
    MILESTONE_INTERVAL,
    MIN_KNOWN_ACTIONS,
    REDO,
    UNDO,
    CachedGame,
    Rounds,
    RoundStart,
    initial_rounds,
    length_of,
    milestone_text,
    path_of,
    round_starts,
)
from tetsudo.web.tables.models import Milestone, Move, Snapshot, Table

logger = logging.getLogger(__name__)

MAX_PIECES: Final = 40
"""Maximum number of nested branches."""

MAX_QUERY_ROWS: Final = 500
"""Maximum number of rows named in one query."""


class Piece(NamedTuple):
    """Moves stored with one table: those with an index from `low` up to, but not including, `high`."""

    table: int
    low: int
    high: int


UNBOUNDED: Final = 2**31 - 1


@lru_cache(maxsize=1024)
def _pieces_with_ancestors(table: int) -> tuple[Piece, ...]:
    """Pieces of a table's ancestors, the oldest first, and its own; they never change."""
    found: list[Piece] = []
    high, pk = UNBOUNDED, table
    while True:
        parent, shared = Table.everything.values_list("moves_of", "shared").get(pk=pk)
        low = shared if parent is not None else 0
        if low < high:
            found.append(Piece(pk, low, high))
        if parent is None:
            return tuple(found[::-1])
        high, pk = min(high, shared), parent


def pieces_of(table: Table) -> tuple[Piece, ...]:
    """Pieces that store the moves of a table, in order."""
    if table.moves_of_id is None:
        return (Piece(table.pk, 0, UNBOUNDED),)
    return _pieces_with_ancestors(table.pk)


def forget_pieces() -> None:
    """Empty the cache of pieces, before another database is used."""
    _pieces_with_ancestors.cache_clear()


def _positions(table: Table) -> Q:
    """Filter for the stored positions of a table."""
    found = Q()
    for piece in pieces_of(table):
        found |= Q(table=piece.table, version__gte=piece.low, version__lte=piece.high)
    return found


def moves_of(table: Table, first: int, after: int) -> list[Any]:
    """Data of the moves with indices from `first` up to, but not including, `after`."""
    return [data for _index, data, _seat in rows(table, first, after)]


def rows(table: Table, first: int, after: int) -> Iterator[tuple[int, Any, int | None]]:
    """Index, data and seat of the same moves."""
    for piece in pieces_of(table):
        low, high = max(first, piece.low), min(after, piece.high)
        if low < high:
            found = Move.objects.filter(table=piece.table, index__gte=low, index__lt=high)
            yield from found.order_by("index").values_list("index", "data", "seat")


def actions_at(table: Table, versions: Sequence[int]) -> list[Any]:
    """Stored data of the actions that led to some versions."""
    return [data for data, _seat in _moves_to(table, versions)]


def seats_at(table: Table, versions: Sequence[int]) -> list[int | None]:
    """Seats of the actions that led to some versions."""
    return [seat for _data, seat in _moves_to(table, versions)]


def automatic_versions(table: Table, first: int, after: int) -> set[int]:
    """Versions from `first` up to, but not including, `after` that follow moves without a seat."""
    return _versions(table, first, after, Q(seat=None))


def unattended_versions(table: Table, first: int, after: int) -> set[int]:
    """Versions from `first` up to, but not including, `after` that follow automatic or programmed moves."""
    return _versions(table, first, after, Q(seat=None) | Q(is_planned=True))


def _versions(table: Table, first: int, after: int, wanted: Q) -> set[int]:
    """Versions from `first` up to, but not including, `after` that follow moves matching a filter."""
    found = set[int]()
    for piece in pieces_of(table):
        low, high = max(first - 1, piece.low), min(after - 1, piece.high)
        if low < high:
            moves = Move.objects.filter(wanted, table=piece.table, index__gte=low, index__lt=high)
            found.update(index + 1 for index in moves.values_list("index", flat=True))
    return found


def planned_versions(table: Table, first: int, after: int, seats: Sequence[int]) -> set[int]:
    """Versions from `first` up to, but not including, `after` that follow moves by plans of some seats."""
    found = Move.objects.filter(table=table, index__gte=first - 1, index__lt=after - 1, is_planned=True, seat__in=seats)
    return {index + 1 for index in found.values_list("index", flat=True)}


def masters_versions(table: Table, first: int, after: int) -> set[int]:
    """Versions from `first` up to, but not including, `after` that follow moves of the owner for others."""
    return _versions(table, first, after, Q(is_masters=True))


def _moves_to(table: Table, versions: Sequence[int]) -> list[tuple[Any, int | None]]:
    found: dict[int, tuple[Any, int | None]] = {}
    for first in range(0, len(versions), MAX_QUERY_ROWS):
        wanted = {version - 1 for version in versions[first : first + MAX_QUERY_ROWS]}
        for index, data, seat in _rows_of(table, wanted):
            found[index] = (data, seat)
    return [found[version - 1] for version in versions]


def _rows_of(table: Table, wanted: set[int]) -> Iterator[tuple[int, Any, int | None]]:
    for piece in pieces_of(table):
        here = [index for index in wanted if piece.low <= index < piece.high]
        if here:
            rows = Move.objects.filter(table=piece.table, index__in=here)
            yield from rows.values_list("index", "data", "seat")


# The beginning


def record_of(table: Table) -> GameRecord:
    """Record of a table's game before its first move."""
    return GameRecord(
        version=record.VERSION,
        title=table.title,
        scenario=table.scenario,
        variants=table.variants,
        options=table.options,
        players=[seat.name for seat in table.seats.all()],
        seed=table.seed,
        deal=table.deal,
        start=table.start,
    )


def initial_game(table: Table) -> CachedGame:
    """Game of a table before its first move."""
    game = record.initial_game(record_of(table)).with_chance(table.seed)
    return CachedGame(0, game, rounds=initial_rounds(game))


def earliest_game(table: Table) -> CachedGame:
    """Earliest known position of a table's game: its beginning, or its restart."""
    again = restart_snapshot(table)
    return game_from_snapshot(table, again) if again else initial_game(table)


def restart_snapshot(table: Table) -> Snapshot | None:
    """Snapshot at which the game restarted after a fix to the rules; restarts of a parent after the branch are
    ignored."""
    found = Q()
    for piece in pieces_of(table):
        found |= Q(table=piece.table, version__gte=piece.low, version__lt=piece.high)
    return Snapshot.objects.filter(found, begins=True).order_by("-version").first()


def game_from_snapshot(table: Table, snapshot: Snapshot) -> CachedGame:
    """Game that starts from a snapshot."""
    game = position.read(snapshot.text, record.recorded_options(table.options)).with_chance(table.seed)
    return CachedGame(
        snapshot.version, game, begun=snapshot.version, rounds=initial_rounds(game), marked=snapshot.version
    )


# Milestones


def milestone(hot: CachedGame) -> Milestone:
    """Milestone of a game, not saved yet."""
    text = milestone_text(hot.game.position(), hot.path, hot.ahead, hot.rounds)
    return Milestone(version=hot.version, length=len(hot.path), last=hot.path[-1] if hot.path else 0, text=text)


class MilestoneData(NamedTuple):
    """Content of a milestone."""

    position: str
    path: list[int]
    ahead: list[int]
    rounds: Rounds


def _parse_milestone(text: bytes) -> MilestoneData:
    place, path, ahead, rounds = json.loads(zlib.decompress(text))
    return MilestoneData(place, path_of(path), path_of(ahead), tuple(RoundStart(*each) for each in rounds))


def line_at(table: Table, version: int, begun: int) -> tuple[list[int], list[int], int]:
    """Path to a version, the versions that could be redone there, and the version of the last milestone before it."""
    kept = Milestone.objects.filter(_positions(table), version__gt=begun, version__lte=version)
    found = kept.order_by("-version").values_list("version", "text").first()
    at, path, ahead = begun, list[int](), list[int]()
    if found:
        at, (_place, path, ahead, _rounds) = found[0], _parse_milestone(bytes(found[1]))
    marked = at
    for move in moves_of(table, at, version):
        at += 1
        if move.get("type") in (UNDO, REDO):
            line, length = path + ahead, length_of(move)
            path, ahead = line[:length], line[length:]
        else:
            path.append(at)
            ahead = []
    return path, ahead, marked


def load(table: Table, path: Sequence[int], ahead: Sequence[int] = (), least: int | None = None) -> tuple[Game, Rounds]:
    """Load the game at the end of a path, with its last `MIN_KNOWN_ACTIONS` actions, or all after the `least`-th."""
    known = _nearest_milestone(table, path, max(0, len(path) - MIN_KNOWN_ACTIONS) if least is None else least)
    game, rounds = known.game, list(known.rounds)
    steps = path[len(known.path) :]
    for move, version in zip(actions_at(table, steps), steps, strict=True):
        events = game.follow(action_from_data(game.setup, game.names, move))
        rounds += round_starts(events, game.length)
        if len(steps) > MAX_KNOWN_ACTIONS and game.length % MILESTONE_INTERVAL == 0:
            _save_milestone(table, CachedGame(version, game, tuple(path[: game.length]), rounds=tuple(rounds)))
    return _with_future(table, game, ahead[:MILESTONE_INTERVAL]), tuple(rounds)


def _save_milestone(table: Table, hot: CachedGame) -> None:
    """Save a milestone that was not saved when its position was reached."""
    made = milestone(hot)
    piece = next(each for each in pieces_of(table) if each.low < hot.version <= each.high)
    made.table_id = piece.table
    Milestone.objects.bulk_create([made], ignore_conflicts=True)


def _nearest_milestone(table: Table, path: Sequence[int], length: int) -> CachedGame:
    """Game at the last milestone on a path with at most `length` actions; without any, the earliest known position."""
    begins = earliest_game(table)
    kept = Milestone.objects.filter(_positions(table), version__gt=begins.begun, length__lte=length)
    places = kept.order_by("-length").values_list("pk", "length", "last")
    found = next((pk for pk, at, last in places if at and path[at - 1] == last), None)
    if found is None:
        return begins
    said = _parse_milestone(bytes(Milestone.objects.values_list("text", flat=True).get(pk=found)))
    read = position.read(said.position, record.recorded_options(table.options))
    game = Game.at(read.ruleset, read.names, read.state, length=len(said.path)).with_chance(table.seed)
    return CachedGame(said.path[-1], game, tuple(said.path), (), begins.begun, said.rounds)


def _with_future(table: Table, game: Game, ahead: Sequence[int]) -> Game:
    """Add undone actions to a game, so that it can redo them."""
    length = game.length
    try:
        for move in actions_at(table, ahead):
            game.follow(action_from_data(game.setup, game.names, move))
    except TetsudoError as refusal:  # the rules were fixed
        logger.warning("Table %s cannot redo: %s", table.key, refusal)
    while game.length > length:
        game.undo()
    return game


# Whole games


def read(table: Table, version: int) -> CachedGame:
    """Game of a table at a version. Raises as `Game.apply`, and BadInput if the version is no longer known."""
    again = restart_snapshot(table)
    begun = again.version if again else 0
    if version < begun:
        raise BadInput(_("The rules were fixed since, and this position is no longer available."))
    path, ahead, marked = line_at(table, version, begun)
    game, rounds = load(table, path, ahead)
    return CachedGame(version, game, tuple(path), tuple(ahead), begun, rounds, marked)


def full_record(table: Table, hot: CachedGame) -> GameRecord:
    """Record of a game with all its actions."""
    again = restart_snapshot(table) if hot.begun else None
    head = record_of(table)
    whole = hot.game.record()
    whole.start = again.text if again else head.start
    whole.seed = None if hot.game.ruleset.powers.draws else head.seed  # a branch's dice come from several seeds
    whole.actions = actions_at(table, hot.path)
    return whole


def batches(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Split rows into batches of `size`, each for a separate transaction."""
    lot: list[Any] = []
    for row in rows:
        lot.append(row)
        if len(lot) == size:
            yield lot
            lot = []
    if lot:
        yield lot
