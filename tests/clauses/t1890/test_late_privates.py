"""1890: powers of the late privates (C.8.2). For their purchase see the stock round."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    best_run,
    clause,
    code,
    company,
    end_stock_round,
    is_admitted,
    kinds,
    lay,
    lay_tile,
    lays_on,
    new_game,
    operate,
    place_token,
    play,
    private,
    run,
    set_cash,
    set_phase,
    skip_company_turn,
    start,
    stock_round,
)
from tetsudo.core.actions import BuyPassage, TakePrivate
from tetsudo.core.events import Event, Value, data
from tetsudo.engine.state.rows import tuple_with_value
from tetsudo.engine.state.state import RETURNED, UNPLACED, bank_of
from tetsudo.game.game import Game

NISHINOMIYA_TO_HIMEJI = "F9 F7 F5 F3 F1"


def late(*companies: str, cash: int = 1000) -> Game:
    """A stock round of scenario C; the companies have floated and own only a treasury and their home tokens."""
    game = stock_round(3, title="1890", cash=1000)
    for symbol in companies:
        start(game, symbol, {1: 60}, cash=cash)
    return game


def take(game: Game, symbol: str, player: int = 0) -> list[Event]:
    """Give a late private to a player, as if just bought; returns the events."""
    assign_private(game, symbol, player)
    log: list[Event] = []
    for power in game.ruleset.powers.of_private[private(game, symbol)]:
        power.bought(game.ruleset, game.state, log)
    return log


def west(game: Game, kobe: str = "820") -> None:
    """Track from Nishinomiya through Ashiya, Kobe and Akashi to Himeji; `kobe`: the tile there, "" for none."""
    for name in ("F9", "F7", "F3"):
        lay(game, name, "57", 1)
    if kobe:
        lay(game, "F5", kobe)


def place(game: Game, hex_name: str, city: int = 0) -> int:
    """The number of a city in the state's token rows."""
    return game.setup.map.by_name[hex_name] * 8 + city


def further_token(game: Game, symbol: str, hex_name: str, city: int = 0, number: int = 1) -> None:
    """Place a company's first (or `number`th) token after its one home token."""
    game.state.tokens = tuple_with_value(
        game.state.tokens, game.ruleset.tokens_from[company(game, symbol)] + number, place(game, hex_name, city)
    )
    game.state.network = None


def paid(events: list[Event], kind: str) -> list[Value]:
    """The amounts of all events of a kind."""
    return [data(each)["price"] for each in events if each.kind == kind]


def passage(game: Game, symbol: str) -> BuyPassage:
    number = company(game, symbol)
    return BuyPassage(game.state.president[number], number, private(game, "KR"))


# The privates themselves


@pytest.mark.rule("1890-C.8.2-a", "1890-C.8.2-b", "1890-C.8.2-d", "1890-C.8.2-p", "1890-C.8.2-r")
def test_four_late_privates_with_their_prices_and_incomes() -> None:
    setup = new_game(3, title="1890").setup
    found = {each.symbol: (each.price, each.income) for each in setup.privates if each.late and each.price}
    assert found == {"KF": (200, 40), "KR": (240, 0), "KO": (280, 60), "SB": (320, 70)}


@pytest.mark.rule("1890-D.8.2-a", "1890-A.8.2-a")
@pytest.mark.parametrize("scenario", ["A", "B", "D"])
def test_only_the_full_game_has_them(scenario: str) -> None:
    setup = new_game(3, title="1890", scenario=scenario).setup
    assert not [each.symbol for each in setup.privates if each.late and each.price]


# Keifuku, Senboku, Kita-Osaka


@pytest.mark.rule("1890-C.8.2-c")
@pytest.mark.parametrize(("owned", "more"), [(False, 0), (True, 40)])
def test_keihan_is_paid_for_kyoto_once_keifuku_is_owned(owned: bool, more: int) -> None:
    game = late("KH")
    lay(game, "B17", "825")
    further_token(game, "KH", "B17")
    assign_private(game, "KF", 0 if owned else bank_of(game.state))
    end_stock_round(game)
    assert game.companies["KH"].cash == 1000 + more
    assert game.players[0].cash == 1000 + more


@pytest.mark.rule("1890-C.8.2-c")
def test_without_a_token_in_kyoto_keihan_has_nothing_of_it() -> None:
    game = late("KH")
    take(game, "KF")
    end_stock_round(game)
    assert game.companies["KH"].cash == 1000


