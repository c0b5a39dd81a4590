"""A table stored by a site that wrote positions in version 1: `first_version.json` has its data.

A company of 1889 has laid its tile and is about to place a token.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import tetsudo
from tests.web.builders import Party, browser, open_party
from tests.web.filling import TITLE
from tetsudo.core.frames import Turn
from tetsudo.engine.rules.flow.stack import top_frame
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.game.record import VERSION_1_OPTIONS
from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Move, Snapshot, Table
from tetsudo.web.tables.moves import submit

pytestmark = pytest.mark.django_db

KEPT: Final[dict[str, Any]] = json.loads(Path(__file__).with_name("first_version.json").read_text(encoding="utf-8"))
LENGTH: Final = len(KEPT["moves"])


@pytest.fixture(params=[False, True], ids=["from its moves", "from its position"])
def old(request: pytest.FixtureRequest) -> Party:
    """The table as its database has it; in one case after a rule change, so that only its position counts."""
    hall = open_party(tuple(KEPT["people"]), undo=Table.Undo.FREE)
    Table.objects.filter(pk=hall.table.pk).update(version=LENGTH, seed=KEPT["seed"], options=VERSION_1_OPTIONS)
    Move.objects.bulk_create(
        Move(table=hall.table, index=number, data=data, seat=None) for number, data in enumerate(KEPT["moves"])
    )
    Snapshot.objects.filter(table=hall.table).delete()
    Snapshot.objects.create(table=hall.table, version=LENGTH, text=KEPT["snapshot"], begins=request.param)
    games.clear()
    hall.table.refresh_from_db()
    return hall


def replayed() -> Game:
    """The same game from its moves."""
    game = tetsudo.new(TITLE, KEPT["people"], seed=KEPT["seed"], options=VERSION_1_OPTIONS)
    for data in KEPT["moves"]:
        game.apply(action_from_data(game.setup, game.names, data))
    return game


def test_it_opens_and_goes_on(old: Party) -> None:
    now, game = games.current(old.table), replayed()
    assert now.version == LENGTH
    assert list(map(repr, now.game.legal_actions())) == list(map(repr, game.legal_actions()))
    assert browser(old.guests["Ann"]).get(f"/t/{old.table.key}/").status_code == 200
    assert old.act(KEPT["next"]).version == LENGTH + 1
    kept = Snapshot.objects.get(table=old.table, begins=False)
    assert kept.text.startswith(position.FORMAT_MARK)
    submit.undo_moves(old.table, LENGTH + 1, None, old.guests["Ann"])
    assert games.current(old.table).game.to_act == game.to_act


def test_a_position_of_the_first_version_is_read_as_it_was() -> None:
    read, game = position.read(KEPT["snapshot"], VERSION_1_OPTIONS), replayed()
    assert (read.to_act, read.state.cash, read.state.tiles) == (game.to_act, game.state.cash, game.state.tiles)
    assert read.to_act.doing == "token"
    before, now = top_frame(read.state, Turn), top_frame(game.state, Turn)
    assert before.replaced(laid=()) == now.replaced(laid=())
    assert len(before.laid) == len(now.laid)


def test_a_turn_that_never_was_is_refused() -> None:
    with pytest.raises(tetsudo.core.errors.BadInput, match="stack"):
        position.read(KEPT["snapshot"].replace("/4.3.1.1.1", "/4.3.1.1"))
