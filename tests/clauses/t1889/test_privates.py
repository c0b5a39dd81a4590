"""1889: powers of the privates (PRV), their sale and their closing (PHS, parts about privates)."""

from __future__ import annotations

from typing import Any

import pytest

import tetsudo
from tests.builders import (
    assign_private,
    best_run,
    buy,
    buy_private,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    end_stock_round,
    exchange,
    is_admitted,
    kinds,
    lay,
    lay_private,
    lay_tile,
    operate,
    par,
    pass_times,
    place_marker,
    play,
    private,
    sell,
    set_phase,
    set_treasury,
    start,
    stock_round,
    take_turn,
)
from tetsudo.core.actions import Answer, ExchangePrivate, LayPrivateTile, Pass
from tetsudo.core.events import Income, PresidentChanged
from tetsudo.core.frames import Turn
from tetsudo.engine.rules.flow.stack import replace_top, top_frame
from tetsudo.engine.state.rows import with_value
from tetsudo.game.game import Game


def owner(game: Game, symbol: str) -> int | str | None:
    """The player or company that owns a private; None once it is closed."""
    held = game.privates[symbol].owner
    return None if held is None else getattr(held, "symbol", held.id)


def president(game: Game, symbol: str) -> int | None:
    player = game.companies[symbol].president
    return None if player is None else player.id


def turn_of(
    symbol: str, tokens: list[str], *, name: str = "3", cash: int = 500, step: str = "track", **more: Any
) -> Game:
    """A company of player 0 in its turn, in a phase, with tokens on some hexes; a company of player 1 is next."""
    game = stock_round(4, **more)
    set_phase(game, name)
    start(game, symbol, {0: 60}, cash=cash, tokens=tokens, par=100)
    return operate(game, symbol, step)


def by_private(game: Game, player: int) -> set[str]:
    """The hexes on which a player may lay a private's tile."""
    hexes = game.setup.map.hexes
    return {hexes[each.hex].name for each in game.legal_actions(player) if isinstance(each, LayPrivateTile)}


# A and C: blocked hexes


@pytest.mark.rule("1889-PRV-01", "1889-PRV-06")
@pytest.mark.parametrize(("symbol", "hex_name", "tile_name"), [("TR", "K4", "440"), ("ER", "C4", "12")])
def test_a_players_private_blocks_its_hex(symbol: str, hex_name: str, tile_name: str) -> None:
    game = turn_of("AR", [hex_name])
    assign_private(game, symbol, 0)
    assert clause(game, lay_tile(game, "AR", hex_name, tile_name)) == "1889-TRK-19"
    assign_private(game, symbol, 2)
    assert clause(game, lay_tile(game, "AR", hex_name, tile_name)) == "1889-TRK-19"


@pytest.mark.rule("1889-PRV-01", "1889-PRV-06")
@pytest.mark.parametrize(("symbol", "hex_name", "tile_name"), [("TR", "K4", "440"), ("ER", "C4", "12")])
@pytest.mark.parametrize("owned_by", ["AR", "IR", None])
def test_a_companys_or_closed_private_blocks_nothing(
    symbol: str, hex_name: str, tile_name: str, owned_by: str | None
) -> None:
    game = turn_of("AR", [hex_name])
    assign_private(game, symbol, owned_by)
    assert clause(game, lay_tile(game, "AR", hex_name, tile_name)) == ""


@pytest.mark.rule("1889-PRV-01", "1889-PRV-06")
def test_a_private_blocks_no_other_hex() -> None:
    game = turn_of("AR", ["C4"])
    assign_private(game, "TR", 1)
    assert clause(game, lay_tile(game, "AR", "C4", "12")) == ""
    other = turn_of("AR", ["K4"])
    assign_private(other, "ER", 1)
    assert clause(other, lay_tile(other, "AR", "K4", "440")) == ""


