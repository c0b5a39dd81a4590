"""Privates of 1890: income, sales to companies, blocked hexes, Arima, Hankai, Osaka's tramway (10.2, 10.9, 8.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    buy_private,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    end_stock_round,
    hex_id,
    is_admitted,
    kinds,
    lay,
    lay_private,
    lay_tile,
    lays_on,
    leave_in_depot,
    operate,
    play,
    private,
    set_phase,
    skip_company_turn,
    start,
    token,
)
from tests.clauses.t1890.tables import assign_minor, join_akashi, table
from tetsudo.core.actions import Answer, BuyPrivate, LayPrivateTile, LayTile, Pass
from tetsudo.core.events import Event, TerrainPaid, data
from tetsudo.engine.rules.powers import lays_tile
from tetsudo.engine.rules.rounds.operating.lay_track import closed_hexes
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.state.ownership import give_private, move_train
from tetsudo.engine.state.state import DEPOT, DISCARDED, bank_of, move_cash, record_run
from tetsudo.game import position
from tetsudo.game.game import Game


def incomes(game: Game, events: list[Event]) -> list[tuple[str, Any, Any]]:
    """Private, owner and amount of each payment at the start of a round."""
    paid = [data(each) for each in events if each.kind == "income"]
    return [(symbol_of(game, each["private"]), each["owner"], each["price"]) for each in paid]


def symbol_of(game: Game, number: Any) -> str:
    """The symbol of a private."""
    return game.setup.privates[number].symbol


def owner(game: Game, symbol: str) -> int | str | None:
    """The owner of a private: a player, a company by symbol, or None once it is closed."""
    number = game.state.privates[private(game, symbol)]
    if number < 0:
        return None
    return number if number < game.state.players else game.setup.companies[number - game.state.players].symbol


# Income


@pytest.mark.rule("1890-10.2-a", "1890-10.2-b")
def test_each_private_pays_its_owner_player_or_company() -> None:
    game = table("C", "2")
    start(game, "SY", {0: 60}, cash=10)
    assign_private(game, "KT", 1)
    assign_private(game, "HT", "SY")
    events = end_stock_round(game)
    assert incomes(game, events) == [("KT", 1, 10), ("HT", 4 + company(game, "SY"), 20)]
    assert (game.players[1].cash, game.companies["SY"].cash) == (510, 30)


@pytest.mark.rule("1890-10.2-a")
def test_one_that_the_bank_has_pays_nobody() -> None:
    game = table("C")
    start(game, "SY", {0: 60})
    give_private(game.state, private(game, "SB"), bank_of(game.state))
    assert incomes(game, end_stock_round(game)) == []


@pytest.mark.rule(
    "1890-C.8.1-m", "1890-C.8.1-c", "1890-C.8.1-d", "1890-A.8.1-e", "1890-A.8.1-f", "1890-A.8.1-h", "1890-B.8-c"
)
@pytest.mark.parametrize(
    ("scenario", "expected"),
    [
        ("A", {"AR": 5, "KT": 10, "KS": 15, "HT": 20, "OM": 30}),
        ("B", {"AR": 5, "KT": 10, "HT": 20, "OM": 30, "KS": 25}),
        ("C", {"AR": 5, "KT": 10, "HN": 15, "HT": 20, "KS": 25, "OM": 40}),
        ("D", {"AR": 5, "KT": 10, "HN": 15, "HT": 20, "KS": 25, "OM": 40}),
    ],
)
def test_what_each_pays(scenario: str, expected: dict[str, int]) -> None:
    game = table(scenario)
    start(game, "SY", {0: 20}, floated=True)
    for symbol in expected:
        assign_private(game, symbol, 1)
    paid = {symbol: amount for symbol, _, amount in incomes(game, end_stock_round(game))}
    assert paid == expected


# Sales to companies


def buying(in_phase: str = "2", *, owner: int = 1, cash: int = 500) -> Game:
    """Sanyo, with player 0 as president, may buy Kobe Tramway (40)."""
    game = table("C", in_phase)
    start(game, "SY", {0: 60}, cash=cash)
    assign_private(game, "KT", owner)
    return game


@pytest.mark.rule("1890-10.9-c", "1890-10.9-d")
@pytest.mark.parametrize(("price", "refused"), [(19, "1890-10.9-c"), (20, ""), (80, ""), (81, "1890-10.9-c")])
def test_half_to_double_the_face_value(price: int, refused: str) -> None:
    game = operate(buying(), "SY")
    assert clause(game, buy_private(game, 0, "SY", "KT", price)) == refused


@pytest.mark.rule("1890-10.9-c", "1890-A.8.1-a", "1890-A.8-c", "1890-B.8-c")
@pytest.mark.parametrize("scenario", ["A", "B"])
def test_half_to_double_for_osaka_municipal_which_costs_120_in_the_small_scenarios(scenario: str) -> None:
    game = table(scenario, "2")
    start(game, "SY", {0: 60}, cash=300)
    assign_private(game, "OM", 0)
    operate(game, "SY")
    asked = {price: clause(game, buy_private(game, 0, "SY", "OM", price)) for price in (59, 60, 240, 241)}
    assert asked == {59: "1890-10.9-c", 60: "", 240: "", 241: "1890-10.9-c"}


@pytest.mark.rule("1890-10.9-d")
def test_no_more_than_the_treasury_has() -> None:
    game = operate(buying(cash=79), "SY")
    assert clause(game, buy_private(game, 0, "SY", "KT", 80)) == "1890-10.9-d"
    assert code(game, buy_private(game, 0, "SY", "KT", 79)) == ""


@pytest.mark.rule("1890-10.9-a", "1890-10.9-d", "1890-10.9-e")
def test_another_owner_must_agree_and_is_paid() -> None:
    game = operate(buying(), "SY")
    play(game, buy_private(game, 0, "SY", "KT", 60))
    assert (game.to_act.player, game.to_act.doing) == (1, "offer")
    play(game, Answer(1, 1))
    assert owner(game, "KT") == "SY"
    assert (game.companies["SY"].cash, game.players[1].cash) == (440, 560)


@pytest.mark.rule("1890-10.9-a", "1890-10.9-e")
def test_the_president_who_sells_is_not_asked() -> None:
    game = operate(buying(owner=0), "SY")
    play(game, buy_private(game, 0, "SY", "KT", 60))
    assert (owner(game, "KT"), game.players[0].cash) == ("SY", 560)


@pytest.mark.rule("1890-10.9-h", "1890-10.3-h")
def test_minors_buy_no_privates() -> None:
    game = table("C", "2")
    assign_minor(game, "KER", 0, cash=500)
    assign_private(game, "KT", 0)
    operate(game, "KER")
    assert clause(game, buy_private(game, 0, "KER", "KT", 40)) == "1890-10.9-h"


@pytest.mark.rule("1890-10.9-b")
def test_late_privates_are_no_companys() -> None:
    game = table("C", "2")
    start(game, "SY", {0: 60}, cash=1000)
    for symbol in ("KF", "KR", "KO", "SB"):
        assign_private(game, symbol, 0)
        assert code(operate(game, "SY"), buy_private(game, 0, "SY", symbol, 300)) == "private_never_sold"


@pytest.mark.rule("1890-10.3-h")
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains", "privates"])
def test_at_any_moment_of_the_companys_turn(step: str) -> None:
    game = buying()
    join_akashi(game)
    assign_train(game, "SY", "2")
    game.state.revenue = 50 if step == "dividend" else 0
    operate(game, "SY", step, settle=False)
    assert is_admitted(game, buy_private(game, 0, "SY", "KT", 40))


@pytest.mark.rule("1890-10.3-h")
def test_also_after_the_train_that_begins_phase_two_but_not_after_the_turn() -> None:
    game = buying("1")
    empty_depot(game, "2", "2+2")
    start(game, "HK", {2: 60}, cell=(5, 4))
    operate(game, "SY", "trains")
    assert clause(game, buy_private(game, 0, "SY", "KT", 40)) == "1890-5-p"
    play(game, buy_train(game, "SY", "3"))
    assert is_admitted(game, buy_private(game, 0, "SY", "KT", 40))
    while game.to_act.company == company(game, "SY"):
        play(game, Pass(0))
    assert not game.is_legal(BuyPrivate(0, company(game, "SY"), private(game, "KT"), 40))


# Blocked hexes

BLOCKED = {
    "A": {"AR": "D7", "KT": "F5", "KS": "B17", "OM": "G12"},
    "B": {"AR": "D7", "KT": "F5", "KS": "B17 B19", "OM": "G12 H13"},
    "C": {"AR": "D7", "KT": "F5", "HN": "I12 J11", "KS": "B17 B19", "OM": "G12 H11 H13"},
}
BLOCKED["D"] = BLOCKED["C"]


def blocked(game: Game) -> set[str]:
    """The hexes that are currently blocked."""
    return {game.setup.map.hexes[hex].name for hex in closed_hexes(game.ruleset, game.state, ())}


@pytest.mark.rule("1890-10.3.1.2-d", "1890-10.3.1.2-e", "1890-A.8.1-b", "1890-C.8.1-a", "1890-7.4-a")
@pytest.mark.parametrize("scenario", "ABCD")
def test_hexes_are_blocked_while_a_private_is_unsold_or_a_players(scenario: str) -> None:
    game = table(scenario)
    start(game, "SY", {0: 60})
    assert blocked(game) == set(), "all privates are closed"
    for symbol, hexes in BLOCKED[scenario].items():
        give_private(game.state, private(game, symbol), bank_of(game.state))
        assert blocked(game) == set(hexes.split())
        assign_private(game, symbol, 1)
        assert blocked(game) == set(hexes.split())
        assign_private(game, symbol, "SY")
        assert blocked(game) == set()
        assign_private(game, symbol, None)


@pytest.mark.rule("1890-10.3.1.2-d", "1890-10.3.1.2-b")
def test_no_tile_goes_on_a_blocked_hex_but_track_may_lead_to_it() -> None:
    game = table("C", "2")
    assign_private(game, "KT", 1)
    start(game, "SY", {0: 60}, cash=500)
    operate(game, "SY")
    assert ("57", 1) in lays_on(game, "SY", "F3"), "its eastern end leads to Kobe"
    join_akashi(game)
    operate(game, "SY")
    assert lays_on(game, "SY", "F5") == set()
    assert clause(game, lay_tile(game, "SY", "F5", "820")) == "1890-10.3.1.2-d"
    assign_private(game, "KT", "SY")
    assert lays_on(game, "SY", "F5") != set()


# Arima


def arima(owner: int | str = "SY", *, scenario: str = "A", in_phase: str = "2", cash: int = 100) -> Game:
    """Arima Railway belongs to Sanyo, at Akashi, far from Arima."""
    game = table(scenario, in_phase)
    start(game, "SY", {0: 60}, cash=cash)
    assign_private(game, "AR", owner)
    return operate(game, "SY")


@pytest.mark.rule("1890-A.8.1-c", "1890-C.8.1-b")
@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_the_company_lays_one_more_tile_in_arima_without_connection(scenario: str) -> None:
    game = arima(scenario=scenario)
    play(game, lay_private(game, 0, "AR", "D7", "4", 1))
    assert game.to_act.doing == "track", "its tile of the turn is still to be laid"
    assert lays_on(game, "SY", "F3") != set()
    assert clause(game, lay_private(game, 0, "AR", "D7", "58", 1)) == "1890-A.8.1-c"


@pytest.mark.parametrize(
    ("cash", "beyond", "refused"), [(39, 39, "private_lay_cost"), (40, 39, "private_home_cost"), (40, 40, "")]
)
def test_a_private_that_pays_for_its_tile_needs_the_money_that_no_home_tile_waits_for(
    monkeypatch: pytest.MonkeyPatch, cash: int, beyond: int, refused: str
) -> None:
    """Arima is free; here its hex costs 40, and the company has `beyond` left after reserving the cost of a home
    tile."""
    monkeypatch.setattr(lays_tile, "cost_to_lay", lambda *_: 40)
    monkeypatch.setattr(lays_tile, "spendable_on_lay", lambda *_: beyond)
    game = arima(cash=cash)
    action = lay_private(game, 0, "AR", "D7", "4", 1)
    free = game.clone()
    assert code(game, action) == refused
    if not refused:
        events = play(game, action)
        assert TerrainPaid(company(game, "SY"), hex_id(game, "D7"), 40) in events
        assert game.companies["SY"].cash == 0
    monkeypatch.setattr(lays_tile, "spendable_on_lay", lambda *_: -1)
    for power in free.ruleset.powers.of_private[private(free, "AR")]:
        monkeypatch.setattr(power, "pays", False, raising=False)
    assert code(free, action) == "", "what costs nothing is laid without money"


@pytest.mark.rule("1890-A.8.1-c")
def test_only_once_and_only_by_a_company() -> None:
    game = arima(0)
    assert clause(game, lay_private(game, 0, "AR", "D7", "4", 1)) == "1890-10.9-a"
    game = arima()
    lay(game, "D7", "4", 1)
    assert not is_admitted(game, lay_private(game, 0, "AR", "D7", "58", 1)), "no tile lies there"


@pytest.mark.rule("1890-A.8.1-c")
def test_any_yellow_tile_with_one_town_lies_there() -> None:
    game = arima()
    lays = [each for each in game.legal_actions() if isinstance(each, LayPrivateTile)]
    assert {game.setup.tiles[each.tile].name for each in lays} == {"3", "4", "58"}


@pytest.mark.rule("1890-A.8.1-c")
def test_not_in_the_turn_of_another_company_of_the_same_president() -> None:
    game = arima()
    start(game, "HK", {0: 60})
    operate(game, "HK")
    assert clause(game, lay_private(game, 0, "AR", "D7", "4", 1)) == "1890-A.8.1-c"


@pytest.mark.rule("1890-10.9-f", "1890-A.8.1-c")
@pytest.mark.parametrize("step", ["track", "trains", "privates"])
def test_it_may_be_used_in_the_turn_in_which_it_is_bought_at_any_step(step: str) -> None:
    game = table("A", "2")
    start(game, "SY", {0: 60}, cash=100)
    assign_private(game, "AR", 0)
    operate(game, "SY", step)
    play(game, buy_private(game, 0, "SY", "AR", 10), lay_private(game, 0, "AR", "D7", "4", 1))
    assert game.setup.faces[game.state.tiles[game.setup.map.by_name["D7"]]].name == "4"


@pytest.mark.rule("1890-A.8.1-d")
def test_the_power_is_gone_with_the_private() -> None:
    game = arima()
    assign_private(game, "AR", None)
    assert not is_admitted(game, lay_private(game, 0, "AR", "D7", "4", 1))


# Hankai


def at_phase_four(scenario: str = "C", hankai: int | str = 1) -> Game:
    """Sanyo has just bought the first 5-train."""
    game = table(scenario, "3")
    start(game, "SY", {0: 60}, cash=1000)
    assign_private(game, "HN", hankai)
    empty_depot(game, *(each.name for each in game.setup.trains if each.price < 450))
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "5"))
    return game


@pytest.mark.rule("1890-C.8.1-d", "1890-C.8.1-e", "1890-5-aa")
@pytest.mark.parametrize("scenario", ["C", "D"])
def test_hankai_stays_and_pays_5(scenario: str) -> None:
    game = at_phase_four(scenario)
    assert owner(game, "HN") == 1
    while game.to_act.doing != "stock":
        play(game, Pass(game.to_act.player))
    assert incomes(game, end_stock_round(game)) == [("HN", 1, 5)]


@pytest.mark.rule("1890-C.8.1-d")
def test_a_company_keeps_hankai_too() -> None:
    assert owner(at_phase_four(hankai="SY"), "HN") == "SY"


@pytest.mark.rule("1890-C.8.1-f")
def test_no_company_buys_hankai_from_phase_four_on() -> None:
    game = at_phase_four()
    assert clause(game, buy_private(game, 0, "SY", "HN", 70)) == "1890-5-p"


@pytest.mark.rule("1890-C.8.1-g")
def test_hankai_is_a_certificate_still() -> None:
    assert at_phase_four().players[1].certificates == 1


@pytest.mark.rule("1890-C.8.1-h")
def test_hankai_blocks_nothing_from_phase_four_on() -> None:
    game = table("C", "3")
    assign_private(game, "HN", 1)
    assert blocked(game) == {"I12", "J11"}
    set_phase(game, "4")
    assert blocked(game) == set()


# The municipal tramway and the subway


def tramway(*, cash: int = 500, in_phase: str = "2", **options: Any) -> Game:
    """Player 0 owns the tramway and is president of the subway, which has not had a turn yet."""
    game = table("C", in_phase, **options)
    assign_private(game, "OM", 0)
    start(game, "OS", {0: 60}, cash=cash, tokens=[])
    start(game, "SY", {1: 60}, cell=(5, 4))
    return game


@pytest.mark.rule("1890-C.8.1-n")
def test_no_company_buys_the_tramway() -> None:
    game = tramway()
    end_stock_round(game)
    assert clause(game, buy_private(game, 0, "OS", "OM", 220)) == "1890-C.8.1-n"


@pytest.mark.rule("1890-A.8.1-a")
@pytest.mark.parametrize("scenario", ["A", "B"])
def test_in_the_small_scenarios_any_private_may_be_bought(scenario: str) -> None:
    game = table(scenario, "2")
    start(game, "SY", {0: 60}, cash=1000)
    operate(game, "SY")
    for each in game.setup.privates:
        if each.price:
            assign_private(game, each.symbol, 0)
            assert is_admitted(game, buy_private(game, 0, "SY", each.symbol, each.price))


@pytest.mark.rule("1890-C.8.1-o")
def test_its_hexes_open_as_the_subways_first_turn_begins_and_for_all() -> None:
    game = tramway()
    assert blocked(game) == {"G12", "H11", "H13"}
    end_stock_round(game)
    assert (game.to_act.company, blocked(game)) == (company(game, "OS"), set())
    skip_company_turn(game)
    assert (game.to_act.company, blocked(game)) == (company(game, "SY"), set())
    while game.to_act.doing != "stock":
        skip_company_turn(game)
    assert blocked(game) == set(), "also between the rounds"


@pytest.mark.rule("1890-C.8.1-o", "1890-C.8.4-h", "1890-C.8.4-i", "1890-C.8.4-j")
def test_the_subway_lays_one_tile_in_osaka_free_of_charge_in_its_first_turn() -> None:
    """Osaka Nishi costs 80; the subway has no money, lays there, and has used its lay."""
    game = tramway(cash=0)
    end_stock_round(game)
    name, rotation = min(lays_on(game, "OS", "H11"))
    play(game, lay_tile(game, "OS", "H11", name, rotation))
    assert game.companies["OS"].cash == 0
    assert game.to_act.company != company(game, "OS"), "it can do nothing more"


NISHI, KITA, NORTH = ("H11", "12", 3), ("G12", "823", 1), ("F13", "57", 0)
"""Tiles of the subway's first turn: two in Osaka, 80 each; one north of Kita, which is free."""