@pytest.mark.rule("1890-C.8.2-c")
def test_nobody_else_is_paid_for_kyoto() -> None:
    game = late("JR", "KH")  # JR's homes are on the board, one of them in Kyoto
    take(game, "KF")
    end_stock_round(game)
    assert game.companies["JR"].cash == 1000


@pytest.mark.rule("1890-C.8.2-s")
def test_senboku_brings_every_public_with_a_token_in_sakai_40() -> None:
    game = late("NK", "HS", "SY")
    for city, symbol in enumerate(("NK", "HS")):
        further_token(game, symbol, "J11", city)
    take(game, "SB")
    end_stock_round(game)
    assert [game.companies[symbol].cash for symbol in ("NK", "HS", "SY")] == [1040, 1040, 1000]
    assert game.players[0].cash == 1070


@pytest.mark.rule("1890-C.8.2-q")
@pytest.mark.parametrize("then", ["5", "6"])  # 6: a D-train was bought in the same round
def test_kita_osaka_pays_100_once_after_the_first_six_train(then: str) -> None:
    game = late("HS")
    take(game, "KO")
    set_phase(game, then)
    first = end_stock_round(game)
    second = skip_company_turn(game)
    assert (paid(first, "income"), paid(second, "income")) == ([100], [60])


@pytest.mark.rule("1890-C.8.2-q")
def test_who_buys_it_after_that_round_has_60() -> None:
    game = late("HS")
    assign_private(game, "KO", bank_of(game.state))
    set_phase(game, "5")
    end_stock_round(game)
    take(game, "KO")
    assert paid(skip_company_turn(game), "income") == [60]


# Kobe Rapid: its token


@pytest.mark.rule("1890-C.8.2-e", "1890-C.8.2-g")
def test_all_but_jr_leave_kobe_and_its_token_takes_a_space() -> None:
    game = late("JR", "SY", "HS")
    west(game)
    second = game.ruleset.tokens_from[company(game, "SY")] + 1
    game.state.tokens = tuple_with_value(game.state.tokens, second, place(game, "F5"))
    events = take(game, "KR")
    assert kinds(events) == ["token_returned", "private_token_placed"]
    assert game.state.tokens[second] == RETURNED
    assert game.companies["JR"].tokens[-1] == "F5"
    assert game.state.tokens.count(place(game, "F5")) == 2  # JR's token and its own: the city is full
    operate(game, "HS", "token")
    assert code(game, place_token(game, "HS", "F5")) == "city_full"


@pytest.mark.rule("1890-C.8.2-e", "1890-7.1-a")
def test_they_leave_as_soon_as_it_is_bought_in_a_stock_round() -> None:
    game = late("JR", "SY")
    west(game)
    further_token(game, "SY", "F5")
    assign_private(game, "KR", bank_of(game.state))
    events = play(game, TakePrivate(0, private(game, "KR"), 240))
    assert kinds(events)[:3] == ["private_taken", "token_returned", "private_token_placed"]
    assert game.players[0].cash == 760
    assert game.companies["SY"].tokens == ("F3",)


@pytest.mark.rule("1890-C.8.2-f")
def test_the_token_that_came_back_is_placed_again_for_100() -> None:
    game = late("JR", "SY")
    west(game)
    second = game.ruleset.tokens_from[company(game, "SY")] + 1
    game.state.tokens = tuple_with_value(game.state.tokens, second, place(game, "F5"))
    take(game, "KR")
    assert game.companies["SY"].token_prices_left == (100,)
    operate(game, "SY", "token")
    play(game, place_token(game, "SY", "F7"))
    assert game.companies["SY"].cash == 900
    assert game.companies["SY"].tokens == ("F3", "F7")


@pytest.mark.rule("1890-C.8.2-e")
def test_beside_jrs_only_space_its_token_waits_for_the_green_tile() -> None:
    game = late("JR")
    set_phase(game, "2")
    own_token = len(game.state.tokens) - 1
    assert take(game, "KR") == []
    assert game.state.tokens[own_token] == UNPLACED
    operate(game, "JR")
    events = play(game, lay_tile(game, "JR", "F5", "820"))
    assert "private_token_placed" in kinds(events)
    assert game.state.tokens[own_token] == place(game, "F5")