@pytest.mark.rule(
    "1889-PRV-01", "1889-PRV-02", "1889-PRV-06", "1889-PRV-08", "1889-PRV-09", "1889-PRV-10", "1889-PRV-11"
)
@pytest.mark.parametrize(
    ("symbol", "letter", "face", "income"),
    [
        ("TR", "A", 20, 5),
        ("MF", "B", 30, 5),
        ("ER", "C", 40, 10),
        ("SMR", "D", 50, 15),
        ("DR", "E", 60, 15),
        ("SIR", "F", 80, 20),
        ("UTF", "G", 150, 30),
    ],
)
def test_face_values_and_incomes(symbol: str, letter: str, face: int, income: int) -> None:
    game = stock_round()
    assign_private(game, symbol, 3)
    assert game.setup.privates[private(game, symbol)].letter == letter
    assert game.privates[symbol].price == face
    assert [event for event in pass_times(game, 4) if event.kind == "income"] == [
        Income(private(game, symbol), 3, income)
    ]


# B: the port tile


@pytest.mark.rule("1889-PRV-02")
@pytest.mark.parametrize(("hex_name", "rotation"), [("B11", 2), ("G10", 0), ("I12", 1), ("J9", 0)])
def test_the_port_tile_goes_on_a_port(hex_name: str, rotation: int) -> None:
    game = stock_round()
    assign_private(game, "MF", 0)
    game.apply(lay_private(game, 0, "MF", hex_name, "437", rotation))
    assert (game.hex(hex_name).tile, game.hex(hex_name).rotation) == ("437", rotation)


@pytest.mark.rule("1889-PRV-02")
@pytest.mark.parametrize("hex_name", ["J5", "A10", "B9", "B3"])
def test_the_port_tile_goes_nowhere_else(hex_name: str) -> None:
    game = stock_round()
    assign_private(game, "MF", 0)
    assert clause(game, lay_private(game, 0, "MF", hex_name, "437")) == "1889-PRV-02"
    assert by_private(game, 0) == {"B11", "G10", "I12", "J9"}


@pytest.mark.rule("1889-PRV-02")
def test_the_ferry_lays_no_other_tile() -> None:
    game = stock_round()
    assign_private(game, "MF", 0)
    assert clause(game, lay_private(game, 0, "MF", "G10", "58")) == "1889-PRV-02"


@pytest.mark.rule("1889-PRV-02")
def test_only_a_player_who_owns_the_ferry_lays_the_port_tile() -> None:
    game = turn_of("KU", ["C10"])
    assign_private(game, "MF", "KU")
    assert not is_admitted(game, lay_private(game, 0, "MF", "B11", "437", 2))
    assign_private(game, "MF", 0)
    assert is_admitted(game, lay_private(game, 0, "MF", "B11", "437", 2))
    assert not is_admitted(game, lay_private(game, 1, "MF", "B11", "437", 2))


@pytest.mark.rule("1889-PRV-02", "1889-PRV-04")
def test_the_port_tile_is_laid_once() -> None:
    game = stock_round()
    assign_private(game, "MF", 0)
    game.apply(lay_private(game, 0, "MF", "B11", "437", 2))
    assert not is_admitted(game, lay_private(game, 0, "MF", "G10", "437"))
    assert by_private(game, 0) == set()


@pytest.mark.rule("1889-PRV-03")
def test_the_port_tile_pays_30_instead_of_10() -> None:
    game = turn_of("KU", ["C10"], step="run")
    lay(game, "C10", "57", 1)
    copy = game.clone()
    lay(game, "B11", "437", 2)
    lay(copy, "B11", "58", 2)
    for each in (game, copy):
        each.state.trains = with_value(each.state.trains, company(each, "KU"), 1)
        operate(each, "KU", "run")
    assert best_run(game) == 20 + 30
    assert best_run(copy) == 20 + 10


@pytest.mark.rule("1889-PRV-04")
def test_a_company_does_not_lay_the_port_tile() -> None:
    game = turn_of("KU", ["C10"])
    lay(game, "C10", "57", 1)
    assert clause(game, lay_tile(game, "KU", "B11", "437", 2)) == "1889-PRV-04"
    assert clause(game, lay_tile(game, "KU", "B11", "58", 2)) == ""


@pytest.mark.rule("1889-PRV-05")
def test_the_port_tile_goes_on_a_town_without_a_tile_only() -> None:
    game = stock_round()
    assign_private(game, "MF", 0)
    lay(game, "B11", "58", 2)
    assert not is_admitted(game, lay_private(game, 0, "MF", "B11", "437", 2))
    assert by_private(game, 0) == {"G10", "I12", "J9"}