def first_turn(cash: int, *laid: tuple[str, str, int], **options: Any) -> Game:
    """The subway in its first turn."""
    game = tramway(cash=cash, **options)
    for place in laid:
        lay(game, *place)
    end_stock_round(game)
    return game


@pytest.mark.rule("1890-C.8.4-i")
def test_the_free_tile_is_the_ordinary_one_of_the_turn() -> None:
    game = first_turn(80)
    play(game, lay_tile(game, "OS", *NISHI))
    assert game.companies["OS"].cash == 80
    assert code(game, lay_tile(game, "OS", *KITA)) == "not_this_step"


@pytest.mark.rule("1890-C.8.4-h", "1890-C.8.4-i")
@pytest.mark.parametrize("cash", [79, 80])
def test_by_the_option_it_comes_besides_and_a_second_one_in_osaka_is_paid(cash: int) -> None:
    game = first_turn(cash, free_lay="extra")
    play(game, lay_tile(game, "OS", *NISHI))
    assert (game.companies["OS"].cash, game.to_act.doing) == (cash, "track")
    assert code(game, lay_tile(game, "OS", *KITA)) == ("terrain_cost" if cash == 79 else "")
    if cash == 80:
        play(game, lay_tile(game, "OS", *KITA))
        assert game.companies["OS"].cash == 0
    else:
        assert code(game, Pass(0)) == ""