@pytest.mark.rule("1890-C.8.2-e", "1890-10.4.3-d")
def test_the_space_of_a_jr_that_is_not_started_is_left_to_it() -> None:
    game = late("HS")
    assert take(game, "KR") == []
    game = late("HS")
    lay(game, "F5", "820")
    assert kinds(take(game, "KR")) == ["private_token_placed"]
    west(game, "")
    operate(game, "HS", "token")
    assert code(game, place_token(game, "HS", "F5")) == "city_reserved"


@pytest.mark.rule("1890-C.8.2-h")
def test_a_space_that_is_free_in_kobe_is_for_all() -> None:
    game = late("JR", "SY", "HS")
    west(game, "830")
    further_token(game, "SY", "F5")
    take(game, "KR")
    operate(game, "HS", "token")
    assert is_admitted(game, place_token(game, "HS", "F5"))


# Kobe Rapid: passage through its city


@pytest.mark.rule("1890-C.8.2-g", "1890-C.8.2-i", "1890-C.8.2-j", "1890-C.8.2-m", "1890-10.5.2-i")
def test_for_100_instead_of_a_token_a_company_passes() -> None:
    game = late("JR", "HS")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    operate(game, "HS")
    assert not lays_on(game, "HS", "F3")  # beyond Kobe, which is full
    own = game.companies["HS"].token_prices_left
    operate(game, "HS", "token")
    events = play(game, passage(game, "HS"))
    assert game.companies["HS"].cash == 900
    assert game.companies["HS"].token_prices_left == own
    assert "token_placed" not in kinds(events)
    assert not any(each.kind in ("place_token", "buy_passage") for each in game.legal_actions())
    operate(game, "HS")
    assert lays_on(game, "HS", "F3")


@pytest.mark.rule("1890-C.8.2-m", "1890-10.4.3-b")
@pytest.mark.parametrize(("pays", "refused"), [(False, "token_unconnected"), (True, "")])
def test_tokens_are_placed_behind_kobe_after_the_payment_only(pays: bool, refused: str) -> None:
    game = late("JR", "SY", "HS")
    west(game)
    lay(game, "F3", "15", 1)  # two slots, one with Sanyo's token
    take(game, "KR")
    if pays:
        operate(game, "HS", "token")
        play(game, passage(game, "HS"))
    operate(game, "HS", "token")
    assert code(game, place_token(game, "HS", "F3")) == refused


@pytest.mark.rule("1890-C.8.2-g", "1890-C.8.2-i", "1890-10.5.2-h")
@pytest.mark.parametrize(("pays", "most"), [(False, 90), (True, 150)])
def test_trains_pass_kobe_after_the_payment_only(pays: bool, most: int) -> None:
    """Nishinomiya 20, Ashiya 20, Kobe 50; beyond it Akashi 20 and Himeji 40."""
    game = late("JR", "HS")
    assign_train(game, "HS", "5")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    if pays:
        operate(game, "HS", "token")
        play(game, passage(game, "HS"))
    operate(game, "HS", "run")
    assert best_run(game) == most
    assert is_admitted(game, run(game, "HS", ("5", NISHINOMIYA_TO_HIMEJI))) is pays


@pytest.mark.rule("1890-C.8.2-k")
@pytest.mark.parametrize("symbol", ["JR", "OS"])
def test_neither_jr_nor_the_subway_may_pay(symbol: str) -> None:
    game = late("HS", symbol)
    lay(game, "F5", "820")
    if symbol == "JR":
        game.state.tokens = tuple_with_value(
            game.state.tokens, game.ruleset.tokens_from[company(game, "JR")] + 3, UNPLACED
        )
    take(game, "KR")
    operate(game, symbol, "token", settle=False)
    assert clause(game, passage(game, symbol)) == "1890-C.8.2-k"


@pytest.mark.rule("1890-C.8.2-l")
def test_who_had_to_leave_kobe_passes_for_nothing() -> None:
    game = late("JR", "SY")
    assign_train(game, "SY", "5")
    set_phase(game, "2")
    west(game)
    further_token(game, "SY", "F5")
    take(game, "KR")
    operate(game, "SY", "token", settle=False)
    assert clause(game, passage(game, "SY")) == "1890-C.8.2-l"
    operate(game, "SY", "run")
    assert best_run(game) == 150