@pytest.mark.rule("1889-PRV-05")
def test_the_port_tile_may_be_laid_in_a_stock_round_out_of_turn_and_without_connection() -> None:
    game = stock_round(player=1)
    assign_private(game, "MF", 0)
    cash = game.players[0].cash
    game.apply(lay_private(game, 0, "MF", "G10", "437"))
    assert game.to_act.player == 1
    assert game.players[0].cash == cash
    assert owner(game, "MF") == 0


@pytest.mark.rule("1889-PRV-05")
@pytest.mark.parametrize("step", ["track", "token", "trains"])
def test_the_port_tile_may_be_laid_at_any_step_of_a_turn_of_its_owners_company(step: str) -> None:
    game = turn_of("AR", ["K8"], step=step)
    assign_private(game, "MF", 0)
    laid = lay_tile(game, "AR", "K8", "5", 1)
    game.apply(lay_private(game, 0, "MF", "G10", "437"))
    assert game.to_act.company == company(game, "AR")
    if step == "track":
        assert is_admitted(game, laid)  # the company's own lay is still available


def test_on_18xx_games_the_port_tile_is_laid_in_the_track_step_only() -> None:
    """In a turn of one of the owner's companies. Between turns and in stock rounds the rules are the same as here."""
    for step, legal in (("track", True), ("token", False), ("trains", False)):
        game = turn_of("AR", ["K8"], variants=["18xx.games"], step=step)
        assign_private(game, "MF", 0)
        laid = lay_private(game, 0, "MF", "G10", "437")
        assert is_admitted(game, laid)  # no action yet: between turns
        replace_top(game.state, top_frame(game.state, Turn).replaced(begun=1))
        assert is_admitted(game, laid) == legal
    game = stock_round(player=1, variants=["18xx.games"])
    assign_private(game, "MF", 0)
    assert is_admitted(game, lay_private(game, 0, "MF", "G10", "437"))


def test_on_18xx_games_the_track_step_waits_for_the_port_tile() -> None:
    game = turn_of("AR", ["K8"], variants=["18xx.games"])
    assign_private(game, "MF", 0)
    play(game, lay_tile(game, "AR", "K8", "5", 1))
    assert game.to_act.doing == "track"
    play(game, lay_private(game, 0, "MF", "G10", "437"))
    assert game.to_act.doing != "track"


def test_the_beginners_ferry_has_no_port_tile_on_18xx_games_either() -> None:
    for variants in (["beginner"], ["beginner", "18xx.games"]):
        game = tetsudo.new("1889", list("abcdef"), variants=variants)
        assert game.setup.privates[private(game, "MF")].powers == ()


@pytest.mark.rule("1889-PRV-05")
def test_the_port_tile_is_not_laid_in_the_turn_of_another_players_company() -> None:
    game = turn_of("AR", ["K8"])
    assign_private(game, "MF", 1)
    assert clause(game, lay_private(game, 1, "MF", "G10", "437")) == ""  # between two turns
    game.apply(lay_tile(game, "AR", "K8", "5", 1))
    assert clause(game, lay_private(game, 1, "MF", "G10", "437")) == "1889-PRV-05"


# C: the free upgrade of Ozu


def ehime_sold() -> Game:
    """AR (player 0) has just bought Ehime from player 1."""
    game = turn_of("AR", ["K8"], cash=100)
    assign_private(game, "ER", 1)
    play(game, buy_private(game, 0, "AR", "ER", 40), Answer(1, 1))
    return game


@pytest.mark.rule("1889-PRV-07")
def test_the_seller_of_ehime_may_upgrade_ozu_at_once() -> None:
    game = ehime_sold()
    assert game.to_act.player == 1
    green = {
        (game.setup.tiles[each.tile].name, each.rotation)
        for each in game.legal_actions()
        if isinstance(each, LayPrivateTile)
    }
    assert green == {  # side 3 is the edge of the map
        ("12", 0), ("13", 0), ("14", 1), ("15", 5), ("205", 1), ("205", 5), ("206", 2), ("206", 5),
    }  # fmt: skip
    assert clause(game, lay_private(game, 1, "ER", "C4", "6", 0)) == "1889-PRV-02"
    assert not is_admitted(game, lay_tile(game, "AR", "K8", "5", 1))
    game.apply(lay_private(game, 1, "ER", "C4", "12", 0))
    assert game.hex("C4").tile == "12"