@pytest.mark.rule("1890-C.8.4-i", "1890-C.8.4-j")
def test_by_the_option_the_ordinary_tile_may_come_first() -> None:
    game = first_turn(0, KITA, free_lay="extra")
    play(game, lay_tile(game, "OS", *NORTH))
    assert game.to_act.doing == "track"
    assert {game.setup.map.hexes[each.hex].name for each in lays_listed(game)} == {"H11", "H13"}
    assert code(game, lay_tile(game, "OS", "F11", "202", 3)) == "one_tile", "only in Osaka"
    assert position.read(position.write(game)).legal_actions() == game.legal_actions()
    play(game, lay_tile(game, "OS", *NISHI))
    assert game.companies["OS"].cash == 0
    assert game.to_act.doing != "track"


@pytest.mark.rule("1890-C.8.4-i")
def test_by_the_option_other_turns_and_companies_lay_one_tile() -> None:
    game = tramway(free_lay="extra")
    record_run(game.state, company(game, "OS"), 0)
    end_stock_round(game)
    play(game, lay_tile(game, "OS", *NISHI))
    assert game.companies["OS"].cash == 420
    assert code(game, lay_tile(game, "OS", *KITA)) == "not_this_step"
    game = table("C", "2", free_lay="extra")
    start(game, "HS", {1: 60}, cash=500)
    end_stock_round(game)
    play(game, lays_listed(game)[0])
    assert not lays_listed(game)


