"""Keys of powers that our titles use with one value only, tested with changed data."""

from __future__ import annotations

import pytest

from tests import builders
from tests.builders import (
    assign_private,
    buy_train,
    empty_depot,
    lay,
    lay_tile,
    operate,
    play,
    set_phase,
    start,
    stock_round,
)
from tests.titles.renaming import replaced_file, title_copy
from tetsudo.core.actions import LayPrivateTile
from tetsudo.engine.rules.privates.income import pay_privates
from tetsudo.game.game import Game
from tetsudo.titles import setup_builder
from tetsudo.titles.data import power_registry
from tetsudo.titles.t1890.powers import PaysOnce


def play_with(patch: pytest.MonkeyPatch, **changes: tuple[str, str]) -> None:
    """Let tables of this test play 1889 with text replacements in its files."""
    raws = {f"{file}.toml": replaced_file("1889", f"{file}.toml", change) for file, change in changes.items()}
    title = title_copy(patch, "1889", raws)
    patch.setattr(builders, "setup", lambda _, players, **more: setup_builder.build_setup(title, "", (), players, ()))


@pytest.mark.parametrize(("cost", "owner", "left"), [(0, "IR", 100), (30, "IR", 70), (90, "IR", 20), (30, "AR", 20)])
def test_a_terrain_discount_leaves_its_cost_to_pay(
    monkeypatch: pytest.MonkeyPatch, cost: int, owner: str, left: int
) -> None:
    """The mountain E4 costs 80; a discount never makes it more expensive."""
    play_with(monkeypatch, companies=("cost = 0 }", f"cost = {cost} }}"))
    game = stock_round(4)
    set_phase(game, "3")
    start(game, "IR", {0: 60}, cash=100, tokens=["E2"], par=100)
    operate(game, "IR")
    lay(game, "E2", "5", 0)
    assign_private(game, "SMR", owner)
    game.apply(lay_tile(game, "IR", "E4", "9", 0))
    assert game.companies["IR"].cash == left


def first_4_sold() -> Game:
    """The first 4-train is bought while player 2 owns the ferry."""
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=2000)
    empty_depot(game, "2", "3")
    assign_private(game, "UTF", 2)
    operate(game, "AR", "trains")
    play(game, buy_train(game, "AR", "4"))
    return game


@pytest.mark.parametrize(("stays_from", "owned"), [("4", ("UTF",)), ("5", ())])
def test_a_private_stays_from_its_phase_on(
    monkeypatch: pytest.MonkeyPatch, stays_from: str, owned: tuple[str, ...]
) -> None:
    """Privates close in phases 4 and 5: one that stays open from phase 5 closes in phase 4."""
    play_with(
        monkeypatch,
        title=('trigger = "4", sells_privates', 'trigger = "4", closes_privates'),
        companies=('phase = "5", income = 50', f'phase = "{stays_from}", income = 50'),
    )
    assert first_4_sold().players[2].privates == owned


@pytest.mark.parametrize(("owner", "first", "later"), [(1, 60, 20), ("AR", 20, 20)])
def test_a_private_that_pays_once_pays_a_player_more(
    monkeypatch: pytest.MonkeyPatch, owner: int | str, first: int, later: int
) -> None:
    known = power_registry.kinds_of
    monkeypatch.setattr(power_registry, "kinds_of", lambda title: {**known(title), PaysOnce.kind: PaysOnce})
    power = 'powers = [{ kind = "pays_once", owner = "player", phase = "3", income = 60 }]'
    play_with(monkeypatch, companies=("income = 20\n", f"income = 20\n{power}\n"))
    game = stock_round()
    set_phase(game, "3")
    start(game, "AR", {0: 60}, cash=0)
    assign_private(game, "SIR", owner)
    for amount in (first, later):
        before = sum(game.state.cash[:-1])
        pay_privates(game.ruleset, game.state, [])
        assert sum(game.state.cash[:-1]) - before == amount


def test_a_private_lays_two_tiles_at_once_as_often_as_data_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are four of its tile."""
    together = ('B11 G10 I12 J9", uses = 1 }', 'B11 G10 I12 J9", uses = 2, together = 2 }')
    play_with(monkeypatch, companies=together, tiles=("437 = { count = 1", "437 = { count = 4"))
    game = stock_round(4)
    assign_private(game, "MF", 0)
    for hex, doing in (("B11", "free lay"), ("G10", "stock"), ("I12", "free lay"), ("J9", "stock")):
        play(game, next(each for each in lays_of_privates(game) if game.setup.map.hexes[each.hex].name == hex))
        assert game.to_act.doing == doing
    assert not lays_of_privates(game)


def lays_of_privates(game: Game) -> list[LayPrivateTile]:
    return [each for each in game.legal_actions(0) if isinstance(each, LayPrivateTile)]