@pytest.mark.rule("1889-PRV-07")
def test_the_free_upgrade_costs_nothing_and_leaves_the_company_its_own_lay() -> None:
    game = ehime_sold()
    game.apply(lay_private(game, 1, "ER", "C4", "12", 0))
    assert game.to_act == (0, company(game, "AR"), "track")
    assert (game.players[1].cash, game.companies["AR"].cash) == (460, 60)
    assert clause(game, lay_tile(game, "AR", "K8", "5", 1)) == ""


@pytest.mark.rule("1889-PRV-07")
def test_the_free_upgrade_is_optional_and_comes_only_at_once() -> None:
    game = ehime_sold()
    game.apply(Pass(1))
    assert game.hex("C4").tile is None
    assert game.to_act == (0, company(game, "AR"), "track")
    assert clause(game, lay_private(game, 1, "ER", "C4", "12", 0)) == "1889-PRV-07"


@pytest.mark.rule("1889-PRV-07")
def test_only_the_seller_of_ehime_is_asked() -> None:
    game = ehime_sold()
    for other in (0, 2):
        assert code(game, Pass(other)) == "not_your_turn"
        assert code(game, lay_private(game, other, "ER", "C4", "12", 0)) == "not_your_turn"


@pytest.mark.rule("1889-PRV-07")
def test_before_ehime_is_sold_nobody_has_the_free_upgrade() -> None:
    game = turn_of("AR", ["K8"])
    assign_private(game, "ER", 0)
    assert clause(game, lay_private(game, 0, "ER", "C4", "12", 0)) == "1889-PRV-07"


@pytest.mark.rule("1889-PRV-07")
def test_a_president_who_sells_ehime_to_his_own_company_is_the_seller() -> None:
    game = turn_of("AR", ["K8"], cash=100)
    assign_private(game, "ER", 0)
    game.apply(buy_private(game, 0, "AR", "ER", 20))
    assert game.to_act.player == 0
    game.apply(lay_private(game, 0, "ER", "C4", "206", 2))
    assert game.hex("C4").tile == "206"


# D: mountains


def at_a_mountain(cash: int) -> Game:
    """IR, with a city in E2, may lay on the mountain hex E4."""
    game = turn_of("IR", ["E2"], cash=cash)
    lay(game, "E2", "5", 0)
    return game


@pytest.mark.rule("1889-PRV-08")
@pytest.mark.parametrize(("owned_by", "left"), [("IR", 100), (0, 20), ("AR", 20), (None, 20)])
def test_a_company_that_owns_besshi_ignores_mountain_costs(owned_by: str | int | None, left: int) -> None:
    game = at_a_mountain(100)
    assign_private(game, "SMR", owned_by)
    game.apply(lay_tile(game, "IR", "E4", "9", 0))
    assert game.companies["IR"].cash == left


@pytest.mark.rule("1889-PRV-08")
def test_without_besshi_the_mountain_must_be_paid() -> None:
    game = at_a_mountain(79)
    assert clause(game, lay_tile(game, "IR", "E4", "9", 0)) == "1889-TRK-18"
    assign_private(game, "SMR", "IR")
    assert clause(game, lay_tile(game, "IR", "E4", "9", 0)) == ""


@pytest.mark.rule("1889-PRV-08")
@pytest.mark.parametrize(
    ("hex_name", "rotation", "from_hex", "city_rotation"), [("H5", 2, "G4", 5), ("K6", 0, "K8", 3)]
)
def test_rivers_are_paid_even_with_besshi(hex_name: str, rotation: int, from_hex: str, city_rotation: int) -> None:
    game = turn_of("IR", [from_hex], cash=100)
    assign_private(game, "SMR", "IR")
    lay(game, from_hex, "5", city_rotation)
    game.apply(lay_tile(game, "IR", hex_name, "9", rotation))
    assert game.companies["IR"].cash == 20


@pytest.mark.rule("1889-PRV-08")
def test_urban_costs_are_paid_even_with_besshi() -> None:
    game = turn_of("IR", ["I2"], cash=100)
    assign_private(game, "SMR", "IR")
    lay(game, "I2", "5", 5)
    game.apply(lay_tile(game, "IR", "I4", "438", 3))
    assert game.companies["IR"].cash == 20


# E: exchange for a share of Iyo


