"""Context for every part of a table's page: the table, its game at a version, and the viewer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Final

from django.http import Http404, HttpRequest

from tetsudo.core.actions import Descriptor
from tetsudo.core.errors import BadInput
from tetsudo.core.translation import ENGLISH
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.draw.text.rows import CompanyRow, PlayerRow, company_rows, player_rows, round_text
from tetsudo.engine.state.board import faces_on, token_places
from tetsudo.engine.state.ownership import private_owner
from tetsudo.engine.state.state import status_of
from tetsudo.game.game import Game
from tetsudo.game.views.table import View
from tetsudo.language.labels import Labels
from tetsudo.web.common import rate_limits
from tetsudo.web.common.language import language_of
from tetsudo.web.play.scene import route_choice
from tetsudo.web.play.scene.since import own_start, round_start
from tetsudo.web.tables.games import hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.own_seats import own_seats, played_seats
from tetsudo.web.tables.seats.guests import guest_of

MAX_NUMBER: Final = 2**53 - 1
"""Largest whole number that the page's scripts can tell from its neighbours."""


def digest(*values: object) -> int:
    """Number that stands for some numbers and texts. All processes of the site get the same, unlike by `hash`.

    TypeError for anything else, such as an object whose text is its address.
    """
    return int.from_bytes(blake2b(json.dumps(values).encode(), digest_size=8).digest()) & MAX_NUMBER


@dataclass(frozen=True)
class Scene:
    """A table as the viewer sees it."""

    table: Table
    hot: CachedGame
    guest: Guest | None
    is_past: bool
    language: str = ENGLISH  # the viewer's; it may be the title's own
    shown: tuple[int | None, int | None] = (None, None)  # the version that the page already shows, and its `compared`
    shown_map: int | None = None
    shown_rounds: int | None = None

    @property
    def version(self) -> int:
        """Number of moves that led here; a move made from this page must send it."""
        return self.hot.version

    @cached_property
    def game(self) -> Game:
        """The game as the viewer knows it, in their language. Do not change it."""
        return self.known_game(self.hot.game)

    def known_game(self, game: Game, player: PlayerId | None = None) -> Game:
        """A game of the table as the viewer, or one of their seats, knows it, in their language.

        A page is made from such games only: they do not contain hidden information.
        """
        if self.has_hidden_amounts:
            game = game.seen_by(self.viewer if player is None else player)
        return game if self.language == ENGLISH else game.in_language(self.language)

    @cached_property
    def has_hidden_amounts(self) -> bool:
        """True if the game hides amounts from some players or spectators."""
        return hidden_information.has_hidden_amounts(self.table, self.hot.game)

    @property
    def cache_viewer(self) -> PlayerId | None:
        """Cache key for a picture that shows amounts: the player it is drawn for, None if all see the same."""
        return self.viewer if self.has_hidden_amounts else None

    @cached_property
    def seats(self) -> list[Seat]:
        """Seats in order."""
        return list(self.table.seats.select_related("guest"))

    @cached_property
    def own_seats(self) -> list[PlayerId]:
        """Seats that the viewer moves for: their own ones, or in master mode those of all people."""
        return played_seats(self.table, self.guest, self.seats)

    @cached_property
    def planning_seats(self) -> list[PlayerId]:
        """Seats whose plans the viewer makes and sees: their own ones, also in master mode."""
        return own_seats(self.table, self.guest, self.seats)

    @cached_property
    def viewer(self) -> PlayerId:
        """Player for whom the page is drawn: the active one if it is the viewer's, else their first seat, or NOBODY."""
        actor = (games.current(self.table) if self.is_past else self.hot).game.to_act.player
        return actor if actor in self.own_seats else next(iter(self.own_seats), NOBODY)

    @cached_property
    def movers(self) -> list[PlayerId]:
        """Seats whose moves are no news to the viewer: their own, or only the active one if they hold all seats."""
        return [self.viewer] if len(self.own_seats) == len(self.seats) else self.own_seats

    @cached_property
    def known_length(self) -> int:
        """Number of actions that the viewer already knows: up to their own last one.

        For a spectator, up to the start of the round. In the past, all but the last one.
        """
        if self.is_past:
            return self.length_before_last
        if not self.movers:
            return round_start(self.game, self.hot.rounds)
        return own_start(self.game, self.movers, self._unattended_actions())

    def _unattended_actions(self) -> set[int]:
        """Numbers of the known actions that were made automatically or by a plan."""
        path = self.hot.path[self.game.known_from :]
        versions = storage.unattended_versions(self.table, path[0], path[-1] + 1) if path else set()
        return {index for index, version in enumerate(path, self.game.known_from) if version in versions}

    @property
    def length_before_last(self) -> int:
        """Number of actions before the last one; all of them, if the game knows no earlier position."""
        return max(self.game.length - 1, min(self.game.known_from, self.game.length))

    @property
    def is_history_truncated(self) -> bool:
        """True if the viewer's last move, if any, is older than the history kept in memory."""
        return bool(self.known_length) and self.known_length == self.game.known_from

    @cached_property
    def compared_length(self) -> int:
        """Number of actions of the position to compare with: `known_length`, or `length_before_last`."""
        return self.known_length if self.known_length < self.game.length else self.length_before_last

    @cached_property
    def comparison(self) -> Comparison:
        """The position shown, beside the one it is compared with."""
        return Comparison(self)

    @cached_property
    def view(self) -> View:
        """The game's view for the viewer."""
        return self.game.view(self.viewer)

    @cached_property
    def may_act(self) -> bool:
        """True if it is the viewer's turn in a running game, and the page shows the present."""
        return (
            not self.is_past and self.table.status == Table.Status.RUNNING and self.game.to_act.player in self.own_seats
        )

    @cached_property
    def offers(self) -> list[Descriptor]:
        """Legal actions of the active player, if that is the viewer."""
        return self.view.legal_actions() if self.may_act else []

    @cached_property
    def out_of_turn_offers(self) -> list[tuple[PlayerId, Descriptor]]:
        """Legal actions of the viewer's seats out of turn: player and offer."""
        if self.is_past or self.table.status != Table.Status.RUNNING:
            return []
        others = [player for player in self.own_seats if player != self.game.to_act.player]
        return [
            (player, offer)
            for player in others
            for offer in self.known_game(self.hot.game, player).legal_actions(player)
        ]

    @cached_property
    def labels(self) -> Labels:
        """Display names for ids."""
        return Labels(self.game.setup, self.game.names)

    @cached_property
    def round_name(self) -> str:
        """Name of the current round."""
        return round_text(self.game)

    @cached_property
    def run_search(self) -> route_choice.RunSearch | None:
        """Route choice, if the viewer may run trains now."""
        runs = route_choice.offered_run(self.offers)
        return route_choice.RunSearch(self.table, self.hot, self.game, self.language, runs) if runs else None

    @cached_property
    def run(self) -> route_choice.ShownRun | route_choice.PendingRun | None:
        """The run proposed at first: the best one, unless the table leaves routes to the players."""
        if self.run_search is None:
            return None
        return self.run_search.find_run(route_choice.initial_wishes(self.run_search.runs, best=self.table.best_routes))

    @property
    def shown_run(self) -> route_choice.ShownRun | None:
        """The same run, once it is found."""
        return self.run if isinstance(self.run, route_choice.ShownRun) else None

    @cached_property
    def map_version(self) -> int:
        """Digest of everything that the map shows; equal for positions whose maps look the same."""
        state = self.game.state
        shown = (
            faces_on(state),
            token_places(state),
            tuple(status_of(state, company.id) for company in self.game.setup.companies),
            tuple(private_owner(state, private.id) for private in self.game.setup.privates),
            state.phase,
            self.game.ruleset.powers.marks(state),
        )
        run = (self.version, self.viewer) if self.shown_run else ()
        return digest(shown, run, self.language)


