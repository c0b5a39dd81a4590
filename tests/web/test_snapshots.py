"""Games whose rules have changed since: they continue from their present position."""

from __future__ import annotations

from typing import Any

import pytest

import tetsudo
from tests.web.builders import Party, browser, open_party
from tests.web.filling import OPTIONS, PEOPLE, SEED, TITLE, random_actions
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.game import position
from tetsudo.game.game import Game
from tetsudo.language.labels import action_from_data
from tetsudo.web.tables.games.cache import games
from tetsudo.web.tables.models import Snapshot, Table
from tetsudo.web.tables.moves import submit as moves

pytestmark = pytest.mark.django_db


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> Party:
    """A table after 30 moves, the fifth of which is now illegal; the cache is empty."""
    hall = open_party(undo=Table.Undo.FREE)
    hall.act(*random_actions()[:30])
    refused = games.at_version(hall.table, 4).game.digest()
    games.clear()
    follow = Game.follow

    def stricter(self: Game, action: Any) -> Any:
        if self.digest() == refused:
            raise IllegalAction("fixed", "This is not allowed any more.")
        return follow(self, action)

    monkeypatch.setattr(Game, "follow", stricter)
    return hall


def digest_after(moves: int) -> int:
    """Digest of the position after some moves of the sequence, computed without a table."""
    game = tetsudo.new(TITLE, PEOPLE, seed=SEED, options=OPTIONS)
    for data in random_actions()[:moves]:
        game.apply(action_from_data(game.setup, game.names, data))
    return game.digest()


def test_the_present_position_is_written_with_each_move() -> None:
    hall = open_party()
    for action in random_actions()[:3]:
        hot = hall.act(action)
        kept = Snapshot.objects.get(table=hall.table)
        assert (kept.version, kept.begins) == (hot.version, False)
        assert position.read(kept.text).digest() == hot.game.digest()


def test_a_game_that_is_refused_opens_at_its_present_position(mended: Party) -> None:
    hot = games.current(mended.table)
    assert (hot.version, hot.begun, hot.path) == (30, 30, ())
    position_text = Snapshot.objects.get(table=mended.table).text
    assert hot.game.position() == position_text
    assert hot.game.names == PEOPLE
    assert hot.game.seed is None


def test_it_goes_on_with_undo_and_survives_being_forgotten_again(mended: Party) -> None:
    text = games.current(mended.table).game.position()
    mended.act(*random_actions()[30:33])
    moves.undo_moves(mended.table, 33, None, mended.guests["Ann"])
    moves.redo_moves(mended.table, 34, mended.guests["Ann"])
    after = games.current(mended.table)
    assert (after.version, after.begun, after.game.length) == (35, 30, 3)
    games.clear()
    again = games.current(mended.table)
    assert again.game.digest() == after.game.digest()
    assert (again.path, again.begun) == (after.path, 30)
    assert games.at_version(mended.table, 30).game.position() == text
    assert games.at_version(mended.table, 34).game.digest() == games.at_version(mended.table, 32).game.digest()


def test_what_was_before_is_not_known_any_more(mended: Party) -> None:
    games.current(mended.table)
    for version in (0, 4, 29):
        with pytest.raises(BadInput, match="fixed"):
            games.at_version(mended.table, version)
    client = browser(mended.guests["Ann"])
    assert client.get(f"/t/{mended.table.key}/at/4/").status_code == 404
    assert client.get(f"/t/{mended.table.key}/").status_code == 200
    with pytest.raises(BadInput):
        moves.undo_moves(mended.table, 30, None, mended.guests["Ann"])


def test_it_is_mended_again(mended: Party) -> None:
    """After a second change the newest start counts."""
    games.current(mended.table)
    mended.act(*random_actions()[30:40])
    Snapshot.objects.filter(table=mended.table, begins=False).update(begins=True)
    games.clear()
    assert (games.current(mended.table).begun, games.current(mended.table).version) == (40, 40)
    assert mended.act(random_actions()[40]).version == 41


def test_a_game_whose_rules_stayed_reads_no_snapshot() -> None:
    hall = open_party()
    hall.act(*random_actions()[:30])
    Snapshot.objects.update(text="nothing")
    games.clear()
    assert games.current(hall.table).game.digest() == digest_after(30)
    assert games.current(hall.table).begun == 0