@pytest.mark.rule("1889-PRV-09")
def test_dogo_is_closed_for_an_iyo_share() -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 40}, floated=False)
    cash, bank = game.players[0].cash, game.view().bank
    game.apply(exchange(game, 0))
    assert owner(game, "DR") is None
    assert game.privates["DR"].is_closed
    assert game.players[0].shares == {"IR": 10}
    assert game.players[0].cash == cash
    assert game.view().bank == bank - 1000  # five tenths are sold: Iyo floats
    assert game.companies["IR"].is_floated
    assert not is_admitted(game, exchange(game, 0))


@pytest.mark.rule("1889-PRV-09")
def test_the_exchange_is_not_the_purchase_of_the_turn() -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 50})
    game.apply(exchange(game, 0))
    assert game.to_act.player == 0
    assert clause(game, buy(game, 0, "IR")) == ""
    other = stock_round(2, cash=1000)
    assign_private(other, "DR", 0)
    start(other, "IR", {1: 50, 0: 10})
    other.apply(buy(other, 0, "IR"))
    assert clause(other, exchange(other, 0)) == ""


@pytest.mark.rule("1889-PRV-09")
def test_the_exchange_is_possible_out_of_turn_and_moves_neither_turn_nor_priority() -> None:
    game = stock_round(3, player=0)
    assign_private(game, "DR", 2)
    start(game, "IR", {1: 50})
    play(game, Pass(0), exchange(game, 2))
    assert game.to_act.player == 1
    play(game, Pass(1), Pass(2))
    assert game.state.priority == 0


@pytest.mark.rule("1889-PRV-09")
def test_the_exchange_is_possible_before_iyo_is_started_and_worth_nothing_until_then() -> None:
    game = stock_round(cash=1000)
    assign_private(game, "DR", 0)
    game.apply(exchange(game, 0))
    assert game.players[0].shares == {"IR": 10}
    assert game.players[0].certificates == 1
    assert game.players[0].worth == 1000
    assert president(game, "IR") is None
    assert game.companies["IR"].in_offering == 90
    assert not is_admitted(game, sell(game, 0, "IR"))
    pass_times(game, 1)
    take_turn(game, par(game, 1, "IR", 80))
    assert president(game, "IR") == 1
    assert game.players[0].worth == 1080
    assert game.companies["IR"].in_offering == 70


@pytest.mark.rule("1889-PRV-09")
@pytest.mark.parametrize(("variants", "reason"), [((), "exchange_when"), (("18xx.games",), "")])
def test_the_exchange_in_another_players_company_turn(variants: tuple[str, ...], reason: str) -> None:
    """By the rulebook, in the turns of the owner's companies and between turns; on 18xx.games at any time."""
    game = stock_round(3, variants=variants)
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 50}, par=80)
    start(game, "AR", {1: 50}, par=90, cash=1000)
    operate(game, "AR")
    assert code(game, exchange(game, 0)) == "", "between turns"
    for step in ("track", "trains"):
        operate(game, "AR", step)
        replace_top(game.state, top_frame(game.state, Turn).replaced(begun=1))
        assert code(game, exchange(game, 0)) == reason
        assert is_admitted(game, exchange(game, 0)) == (not reason)
    if not reason:
        play(game, exchange(game, 0))
        assert game.players[0].shares == {"IR": 10}
        assert (game.to_act.player, game.to_act.doing) == (1, "trains")


@pytest.mark.rule("1889-PRV-09")
def test_on_18xx_games_too_the_exchange_waits_until_an_offer_is_answered() -> None:
    game = stock_round(3, variants=["18xx.games"], offers="ask")
    assign_private(game, "DR", 0)
    assign_private(game, "SMR", 2)
    start(game, "AR", {1: 50}, par=90, cash=1000)
    set_phase(game, "3")
    operate(game, "AR")
    play(game, buy_private(game, 1, "AR", "SMR", 50))
    assert game.to_act.doing == "offer"
    assert not is_admitted(game, exchange(game, 0))


@pytest.mark.rule("1889-PRV-09")
def test_the_exchange_may_make_its_player_president() -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 20, 0: 20}, floated=False)
    events = game.apply(exchange(game, 0))
    assert PresidentChanged(0, company(game, "IR")) in events
    assert game.players[0].shares == {"IR": 30}
    assert game.players[1].shares == {"IR": 20}
    assert game.players[0].certificates == 2


