"""What every part of a table's page is made from: the table, its game at a version, and who looks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

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
from tetsudo.web.common.language import language_of
from tetsudo.web.play.scene import route_choice
from tetsudo.web.play.scene.since import own_start, round_start
from tetsudo.web.tables.games import hidden_information, storage
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import Hot
from tetsudo.web.tables.models import Guest, Seat, Table
from tetsudo.web.tables.seats.guests import guest_of


@dataclass(frozen=True)
class Scene:
    """A table as somebody sees it."""

    table: Table
    hot: Hot
    guest: Guest | None
    is_past: bool
    language: str = ENGLISH  # of who looks; it may be the title's own
    shown: tuple[int | None, int | None] = (None, None)  # the version that the page shows already, and its `compared`
    shown_map: int | None = None
    shown_rounds: int | None = None

    @property
    def version(self) -> int:
        """How many moves led here: the number that a move made here must bring."""
        return self.hot.version

    @cached_property
    def game(self) -> Game:
        """The game, as who looks knows and reads it; not to be changed."""
        return self.known(self.hot.game)

    def known(self, game: Game, player: PlayerId | None = None) -> Game:
        """A game of the table, as who looks knows and reads it, or as one of his seats does.

        All that a page shows is made from such games: what is hidden is not in them.
        """
        if self.hides:
            game = game.seen_by(self.viewer if player is None else player)
        return game if self.language == ENGLISH else game.in_language(self.language)

    @cached_property
    def hides(self) -> bool:
        """Whether what somebody sees is not what everybody does."""
        return hidden_information.hides(self.table, self.hot.game)

    @property
    def eyes(self) -> PlayerId | None:
        """By what a picture is kept that shows amounts: for whom it was drawn, None for everybody."""
        return self.viewer if self.hides else None

    @cached_property
    def seats(self) -> list[Seat]:
        """The seats in order."""
        return list(self.table.seats.select_related("guest"))

    @cached_property
    def own(self) -> list[PlayerId]:
        """The seats of who looks."""
        return [seat.number for seat in self.seats if self.guest and seat.guest_id == self.guest.pk]

    @cached_property
    def viewer(self) -> PlayerId:
        """The player as whom the page is drawn: the one whose turn it is if he is mine, else my first; or NOBODY."""
        actor = (games.of(self.table) if self.is_past else self.hot).game.to_act.player
        return actor if actor in self.own else next(iter(self.own), NOBODY)

    @cached_property
    def movers(self) -> list[PlayerId]:
        """The seats whose moves who looks need not be told of: his own; at a table of his alone that of the turn."""
        return [self.viewer] if len(self.own) == len(self.seats) else self.own

    @cached_property
    def since(self) -> int:
        """Up to how many actions who looks knows what happened: to his own last one; who watches, to the round's
        beginning. In the past to the last but one."""
        if self.is_past:
            return self.before_last
        if not self.movers:
            return round_start(self.game, self.hot.rounds)
        return own_start(self.game, self.movers, self._unattended())

    def _unattended(self) -> set[int]:
        """The numbers of actions, as far as the game knows them, that nobody did by hand."""
        path = self.hot.path[self.game.known_from :]
        versions = storage.unattended(self.table, path[0], path[-1] + 1) if path else set()
        return {index for index, version in enumerate(path, self.game.known_from) if version in versions}

    @property
    def before_last(self) -> int:
        """How many actions there were before the last one; as many as there are, if none before is known."""
        return max(self.game.length - 1, min(self.game.known_from, self.game.length))

    @property
    def has_forgotten(self) -> bool:
        """Whether who looks moved, if ever, before what the game in memory knows of its past."""
        return bool(self.since) and self.since == self.game.known_from

    @cached_property
    def compared(self) -> int:
        """How many actions the position has with which this one is compared: if nothing happened since he moved, that
        before the last one."""
        return self.since if self.since < self.game.length else self.before_last

    @cached_property
    def comparison(self) -> Comparison:
        """What is shown, beside that with which it is compared."""
        return Comparison(self)

    @cached_property
    def view(self) -> View:
        """What may be shown to who looks."""
        return self.game.view(self.viewer)

    @cached_property
    def may_act(self) -> bool:
        """Whether everybody waits for who looks, and he looks at the present."""
        return not self.is_past and self.table.status == Table.Status.RUNNING and self.game.to_act.player in self.own

    @cached_property
    def offers(self) -> list[Descriptor]:
        """What the player whose turn it is may do, if that is who looks."""
        return self.view.legal_actions() if self.may_act else []

    @cached_property
    def out_of_turn(self) -> list[tuple[PlayerId, Descriptor]]:
        """What who looks may do although others are waited for: player and offer."""
        if self.is_past or self.table.status != Table.Status.RUNNING:
            return []
        others = [player for player in self.own if player != self.game.to_act.player]
        return [
            (player, offer) for player in others for offer in self.known(self.hot.game, player).legal_actions(player)
        ]

    @cached_property
    def labels(self) -> Labels:
        """What people read for ids."""
        return Labels(self.game.setup, self.game.names)

    @cached_property
    def round_name(self) -> str:
        """Where in the game this is."""
        return round_text(self.game)

    @cached_property
    def place(self) -> route_choice.Place | None:
        """Where who looks may run trains now."""
        runs = route_choice.offered(self.offers)
        return route_choice.Place(self.table, self.hot, self.game, self.language, runs) if runs else None

    @cached_property
    def run(self) -> route_choice.Shown | route_choice.Waiting | None:
        """The run that who looks could make as it stands: the best one, unless the table leaves that to the players."""
        if self.place is None:
            return None
        return self.place.arranged(route_choice.at_first(self.place.runs, best=self.table.best_routes))

    @property
    def shown_run(self) -> route_choice.Shown | None:
        """The same, once it is found."""
        return self.run if isinstance(self.run, route_choice.Shown) else None

    @cached_property
    def map_version(self) -> int:
        """A number that is the same for positions whose maps look the same."""
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
        return hash((shown, run, self.language)) & (2**53 - 1)


def table_or_404(key: str) -> Table:
    """A table by the key in its address."""
    found = Table.objects.filter(key=key).first()
    if found is None:
        raise Http404
    return found


def scene_of(request: HttpRequest, table: Table, version: int | None = None) -> Scene:
    """A table as it is now, or as it was after `version` moves; Http404 for a number that it has not reached."""
    try:
        hot = games.of(table) if version is None else games.at(table, version)
    except BadInput:
        raise Http404 from None
    is_past = version is not None and version < table.version
    shown = _number(request, "version"), _number(request, "compared")
    language = language_of(request, hot.game.setup.language)
    return Scene(
        table, hot, guest_of(request), is_past, language, shown, _number(request, "map"), _number(request, "rounds")
    )


def _number(request: HttpRequest, field: str) -> int | None:
    """What a page says that it shows; None if it says nothing."""
    text = request.POST.get(field) or request.GET.get(field) or ""
    return int(text) if text.isdecimal() and len(text) < 18 else None


class Comparison:
    """A position beside the one after the own last move of who looks; beside the one before the last action, where
    nobody has moved since, and in the past."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.now = scene.game

    @cached_property
    def before(self) -> Game:
        """The position with which it is compared; the present one if nothing is known of any other."""
        return self.now.earlier(self.scene.compared)

    @property
    def labels(self) -> Labels:
        """What people read for ids."""
        return self.scene.labels

    @cached_property
    def companies(self) -> list[tuple[CompanyRow, CompanyRow]]:
        """Each company now and before, those that operate first, in their order."""
        rows = list(zip(company_rows(self.now), company_rows(self.before), strict=True))
        return sorted(rows, key=lambda row: (row[0].order or 99, not row[0].par))

    @cached_property
    def players(self) -> list[tuple[PlayerRow, PlayerRow]]:
        """Each player now and before."""
        return list(zip(player_rows(self.now), player_rows(self.before), strict=True))