def lays_listed(game: Game) -> list[LayTile]:
    return [each for each in game.legal_actions() if isinstance(each, LayTile)]


@pytest.mark.rule("1890-C.8.4-h")
def test_in_later_turns_and_elsewhere_it_pays() -> None:
    game = tramway(cash=79)
    end_stock_round(game)
    lay_free = lays_on(game, "OS", "H11")
    record_run(game.state, company(game, "OS"), 0)
    assert lay_free
    assert lays_on(game, "OS", "H11") == set()
    assert code(game, lay_tile(game, "OS", "H11", *min(lay_free))) == "terrain_cost"


@pytest.mark.rule("1890-C.8.4-h", "1890-10.3.1.5-a")
def test_another_company_pays_in_osaka_in_its_first_turn_too() -> None:
    game = table("C", "2")
    start(game, "JR", {1: 60}, cash=80)
    end_stock_round(game)
    play(game, lay_tile(game, "JR", "G12", "823", 1))
    assert game.companies["JR"].cash == 0


@pytest.mark.rule("1890-C.8.4-j")
def test_the_free_tile_may_lie_in_any_of_four_hexes() -> None:
    game = tramway(cash=0)
    token(game, "OS", "H11")
    costs = {
        name: cost_to_lay(game.ruleset, game.state, company(game, "OS"), game.setup.map.by_name[name], 2)
        for name in ("G12", "H11", "H13", "I12", "B17")
    }
    assert costs == {"G12": 0, "H11": 0, "H13": 0, "I12": 0, "B17": 80}


