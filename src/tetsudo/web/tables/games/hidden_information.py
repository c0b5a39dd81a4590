"""Protection of hidden amounts: no full record before the game ends, and no undo after hidden cash was revealed."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tetsudo.core.errors import BadInput
from tetsudo.game.game import Game
from tetsudo.web.tables.errors import NotAllowed
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.games.cached_game import CachedGame
from tetsudo.web.tables.models import Table


def has_hidden_amounts(table: Table, game: Game) -> bool:
    """True if amounts are hidden in a table's game, also in views of earlier positions."""
    return game.ruleset.hides and table.status != Table.Status.FINISHED


def check_releasable(table: Table, game: Game) -> None:
    """Raise BadInput unless a table's full game may be released, as its record or as a branch."""
    if has_hidden_amounts(table, game):
        raise BadInput(_("This table has hidden cash: you can get its record, and branch it, once it ends."))


def check_nothing_revealed(table: Table, hot: CachedGame, length: int) -> None:
    """Raise `NotAllowed` if actions after the first `length` may have revealed hidden amounts to a player."""
    rules = hot.game.ruleset
    if rules.hides and hot.game.is_over:
        raise NotAllowed(_("The game is over and all amounts are open: nothing can be undone."))
    if not rules.hides_treasuries:
        return
    is_known = length >= hot.game.known_from
    game = hot.game if is_known else games.load_to(table, hot, hot.game.length, least=length).game
    if any(event.kind == "president_changed" for moment in game.moments(length) for event in moment.events):
        raise NotAllowed(_("Someone has become president since and seen a treasury: this cannot be undone."))
