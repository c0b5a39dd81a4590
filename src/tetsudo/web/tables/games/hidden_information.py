"""Protection of hidden amounts: no full record before the game ends, and no undo after hidden cash was revealed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.web.tables.errors import NotYours
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import Hot
from tetsudo.web.tables.models import Table


def hides(table: Table, game: Game) -> bool:
    """True if amounts are hidden in a table's game, also in views of earlier positions."""
    return game.ruleset.hides and table.status != Table.Status.FINISHED


def check_open(table: Table, game: Game) -> None:
    """Raise BadInput unless a table's full game may be released, as its record or as a branch."""
    if hides(table, game):
        raise BadInput(_("This table has hidden cash: you can get its record, and branch it, once it ends."))


def check_unlearned(table: Table, hot: Hot, length: int) -> None:
    """Raise `NotYours` if actions after the first `length` may have revealed hidden amounts to a player."""
    rules = hot.game.ruleset
    if rules.hides and hot.game.is_over:
        raise NotYours(_("The game is over and all amounts are open: nothing can be undone."))
    if not rules.hides_treasuries:
        return
    is_known = length >= hot.game.known_from
    game = hot.game if is_known else games.along(table, hot, hot.game.length, least=length).game
    if any(event.kind == "president_changed" for moment in game.moments(length) for event in moment.events):
        raise NotYours(_("Someone has become president since and seen a treasury: this cannot be undone."))