@pytest.mark.rule("1889-PRV-09")
@pytest.mark.parametrize(("cell", "forbidden"), [((0, 3), "1889-BUY-17"), ((7, 0), "1889-BUY-17"), ((8, 0), "")])
def test_the_exchange_heeds_the_60_percent_limit(cell: tuple[int, int], forbidden: str) -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    start(game, "IR", {0: 60})
    place_marker(game, "IR", cell)
    assert clause(game, exchange(game, 0)) == forbidden


@pytest.mark.rule("1889-PRV-09")
def test_the_exchange_is_possible_at_the_certificate_limit() -> None:
    game = stock_round(certificate_limit=5)
    assign_private(game, "DR", 0)
    start(game, "AR", {0: 50})
    assert game.players[0].certificates == 5
    game.apply(exchange(game, 0))
    assert game.players[0].certificates == 5


@pytest.mark.rule("1889-PRV-09")
def test_the_share_comes_from_the_offering_only() -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    start(game, "IR", {1: 60, 2: 30}, market=10)
    assert clause(game, exchange(game, 0)) == "1889-PRV-09"
    assert clause(game, exchange(game, 0, source="market")) == "1889-PRV-09"


@pytest.mark.rule("1889-PRV-09")
def test_dogo_is_exchanged_for_no_other_company_and_no_other_private_is_exchanged() -> None:
    game = stock_round()
    assign_private(game, "DR", 0)
    assign_private(game, "SIR", 0)
    start(game, "AR", {1: 50})
    assert clause(game, exchange(game, 0, for_company="AR")) == "1889-PRV-09"
    assert not is_admitted(game, exchange(game, 0, symbol="SIR"))


@pytest.mark.rule("1889-PRV-09")
def test_only_a_player_who_owns_dogo_exchanges_it() -> None:
    game = stock_round()
    start(game, "AR", {0: 50})
    assign_private(game, "DR", "AR")
    assert not is_admitted(game, exchange(game, 0))
    assign_private(game, "DR", 1)
    assert not is_admitted(game, exchange(game, 0))
    assert is_admitted(game, exchange(game, 1))


@pytest.mark.rule("1889-PRV-09")
def test_in_an_operating_round_the_exchange_is_possible_between_turns_and_in_own_turns() -> None:
    game = turn_of("AR", ["K8"])
    assign_private(game, "DR", 1)
    assert clause(game, exchange(game, 1)) == ""
    game.apply(lay_tile(game, "AR", "K8", "5", 1))
    assert clause(game, exchange(game, 1)) == "1889-PRV-09"
    assign_private(game, "DR", 0)
    assert clause(game, exchange(game, 0)) == ""


@pytest.mark.rule("1889-PRV-09")
def test_iyo_floated_by_an_exchange_in_an_operating_round_waits_for_the_next() -> None:
    game = turn_of("AR", ["K8"], cash=0)
    assign_private(game, "DR", 1)
    start(game, "IR", {1: 40}, floated=False)
    game.apply(exchange(game, 1))
    assert game.companies["IR"].is_floated
    assert game.companies["IR"].cash == 1000
    events = pass_times(game, 1)
    assert "stock_round_began" in kinds(events)


# F and G


@pytest.mark.rule("1889-PRV-10")
def test_south_iyo_has_no_ability() -> None:
    game = stock_round(cash=1000)
    assign_private(game, "SIR", 1)
    assert game.legal_actions(1) == []
    assert not any(isinstance(each, ExchangePrivate | LayPrivateTile) for each in game.legal_actions())
    assert game.setup.privates[private(game, "SIR")].powers == ()


def first_five_train(**owners: int | str) -> Game:
    """AR (player 0) buys the first 5-train; `owners`: of privates."""
    game = turn_of("AR", ["K8"], name="4", cash=450, step="trains")
    empty_depot(game, "2", "3", "4")
    for symbol, each in owners.items():
        assign_private(game, symbol, each)
    operate(game, "AR", "trains")
    game.apply(buy_train(game, "AR", "5"))
    assert game.view().phase == "5"
    return game


