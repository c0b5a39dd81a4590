"""Operating rounds of 1890: order, steps, tokens, dividends, JR's turn (10.1 to 10.8, A.8.4)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    best_run,
    clause,
    code,
    companies_in,
    company,
    dividend,
    empty_depot,
    end_stock_round,
    hex_id,
    is_admitted,
    kinds,
    lay,
    lay_tile,
    lays_on,
    operate,
    place_token,
    play,
    run,
    sell,
    set_cash,
    skip_company_turn,
    start,
    token,
)
from tests.clauses.t1890.tables import assign_minor, join_akashi, table
from tetsudo.core.actions import HALF, PAY, WITHHOLD, LayTile, Pass
from tetsudo.core.events import Event
from tetsudo.engine.state.state import MAX_CITIES, UNPLACED, bank_of
from tetsudo.game.game import Game


def whole_round(game: Game) -> list[Event]:
    """All players pass in a stock round; then an operating round with as few actions as possible; returns the
    events."""
    events = end_stock_round(game)
    while game.to_act.doing != "stock":
        events += skip_company_turn(game)
    return events


def placed(game: Game, symbol: str) -> list[str]:
    """The hexes with a company's tokens."""
    first, after = game.ruleset.tokens_from[company(game, symbol) : company(game, symbol) + 2]
    hexes = game.setup.map.hexes
    return [hexes[place // MAX_CITIES].name for place in game.state.tokens[first:after] if place != UNPLACED]


def price(game: Game, symbol: str) -> int:
    """The market price of a company."""
    found = game.companies[symbol].price
    assert found is not None
    return found


# The order


@pytest.mark.rule("1890-10.1-a", "1890-10.3-b", "1890-C.8.3-a")
def test_income_then_minors_by_number_then_corporations_by_price() -> None:
    game = table("C")
    assign_private(game, "KT", 0)
    for symbol in ("KER", "KAN", "OER", "NER"):
        assign_minor(game, symbol, 1)
    start(game, "HK", {0: 60}, cell=(1, 4))
    start(game, "SY", {0: 60}, cell=(0, 4))
    events = whole_round(game)
    assert kinds(events).index("income") < kinds(events).index("turn_began")
    assert companies_in(game, events) == ["KAN", "OER", "NER", "KER", "SY", "HK"]


@pytest.mark.rule("1890-10.3-c")
def test_of_equal_prices_the_one_further_right_goes_first() -> None:
    """A price of 100 is in three columns."""
    game = table()
    start(game, "JR", {0: 60}, cell=(0, 4))
    start(game, "SY", {1: 60}, cell=(2, 6))
    start(game, "HK", {2: 60}, cell=(1, 5))
    assert companies_in(game, whole_round(game)) == ["SY", "HK", "JR"]


@pytest.mark.rule("1890-10.3-d", "1890-7.3.1-e")
def test_in_one_cell_the_one_that_came_first_goes_first() -> None:
    game = table()
    for player, symbol in enumerate(("SY", "JR", "HK")):
        start(game, symbol, {player: 60}, cell=(0, 4))
    assert companies_in(game, whole_round(game)) == ["SY", "JR", "HK"]


@pytest.mark.rule("1890-10.8-b")
def test_one_that_has_not_started_is_not_before_those_that_have() -> None:
    """It entered the cell first; once it starts, its position counts again."""
    game = table()
    start(game, "SY", {0: 30}, cell=(0, 4), floated=False)
    start(game, "HK", {0: 60}, cell=(0, 4))
    assert companies_in(game, whole_round(game)) == ["HK"]


@pytest.mark.rule("1890-10.3-e")
def test_prices_that_change_in_the_round_change_the_order_of_those_that_wait() -> None:
    """Sanyo's president sells two shares of Hankyu for a train: its price falls from 90 to 75, behind JR at 80."""
    game = table("A", "4")
    join_akashi(game)
    start(game, "SY", {0: 20}, cell=(0, 4), cash=270)
    start(game, "HK", {1: 60, 0: 20}, cell=(1, 4))
    start(game, "JR", {2: 60}, cell=(2, 4))
    empty_depot(game, "2", "3", "4")
    set_cash(game, 0, 0)
    events = end_stock_round(game)
    while game.to_act.doing != "trains":
        events += play(game, Pass(game.to_act.player))
    events += play(game, sell(game, 0, "HK", 2))
    assert companies_in(game, events) == ["SY", "JR"]


@pytest.mark.rule("1890-10.8-a")
def test_a_round_ends_when_all_have_acted_and_all_act_again_in_the_next() -> None:
    game = table("A", "2")
    start(game, "SY", {0: 60}, cell=(0, 4))
    start(game, "HK", {0: 60}, cell=(1, 4))
    events = whole_round(game)
    assert kinds(events).count("operating_round_began") == 2
    assert companies_in(game, events) == ["SY", "HK", "SY", "HK"]


# The steps


@pytest.mark.rule("1890-10.3-f", "1890-10.3-g", "1890-10.3.1-a")
def test_the_steps_of_a_turn_and_those_that_may_be_left_out() -> None:
    game = table()
    join_akashi(game)
    start(game, "SY", {0: 60}, cash=500, trains=["2"])
    lay(game, "F5", "820", _kobe(game))
    operate(game, "SY")
    seen = []
    while game.to_act.doing != "stock":
        seen.append(game.to_act.doing)
        if game.to_act.doing == "run":
            assert not is_admitted(game, Pass(0))
            play(game, run(game, "SY", ("2", "F1 F3")))
        elif game.to_act.doing == "dividend":
            play(game, dividend(game, "SY", PAY))
        else:
            play(game, Pass(0))
    assert seen == ["track", "token", "run", "dividend", "trains"]


def _kobe(game: Game) -> int:
    """The rotation in which green Kobe preserves the printed track."""
    setup, old = game.setup, game.setup.faces[game.state.tiles[hex_id(game, "F5")]].exits
    number = next(tile.id for tile in setup.tiles if tile.name == "820")
    return next(turn for turn in range(6) if setup.faces[setup.face_of[number, turn]].exits & old == old)


@pytest.mark.rule("1890-10.3-i", "1890-10.6.1-a", "1890-11.3.1-b")
@pytest.mark.parametrize("cash", [0, 300])
def test_a_minor_places_no_token_has_no_price_and_pays_half(cash: int) -> None:
    """Osaka Higashi 40 and Higashi-Osaka 20 make 60: 30 for its owner, 30 for itself."""
    game = table("C")
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0, cash=cash, trains=["2"])
    operate(game, "OER")
    play(game, Pass(0))
    assert game.to_act.doing == "run"
    events = play(game, run(game, "OER", ("2", "H13 H15")))
    assert game.players[0].cash == 500 + 30
    assert game.companies["OER"].cash == cash + 30
    assert "price_moved" not in kinds(events)


@pytest.mark.rule("1890-10.6.1-a")
@pytest.mark.parametrize("symbol", ["KAN", "OER", "ORY", "NER", "KER"])
def test_a_minor_has_no_other_choice_than_to_pay_half(symbol: str) -> None:
    game = table("C")
    assign_minor(game, symbol, 0)
    game.state.revenue = 60
    operate(game, symbol, "dividend")
    assert game.to_act.doing != "dividend"
    assert (game.players[0].cash, game.companies[symbol].cash) == (500 + 30, 30)


# Tokens


@pytest.mark.rule("1890-10.4.1-a", "1890-7.3.2-a")
def test_home_tokens_are_placed_as_the_first_turn_begins() -> None:
    game = table()
    start(game, "SY", {0: 60}, cell=(0, 4), tokens=[])
    start(game, "HK", {1: 60}, cell=(1, 4), tokens=[])
    end_stock_round(game)
    assert (game.to_act.company, game.to_act.doing) == (company(game, "SY"), "track")
    assert (placed(game, "SY"), placed(game, "HK")) == (["F3"], [])
    skip_company_turn(game)
    assert placed(game, "HK") == ["E12"]


@pytest.mark.rule("1890-10.4.1-b", "1890-A.8.4-f", "1890-C.8.4-b")
@pytest.mark.parametrize(("scenario", "homes"), [("A", 3), ("B", 3), ("C", 4), ("D", 4)])
def test_jr_places_all_its_homes_that_are_on_the_map(scenario: str, homes: int) -> None:
    game = table(scenario)
    start(game, "JR", {0: 60}, tokens=[])
    bank, events = game.view().bank, end_stock_round(game)
    assert placed(game, "JR") == (["G12", "B17", "F5"] if homes == 3 else ["G12", "B17", "H19", "F5"])
    assert kinds(events).count("token_placed") == homes
    assert game.view().bank == bank
    assert game.companies["JR"].token_prices_left == (40, 100)


def tokening(cash: int = 500, *, jr: bool = False) -> Game:
    """Sanyo in its token step: Akashi is connected to green Kobe, which has two slots, one of them JR's home."""
    game = table()
    join_akashi(game)
    lay(game, "F5", "820", _kobe(game))
    start(game, "SY", {0: 60}, cash=cash)
    if jr:
        start(game, "JR", {1: 60})
    return operate(game, "SY", "token")


@pytest.mark.rule(
    "1890-10.4.2-a",
    "1890-10.4.2-b",
    "1890-10.4.2-c",
    "1890-10.4.2-e",
    "1890-10.4.3-a",
    "1890-10.4.3-b",
    "1890-10.4.3-e",
)
def test_one_token_a_turn_for_money_also_in_the_first() -> None:
    """The first costs 40; the slot added by the upgrade of Kobe is free."""
    game = tokening()
    play(game, place_token(game, "SY", "F5"))
    assert game.companies["SY"].cash == 460
    assert placed(game, "SY") == ["F3", "F5"]
    assert game.to_act.doing != "token"


@pytest.mark.rule("1890-10.4.2-a")
def test_no_second_token_in_a_turn_where_there_is_room_for_one() -> None:
    """Ashiya and Amagasaki are on either side of Nishinomiya."""
    game = table("A", "2")
    start(game, "HS", {0: 60}, cash=500)
    for place, name in (("F9", "57"), ("F7", "57"), ("F11", "202")):
        lay(game, place, name, 1)
    operate(game, "HS", "token")
    assert {code(game, place_token(game, "HS", place)) for place in ("F7", "F11")} == {""}
    play(game, place_token(game, "HS", "F7"))
    assert code(game, place_token(game, "HS", "F11")) == "not_this_step"


@pytest.mark.rule("1890-10.4.2-b", "1890-7.3.2-a")
@pytest.mark.parametrize(
    ("symbol", "prices"), [("JR", (40, 100)), ("HK", (40, 100, 100)), ("NK", (40, 100)), ("SY", (40,)), ("OS", ())]
)
def test_the_first_paid_token_costs_40_and_each_later_one_100(symbol: str, prices: tuple[int, ...]) -> None:
    game = table("C")
    start(game, symbol, {0: 60})
    assert game.companies[symbol].token_prices_left == prices


@pytest.mark.rule("1890-10.4.2-d")
def test_no_more_tokens_than_the_charter_has() -> None:
    game = tokening()
    token(game, "SY", "F7")
    operate(game, "SY", "token", settle=False)
    assert clause(game, place_token(game, "SY", "F5")) == "1890-10.4.2-d"


@pytest.mark.rule("1890-10.4.2-c")
@pytest.mark.parametrize(("cash", "refused"), [(39, "1890-10.4.2-c"), (40, "")])
def test_the_treasury_pays_for_a_token(cash: int, refused: str) -> None:
    game = tokening(cash)
    operate(game, "SY", "token", settle=False)
    assert clause(game, place_token(game, "SY", "F5")) == refused


@pytest.mark.rule("1890-10.4.3-a")
def test_towns_and_full_cities_take_no_token() -> None:
    game = tokening(jr=True)
    lay(game, "D3", "4", 1)
    assert clause(game, place_token(game, "SY", "D3")) == "1890-10.4.3-a"
    token(game, "JR", "F5")
    operate(game, "SY", "token", settle=False)
    assert code(game, place_token(game, "SY", "F5")) == "city_full"


@pytest.mark.rule("1890-10.4.3-b")
def test_a_token_needs_a_way_to_its_city() -> None:
    assert clause(tokening(), place_token(tokening(), "SY", "G12")) == "1890-10.4.3-b"


@pytest.mark.rule("1890-10.4.3-c")
def test_one_token_of_a_company_on_a_tile() -> None:
    game = table("C")
    start(game, "JR", {0: 60}, cash=500)  # at Nara's first city
    operate(game, "JR", "token", settle=False)
    assert clause(game, place_token(game, "JR", "H19", 1)) == "1890-10.4.3-c"


@pytest.mark.rule("1890-10.4.3-d")
def test_a_space_is_kept_for_each_home_that_waits() -> None:
    """Yellow Kobe has one slot, JR's; green Kobe has a second; once that is taken, only JR's is left."""
    game = table()
    join_akashi(game)
    start(game, "SY", {0: 60}, cash=500)
    operate(game, "SY", "token", settle=False)
    assert clause(game, place_token(game, "SY", "F5")) == "1890-10.4.3-d"
    lay(game, "F5", "820", _kobe(game))
    assert code(game, place_token(game, "SY", "F5")) == ""
    start(game, "HK", {0: 60})
    token(game, "HK", "F5")
    assert clause(game, place_token(game, "SY", "F5")) == "1890-10.4.3-d"


# Dividends


def earned(revenue: int, symbol: str = "SY", **more: object) -> Game:
    """A company of player 0 (40 %, player 1 20 %, the market 20 %, at 90) has earned `revenue`."""
    game = table()
    start(game, symbol, {0: 40, 1: 20}, market=20, cell=(1, 4))
    game.state.revenue = revenue
    return operate(game, symbol, "dividend")


@pytest.mark.rule("1890-10.6.2-a", "1890-10.6.2-b", "1890-10.6.2-c", "1890-6.1-c", "1890-4.2.2-a", "1890-10.6.4-a")
def test_a_tenth_for_each_share_the_markets_for_the_treasury() -> None:
    """Of 120: 48 and 24 for the players, 24 for the treasury, nothing for the IPO."""
    game = earned(120)
    bank = game.view().bank
    play(game, dividend(game, "SY", PAY))
    assert [player.cash for player in game.players] == [548, 524, 500, 500]
    assert game.companies["SY"].cash == 24
    assert game.view().bank == bank - 96
    assert price(game, "SY") == 100, "from 90 one to the right"


@pytest.mark.rule("1890-10.6.3-a", "1890-10.6.4-b")
def test_a_company_may_keep_its_revenue() -> None:
    game = earned(120)
    play(game, dividend(game, "SY", WITHHOLD))
    assert (game.companies["SY"].cash, game.players[0].cash) == (120, 500)
    assert price(game, "SY") == 80, "from 90 one to the left"


@pytest.mark.rule("1890-10.6.2-a")
def test_other_companies_pay_no_half() -> None:
    assert clause(earned(120), dividend(earned(120), "SY", HALF)) == "1890-10.6.2-a"


@pytest.mark.rule("1890-10.6-b", "1890-10.5.3-c", "1890-12.3-e")
def test_one_that_did_not_run_pays_nothing_and_its_price_falls() -> None:
    game = table()
    start(game, "SY", {0: 60}, cell=(1, 4))
    operate(game, "SY")
    events = play(game, Pass(0))
    assert "did_not_run" in kinds(events)
    assert "paid_out" not in kinds(events)
    assert price(game, "SY") == 80


@pytest.mark.rule("1890-10.6.4-c", "1890-3.12.5-c")
@pytest.mark.parametrize(
    ("cell", "payout", "after"),
    [((1, 17), PAY, (0, 17)), ((0, 17), PAY, (0, 17)), ((3, 13), PAY, (2, 13)), ((1, 0), WITHHOLD, (2, 0))],
)
def test_arrows_at_the_edges(cell: tuple[int, int], payout: int, after: tuple[int, int]) -> None:
    game = table()
    start(game, "SY", {0: 40}, cell=cell)
    game.state.revenue = 50
    operate(game, "SY", "dividend")
    play(game, dividend(game, "SY", payout))
    place, market = game.state.cell[company(game, "SY")], game.setup.market
    assert (market.rows[place], market.columns[place]) == after


@pytest.mark.rule("1890-10.5.1-b")
def test_a_company_that_can_run_runs() -> None:
    game = table()
    join_akashi(game)
    start(game, "SY", {0: 60}, trains=["2", "2"])
    operate(game, "SY", "run")
    assert best_run(game) == 60 + 50, "Himeji and Akashi 60, Akashi and Kobe 50"
    assert clause(game, Pass(0)) == "1890-10.5.1-b"
    assert clause(game, run(game, "SY")) == "1890-10.5.1-b"
    assert code(game, run(game, "SY", ("2", "F3 F5"))) == "", "one train is enough, and need not earn the most"


# JR


@pytest.mark.rule("1890-A.8.4-i", "1890-A.8.4-j", "1890-A.8.4-m")
@pytest.mark.parametrize(("revenue", "paid"), [(130, 60), (120, 60), (90, 40), (20, 10)])
def test_jr_pays_half_and_keeps_what_is_over(revenue: int, paid: int) -> None:
    """Of 130: 70 are kept and 60 paid by shares; the market's fifth goes to the treasury too."""
    game = earned(revenue, "JR")
    assert clause(game, dividend(game, "JR", PAY)) == "1890-A.8.4-i"
    play(game, dividend(game, "JR", HALF))
    assert game.players[0].cash == 500 + paid * 4 // 10
    assert game.players[1].cash == 500 + paid * 2 // 10
    assert game.companies["JR"].cash == revenue - paid + paid * 2 // 10
    assert price(game, "JR") == 100


@pytest.mark.rule("1890-A.8.4-i")
def test_jr_may_keep_everything() -> None:
    game = earned(130, "JR")
    play(game, dividend(game, "JR", WITHHOLD))
    assert (game.companies["JR"].cash, price(game, "JR")) == (130, 80)


@pytest.mark.rule("1890-A.8.4-k", "1890-5-g", "1890-5-n", "1890-5-s", "1890-VI.5-b")
@pytest.mark.parametrize("in_phase", ["1", "2", "3"])
def test_jr_lays_two_tiles_on_two_hexes(in_phase: str) -> None:
    """Osaka Kita leads to two hexes in the north; a new tile is not upgraded in the same turn."""
    game = table("C", in_phase)
    start(game, "JR", {0: 60}, cash=500)
    operate(game, "JR")
    play(game, lay_tile(game, "JR", "F3", *_any(game, "F3")))
    assert game.to_act.doing == "track"
    assert lays_on(game, "JR", "F3") == set()
    assert clause(game, lay_tile(game, "JR", "F3", "15", 0)) == "1890-A.8.4-k"
    play(game, lay_tile(game, "JR", "F7", *_any(game, "F7")))
    assert game.to_act.doing != "track"


@pytest.mark.rule("1890-A.8.4-l", "1890-5-y")
@pytest.mark.parametrize("in_phase", ["4", "5", "6"])
def test_jr_lays_one_tile_from_phase_four_on(in_phase: str) -> None:
    game = table("C", in_phase)
    start(game, "JR", {0: 60}, cash=500)
    operate(game, "JR")
    play(game, lay_tile(game, "JR", "F3", *_any(game, "F3")))
    assert game.to_act.doing != "track"


def _any(game: Game, hex_name: str) -> tuple[str, int]:
    """A tile that JR may lay on a hex."""
    return min(lays_on(game, "JR", hex_name))


@pytest.mark.rule("1890-10.3.1.1-a")
def test_other_companies_lay_one_tile() -> None:
    game = table()
    join_akashi(game)
    start(game, "SY", {0: 60}, cash=500)
    lay(game, "F5", "820", _kobe(game))
    operate(game, "SY")
    play(game, next(each for each in game.legal_actions() if isinstance(each, LayTile)))
    assert game.to_act.doing == "token"


@pytest.mark.rule("1890-11.4.1-a", "1890-3.4-a")
def test_only_the_president_acts_for_a_company() -> None:
    game = table()
    start(game, "SY", {0: 60, 1: 40}, cash=500)
    operate(game, "SY")
    lay = next(each for each in game.legal_actions() if isinstance(each, LayTile))
    assert clause(game, lay.replaced(player=1)) == "1890-11.4.1-a"
    assert game.legal_actions(1) == []


@pytest.mark.rule("1890-4.2.2-b", "1890-10.3.1.5-b")
def test_what_is_built_and_bought_is_paid_to_the_bank() -> None:
    game = tokening(500)
    bank = game.state.cash[bank_of(game.state)]
    play(game, place_token(game, "SY", "F5"))
    assert game.state.cash[bank_of(game.state)] == bank + 40