@pytest.mark.rule("1890-C.8.2-l", "1890-C.8.2-h")
def test_who_has_come_to_kobe_since_has_nothing_to_pay_for() -> None:
    game = late("JR", "HS")
    west(game, "830")
    take(game, "KR")
    further_token(game, "HS", "F5")
    operate(game, "HS", "token", settle=False)
    assert clause(game, passage(game, "HS")) == "1890-C.8.2-l"


@pytest.mark.rule("1890-C.8.2-i")
def test_before_it_is_bought_there_is_nothing_to_pass_and_100_must_be_there() -> None:
    game = late("JR", "HS", cash=99)
    west(game)
    assign_private(game, "KR", bank_of(game.state))
    operate(game, "HS", "token", settle=False)
    assert code(game, passage(game, "HS")) == "passage_none"
    take(game, "KR")
    assert code(game, passage(game, "HS")) == "passage_cost"
    set_cash(game, 3 + company(game, "HS"), 100)
    assert code(game, passage(game, "HS")) == ""


@pytest.mark.rule("1890-C.8.2-i")
def test_a_pass_is_of_use_at_no_other_full_city() -> None:
    """Akashi's one slot has San'yo's token: Hanshin's trains end there, with or without the passage."""
    game = late("JR", "HS", "SY")
    assign_train(game, "HS", "5")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    operate(game, "HS", "token")
    play(game, passage(game, "HS"))
    operate(game, "HS", "run")
    assert best_run(game) == 110


# Kobe Rapid: half of Kobe's value


@pytest.mark.rule("1890-C.8.2-n", "1890-C.8.2-o")
@pytest.mark.parametrize("pays", [False, True])
def test_each_route_that_counts_kobe_without_a_token_there_pays_its_owner_half(pays: bool) -> None:
    game = late("JR", "HS")
    assign_train(game, "HS", "3")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    if pays:
        operate(game, "HS", "token")
        play(game, passage(game, "HS"))
    operate(game, "HS", "run")
    events = play(game, run(game, "HS", ("3", "F9 F7 F5")))
    assert paid(events, "ran") == [90]
    assert paid(events, "income") == [25]
    assert game.players[0].cash == 1025


@pytest.mark.rule("1890-C.8.2-n")
def test_two_routes_pay_twice_and_one_that_does_not_come_to_kobe_nothing() -> None:
    game = late("JR", "HS")
    for name in ("2", "2", "2"):
        assign_train(game, "HS", name)
    set_phase(game, "2")
    west(game)
    further_token(game, "HS", "F7")
    further_token(game, "HS", "F3", number=2)
    take(game, "KR")
    operate(game, "HS", "run")
    events = play(game, run(game, "HS", ("2", "F7 F5"), ("2", "F3 F5"), ("2", "F9 F7")))
    assert paid(events, "ran") == [180]
    assert paid(events, "income") == [25, 25]


@pytest.mark.rule("1890-C.8.2-n")
def test_who_has_a_token_in_kobe_pays_nobody() -> None:
    game = late("JR")
    assign_train(game, "JR", "2")
    set_phase(game, "2")
    west(game)
    take(game, "KR")
    operate(game, "JR", "run")
    events = play(game, run(game, "JR", ("2", "F5 F7")))
    assert paid(events, "income") == []


@pytest.mark.rule("1890-C.8.2-n")
def test_minors_pay_too() -> None:
    """Tanigami 20 and yellow Kobe 30: the minor earns 50, of which Kobe Rapid's owner gets 15."""
    game = late("JR")
    start(game, "KER", {2: 0}, cash=0, trains=["2"])
    lay(game, "E4", "8", 3)
    take(game, "KR")
    operate(game, "KER", "run")
    events = play(game, run(game, "KER", ("2", "D5 E4 F5")))
    assert paid(events, "ran") == [50]
    assert paid(events, "income") == [15]


@pytest.mark.rule("1890-C.8.2-n")
def test_nobody_is_paid_before_it_is_bought() -> None:
    game = late("JR", "HS")
    assign_train(game, "HS", "3")
    west(game)
    assign_private(game, "KR", bank_of(game.state))
    operate(game, "HS", "run")
    events = play(game, run(game, "HS", ("3", "F9 F7 F5")))
    assert paid(events, "income") == []