def table_or_404(key: str) -> Table:
    """The table with this key. Raises `Http404` if there is none."""
    found = Table.objects.with_key(key)
    if found is None:
        raise Http404
    return found


def scene_of(request: HttpRequest, table: Table, version: int | None = None) -> Scene:
    """A table as it is now, or as it was after `version` moves. Raises `Http404` for a version not reached yet."""
    if version is not None and version < table.version:
        count_read(request, table)
    try:
        hot = games.current(table) if version is None else games.at_version(table, version)
    except BadInput:
        raise Http404 from None
    is_past = version is not None and version < table.version
    shown = _number(request, "version"), _number(request, "compared")
    language = language_of(request, hot.game.setup.language)
    return Scene(
        table, hot, guest_of(request), is_past, language, shown, _number(request, "map"), _number(request, "rounds")
    )


def count_read(request: HttpRequest, table: Table) -> None:
    """Count a visitor's read of a table's past for their address; `RateLimitExceeded` beyond its limit.

    A crawler would otherwise read every position of every game, each of which the site has to make first. People with
    an account and those who play at the table are not counted; a name alone is given by anyone.
    """
    guest = guest_of(request)
    if guest is None or not (guest.account_id or own_seats(table, guest)):
        rate_limits.count_action("reads", request.META.get("REMOTE_ADDR", ""), None)


def _number(request: HttpRequest, field: str) -> int | None:
    """A number that the page sends about its contents; None if missing or malformed."""
    text = request.POST.get(field) or request.GET.get(field) or ""
    return int(text) if text.isdecimal() and len(text) < 18 else None


class Comparison:
    """A position beside the one after the viewer's last move.

    If nothing happened since, and in the past, beside the one before the last action.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.now = scene.game

    @cached_property
    def before(self) -> Game:
        """The position to compare with; the present one if no other is known."""
        return self.now.earlier(self.scene.compared_length)

    @property
    def labels(self) -> Labels:
        """Display names for ids."""
        return self.scene.labels

    @cached_property
    def companies(self) -> list[tuple[CompanyRow, CompanyRow]]:
        """Each company now and before: operating companies first, in operating order."""
        rows = list(zip(company_rows(self.now), company_rows(self.before), strict=True))
        return sorted(rows, key=lambda row: (row[0].order or 99, not row[0].par))

    @cached_property
    def players(self) -> list[tuple[PlayerRow, PlayerRow]]:
        """Each player now and before."""
        return list(zip(player_rows(self.now), player_rows(self.before), strict=True))