@pytest.mark.rule("1889-PHS-13")
def test_the_first_5_train_closes_privates_of_players_and_companies() -> None:
    game = first_five_train(TR=0, MF=1, ER="AR", SMR="AR", DR=3, SIR=2)
    assert [owner(game, symbol) for symbol in game.privates] == [None] * 7
    assert [event.kind for event in game.latest_events].count("private_closed") == 6
    assert game.players[0].privates == ()
    assert game.companies["AR"].privates == ()


@pytest.mark.rule("1889-PHS-13")
def test_no_earlier_train_closes_privates() -> None:
    game = turn_of("AR", ["K8"], name="3", cash=900, step="trains")
    assign_private(game, "SIR", 1)
    empty_depot(game, "2", "3")
    operate(game, "AR", "trains")
    game.apply(buy_train(game, "AR", "4"))
    assert game.view().phase == "4"
    assert owner(game, "SIR") == 1


@pytest.mark.rule("1889-PHS-13", "1889-PRV-11")
def test_a_players_uno_takamatsu_ferry_stays_and_pays_50() -> None:
    game = first_five_train(UTF=2, SIR=2)
    assert (owner(game, "UTF"), owner(game, "SIR")) == (2, None)
    events = [event for event in end_stock_round(game) if event.kind == "income"]
    assert events[0] == Income(private(game, "UTF"), 2, 50)
    assert game.players[2].cash == 420 + 50 * len(events)


@pytest.mark.rule("1889-PRV-11")
@pytest.mark.parametrize("name", ["2", "3", "4"])
def test_before_phase_5_the_ferry_pays_30(name: str) -> None:
    game = stock_round()
    set_phase(game, name)
    assign_private(game, "UTF", 0)
    events = [event for event in pass_times(game, 4) if event.kind == "income"]
    assert {event.price for event in events} == {30}


@pytest.mark.rule("1889-PHS-13", "1889-PRV-11")
def test_a_companys_uno_takamatsu_ferry_closes() -> None:
    game = first_five_train(UTF="AR")
    assert owner(game, "UTF") is None


@pytest.mark.rule("1889-PRV-12")
def test_the_ferry_that_stayed_is_not_sold_to_a_company() -> None:
    game = first_five_train(UTF=0)
    set_treasury(game, "AR", 500)
    operate(game, "AR")
    assert clause(game, buy_private(game, 0, "AR", "UTF", 150)) == "1889-PBY-01"
    set_phase(game, "4")  # even if companies could buy privates
    assert not is_admitted(game, buy_private(game, 0, "AR", "UTF", 150))
    assign_private(game, "SIR", 0)
    assert is_admitted(game, buy_private(game, 0, "AR", "SIR", 80))


@pytest.mark.rule("1889-PRV-13")
def test_the_ferry_that_stayed_counts_as_a_certificate() -> None:
    game = first_five_train(UTF=2, SIR=2)
    assert game.players[2].certificates == 1


@pytest.mark.rule("1889-PRV-14")
def test_the_ferry_that_stayed_is_worth_150_in_the_end() -> None:
    game = first_five_train(UTF=2)
    assert game.players[2].worth == game.players[2].cash + 150
    game.state.ended = 1
    result = game.result()
    assert result is not None
    assert result["P2"] == 420 + 150


def test_house_rule_privates_do_not_count_in_the_end() -> None:
    game = stock_round(final_privates=False)
    assign_private(game, "UTF", 2)
    assert game.players[2].worth == 420


# Selling privates to companies


@pytest.mark.rule("1889-PHS-12")
@pytest.mark.parametrize(
    ("name", "forbidden"),
    [("2", "1889-PBY-01"), ("3", ""), ("4", ""), ("5", "1889-PBY-01"), ("6", "1889-PBY-01"), ("D", "1889-PBY-01")],
)
def test_companies_buy_privates_in_phases_3_and_4_only(name: str, forbidden: str) -> None:
    game = turn_of("AR", ["K8"], name=name)
    assign_private(game, "UTF", 1)
    assert clause(game, buy_private(game, 0, "AR", "UTF", 150)) == forbidden


def test_a_bought_private_pays_the_company_and_not_the_player() -> None:
    game = turn_of("AR", ["K8"], cash=40)
    assign_private(game, "SIR", 0)
    game.apply(buy_private(game, 0, "AR", "SIR", 40))
    assert owner(game, "SIR") == "AR"
    assert (game.players[0].cash, game.companies["AR"].cash) == (460, 0)
    assert game.players[0].certificates == 5