@pytest.mark.rule("1890-C.8.1-p", "1890-7.4-a")
@pytest.mark.parametrize("seller", ["depot", "market", "SY"])
def test_the_tramway_closes_when_the_subway_buys_a_train(seller: str) -> None:
    game = tramway()
    kind = game.setup.trains[2].id  # a 3-train, from any seller
    empty_depot(game, "2", "2+2")
    if seller != "depot":
        holder = company(game, "SY") if seller == "SY" else game.state.companies + DISCARDED
        move_train(game.state, kind, game.state.companies + DEPOT, holder)
    operate(game, "OS", "trains")
    events = play(game, buy_train(game, "OS", "3", seller, 50 if seller == "SY" else None))
    if seller == "SY":
        assert owner(game, "OM") == 0, "the offer waits for its answer"
        events += play(game, Answer(1, 1))
    assert "private_closed" in kinds(events)
    assert owner(game, "OM") is None


@pytest.mark.rule("1890-C.8.1-p", "1890-C.8.1-q")
def test_another_companys_train_or_none_leaves_it_open() -> None:
    """The subway has no train and cannot run: its price falls, the tramway pays 40."""
    game = tramway(cash=0)
    move_cash(game.state, bank_of(game.state), 4 + company(game, "SY"), 100)
    leave_in_depot(game, "2", 1)
    before = game.companies["OS"].price
    end_stock_round(game)
    skip_company_turn(game)
    assert (before, game.companies["OS"].price) == (100, 90)
    while game.to_act.doing != "trains":
        play(game, Pass(game.to_act.player))
    play(game, buy_train(game, "SY", "2"))
    assert owner(game, "OM") == 0
    while game.to_act.doing != "stock":
        play(game, Pass(game.to_act.player))
    assert ("OM", 0, 40) in incomes(game, end_stock_round(game))


@pytest.mark.rule("1890-C.8.1-r", "1890-7.4-a")
def test_the_tramway_survives_phase_four() -> None:
    game = tramway(in_phase="3")
    empty_depot(game, "2", "2+2", "3", "3+3", "4")
    move_cash(game.state, bank_of(game.state), 4 + company(game, "SY"), 450)
    operate(game, "SY", "trains")
    play(game, buy_train(game, "SY", "5"))
    assert game.view().phase == "4"
    assert owner(game, "OM") == 0
    while game.to_act.doing != "stock":
        play(game, Pass(game.to_act.player))
    assert ("OM", 0, 40) in incomes(game, end_stock_round(game))
