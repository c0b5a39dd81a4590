"""1888, both editions: powers of the privates (PRV, TA, HS, CW, YF, FC)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import (
    assign_private,
    buy,
    buy_private,
    buy_train,
    clause,
    code,
    company,
    empty_depot,
    exchange,
    is_admitted,
    kinds,
    lay,
    lay_private,
    lay_tile,
    lays_on,
    operate,
    play,
    president,
    run,
    sell,
    set_cash,
    set_phase,
    set_treasury,
    start,
    stock_round,
    token,
)
from tests.clauses.t1888.boards import by_the_mountain, round_beijing
from tetsudo import interop
from tetsudo.core import frames
from tetsudo.core.actions import Answer, LayPrivateTile, Pass, PlaceToken
from tetsudo.engine.rules.powers.lays_tile import LaysTile
from tetsudo.engine.rules.trains.depot import begin_phases
from tetsudo.engine.state.ownership import give_private
from tetsudo.engine.state.rows import with_value
from tetsudo.engine.state.state import IPO, STOCK_ROUND, pop
from tetsudo.game import position
from tetsudo.game.game import Game


def owning(title: str, private: str, symbol: str = "JHR", step: str = "track", **options: Any) -> Game:
    """A company that owns a private, in its turn."""
    game = round_beijing(title, **options)
    start(game, symbol, {0: 60}, par=95, cash=500, tokens=[])
    token(game, symbol, "C9", 1)
    assign_private(game, private, symbol)
    return operate(game, symbol, step)


def powers_listed(game: Game) -> list[LayPrivateTile]:
    return [each for each in game.legal_actions() if isinstance(each, LayPrivateTile)]


# All privates


@pytest.mark.rule("1888*-PRV-01", "1888*-PRV-04", "1888*-ACT-07")
def test_a_company_buys_a_private_from_phase_three_on(title: str) -> None:
    game = owning(title, "TA")
    assign_private(game, "KT", 0)
    assert code(game, buy_private(game, 0, "JHR", "KT", 30)) == "private_phase"
    set_phase(game, "3")
    assert code(game, buy_private(game, 0, "JHR", "KT", 30)) == ""
    play(game, buy_private(game, 0, "JHR", "KT", 30))
    assert set(game.companies["JHR"].privates) == {"TA", "KT"}


@pytest.mark.rule("1888-PRV-05")
def test_the_prototype_sets_no_limits_to_its_price() -> None:
    game = owning("1888", "TA")
    assign_private(game, "KT", 0)
    set_phase(game, "3")
    assert code(game, buy_private(game, 0, "JHR", "KT", 0)) == "private_price"
    assert code(game, buy_private(game, 0, "JHR", "KT", 1)) == ""
    assert code(game, buy_private(game, 0, "JHR", "KT", 500)) == ""
    assert code(game, buy_private(game, 0, "JHR", "KT", 501)) == "private_cash"


@pytest.mark.rule("1888N-PRV-05", "1888N-PRV-12")
def test_the_published_edition_asks_half_to_one_and_a_half() -> None:
    game = owning("1888n", "TA")
    assign_private(game, "HS", 0)
    set_phase(game, "3")
    for price, reason in ((37, "private_price"), (38, ""), (112, ""), (113, "private_price")):
        assert code(game, buy_private(game, 0, "JHR", "HS", price)) == reason


@pytest.mark.rule("1888*-PRV-03", "1888*-CO-05")
def test_privates_are_not_sold_between_players(title: str) -> None:
    game = stock_round(title=title)
    assign_private(game, "KT", 1)
    start(game, "JHR", {0: 60}, par=95)
    assert clause(game, buy_private(game, 0, "JHR", "KT", 30)).endswith("PRV-03")


@pytest.mark.rule("1888*-PRV-07")
def test_a_companys_power_is_of_no_use_to_a_player(title: str) -> None:
    game = owning(title, "TA")
    assign_private(game, "TA", 0)
    assert not powers_listed(game)
    assert code(game, lay_private(game, 0, "TA", "H2", "L39", 5)) == "not_your_private"


@pytest.mark.rule("1888*-PRV-07", "1888*-CO-03")
def test_nor_in_another_companys_turn(title: str) -> None:
    game = owning(title, "TA")
    start(game, "SSL", {0: 60}, par=90)
    assign_private(game, "TA", "SSL")
    assert code(game, lay_private(game, 0, "TA", "H2", "L39", 5)) == "private_lay_when"


@pytest.mark.rule("1888*-PRV-09", "1888*-TA-05", "1888*-HS-04", "1888*-YF-04", "1888*-PHS-06")
def test_phase_five_closes_all_privates_and_their_tiles_are_lost(title: str) -> None:
    game = owning(title, "TA", step="trains")
    for private in ("HS", "YRF", "CW"):
        assign_private(game, private, "JHR")
    assign_private(game, "KT", 1)
    assert powers_listed(game)
    begin_phases(game.ruleset, game.state, [], 3)
    assert all(private.is_closed for private in game.privates.values())
    assert not powers_listed(game)


# Terracotta Army


@pytest.mark.rule("1888*-TA-01", "1888*-TA-02", "1888*-TA-03", "1888*-TA-04", "1888*-TA-06", "1888*-MAP-03")
def test_the_red_tile_on_xian(title: str) -> None:
    game = owning(title, "TA")
    assert [(each.rotation, each.tile) for each in powers_listed(game)] == [(5, powers_listed(game)[0].tile)]
    play(game, lay_private(game, 0, "TA", "H2", "L39", 5))
    node = game.setup.faces[game.state.tiles[game.setup.map.by_name["H2"]]].nodes[0]
    assert node.revenue[1:5] == (40, 50, 60, 70)
    assert not game.privates["TA"].is_closed
    assert game.to_act.doing == "track"
    assert any(each.kind == "lay_tile" for each in game.legal_actions())
    assert code(game, lay_private(game, 0, "TA", "H2", "L39", 5)) == "power_used"


@pytest.mark.rule("1888*-ACT-07")
@pytest.mark.parametrize("step", ["track", "trains"])
def test_powers_at_any_point_of_the_turn_and_a_last_chance_at_its_end(title: str, step: str) -> None:
    game = owning(title, "TA", step=step)
    assert powers_listed(game)
    while game.to_act.doing != "privates":
        action = next(each for each in game.legal_actions() if each.kind in ("pass", "buy_train"))
        game.apply(action.example())
    assert powers_listed(game)


# Heng Shan


@pytest.mark.rule("1888*-HS-01", "1888*-HS-07")
def test_c5_is_blocked_until_a_company_has_the_private(title: str) -> None:
    game = round_beijing(title)
    start(game, "JZR", {0: 60}, par=95, cash=500)
    assign_private(game, "HS", 1)
    game = operate(game, "JZR")
    assert code(game, lay_tile(game, "JZR", "C5", "9", 1)) == "hex_blocked"
    give_private(game.state, 2, game.state.players + game.state.companies)
    assert code(game, lay_tile(game, "JZR", "C5", "9", 1)) == "hex_blocked"
    assign_private(game, "HS", "JZR")
    assert code(game, lay_tile(game, "JZR", "C5", "9", 1)) == ""
    play(game, lay_tile(game, "JZR", "C5", "9", 1))
    assert game.companies["JZR"].cash == 460


@pytest.mark.rule("1888*-HS-02", "1888*-HS-03", "1888*-HS-08")
def test_the_mountain_tile_is_free_extra_and_unconnected(title: str) -> None:
    game = owning(title, "HS")
    assert code(game, lay_private(game, 0, "HS", "C5", "L41", 1)) == ""
    lay(game, "C5", "9", 1)
    assert code(game, lay_private(game, 0, "HS", "C5", "L41", 1)) == "tile_fit"
    game = owning(title, "HS")
    play(game, lay_private(game, 0, "HS", "C5", "L41", 1))
    assert game.companies["JHR"].cash == 500
    assert any(each.kind == "lay_tile" for each in game.legal_actions())
    set_phase(game, "7")
    assert not lays_on(game, "JHR", "C5")


@pytest.mark.rule("1888N-HS-09")
def test_every_company_may_call_at_the_mountain(title: str) -> None:
    game = by_the_mountain(title, best_run=False)
    assign_private(game, "HS", 1)
    start(game, "HJR", {0: 60}, par=95, trains=["2"], tokens=["C3"])
    game = operate(game, "HJR", "run")
    play(game, run(game, "HJR", ("2", "C3 C5")))
    play(game, next(each for each in game.legal_actions() if each.kind == "dividend"))
    assert game.companies["HJR"].cash == 40


# Great Wall


@pytest.mark.rule("1888-CW-01", "1888N-CW-01", "1888*-CW-02", "1888*-CW-05")
def test_two_free_tiles_along_the_wall_beyond_the_normal_one(title: str) -> None:
    game = owning(title, "CW")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1))
    assert game.to_act.doing == "track", "nothing keeps the company from what else it does"
    play(game, lay_private(game, 0, "CW", "D6", "9", 1))
    assert game.companies["JHR"].cash == 500
    assert game.to_act.doing == "track"
    assert not powers_listed(game)
    assert code(game, lay_private(game, 0, "CW", "D2", "8", 3)) == "power_used", "no third"
    assert any(each.kind == "lay_tile" for each in game.legal_actions())
    assert not game.privates["CW"].is_closed


@pytest.mark.rule("1888-CW-01", "1888N-CW-01", "1888*-CW-03")
def test_a_normal_lay_may_come_between_the_two(title: str) -> None:
    game = owning(title, "CW")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1), lay_tile(game, "JHR", "C11", "9", 1))
    assert game.to_act.doing != "track"
    assert {game.setup.map.hexes[each.hex].name for each in powers_listed(game)} == {"D2", "D6"}  # at both its ends
    play(game, lay_private(game, 0, "CW", "D6", "9", 1))
    assert not powers_listed(game)
    assert game.hex("D6").tile is not None


def to_the_last_step(game: Game) -> Game:
    """Pass until only the company's privates are left to use."""
    while game.to_act.doing != "privates":
        game.apply(next(each for each in game.legal_actions() if each.kind in ("pass", "buy_train")).example())
    return game


@pytest.mark.rule("1888*-CW-03")
def test_both_in_one_turn_and_once_only(title: str) -> None:
    """The second lay may come at the end of the turn; in the next turn there is none."""
    game = owning(title, "CW")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1))
    assert powers_listed(to_the_last_step(game))
    assert position.read(position.write(game)).legal_actions() == game.legal_actions()
    assert code(game, lay_tile(game, "JHR", "D4", "8", 0)) == "not_this_step"
    play(game, Pass(0))
    operate(game, "JHR")
    assert not powers_listed(game)
    assert code(game, lay_private(game, 0, "CW", "D6", "9", 1)) == "power_used"


def test_a_position_may_say_only_where_a_use_of_this_turn_has_laid_less_than_all(title: str) -> None:
    game = owning(title, "CW")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1))
    power = game.ruleset.powers.of_private[game.privates["CW"].id][0]
    assert isinstance(power, LaysTile)
    uses, lowest = game.state.memory[power.id], 1 << power.uses.bit_length()
    wrong = (uses + power.uses, uses | lowest | lowest << 1, lowest << len(power.hexes))
    for value, may in ((uses, True), *((value, False) for value in wrong)):
        assert power.may_remember(game.state, value) == may
    pop(game.state)
    assert not power.may_remember(game.state, uses), "in no turn"


@pytest.mark.rule("1888*-CW-03")
def test_between_the_two_privates_may_close_and_the_position_is_one_all_the_same(title: str) -> None:
    game = owning(title, "CW", step="trains")
    set_phase(game, "4")
    empty_depot(game, "2", "3", "4")
    set_treasury(game, "JHR", 1000)
    play(game, lay_private(game, 0, "CW", "D4", "9", 1), buy_train(game, "JHR", "5"))
    assert game.privates["CW"].is_closed
    assert not powers_listed(game)
    assert position.read(position.write(game)).state == game.state
    play(game, Pass(0))
    operate(game, "JHR")
    assert game.state.memory[game.ruleset.powers.of_private[game.privates["CW"].id][0].id] == 0


@pytest.mark.rule("1888*-CW-04")
@pytest.mark.parametrize("variants", [(), ("18xx.games",)])
def test_the_second_tile_is_joined_to_the_first(title: str, variants: tuple[str, ...]) -> None:
    game = owning(title, "CW", variants=variants)
    play(game, lay_private(game, 0, "CW", "D4", "9", 1))  # sides 1 and 4
    assert code(game, lay_private(game, 0, "CW", "D6", "9", 0)) == "private_lay_joined"
    assert code(game, lay_private(game, 0, "CW", "E3", "57", 0)) == "private_lay_joined"
    assert code(game, lay_private(game, 0, "CW", "D2", "9", 1)) == "tile_fit"  # D2 has no side 1
    assert code(game, lay_private(game, 0, "CW", "D4", "8", 1)) == "private_lay_where"
    assert code(game, lay_private(game, 0, "CW", "D6", "8", 1)) == ""  # sides 1 and 3


@pytest.mark.rule("1888-CW-01", "1888N-CW-01", "1888*-CW-03")
def test_where_no_second_tile_fits_none_is_waited_for(title: str) -> None:
    game = owning(title, "CW", step="privates")
    play(game, lay_private(game, 0, "CW", "C15", "7", 1))  # Qinhuangdao holds a tile, B14 has no wall
    assert game.to_act.company != company(game, "JHR") or game.to_act.doing != "privates"
    game = owning(title, "CW", variants=["18xx.games"])
    play(game, lay_private(game, 0, "CW", "C15", "7", 1))
    assert game.to_act.doing == "free lay"
    assert {each.kind for each in game.legal_actions()} == {"pass", "lay_tile"}
    assert code(game, buy_train(game, "JHR", "2")) == "only_free_lay"


@pytest.mark.rule("1888*-CW-03")
@pytest.mark.parametrize("variants", [(), ("18xx.games",)])
def test_between_the_two_tiles_anything_of_the_turn_may_be_laid(title: str, variants: tuple[str, ...]) -> None:
    """Another private's tile, tiles laid at once by another private, and the turn's own tile."""
    game = owning(title, "CW", variants=variants)
    for symbol in ("HS", "TA", "YRF"):
        assign_private(game, symbol, "JHR")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1))
    assert game.is_legal(lay_private(game, 0, "HS", "C5", "L41", 0))
    play(game, lay_private(game, 0, "HS", "C5", "L41", 0), lay_tile(game, "JHR", "C11", "9", 1))
    play(game, lay_private(game, 0, "TA", "H2", "L39", 5))
    play(game, lay_private(game, 0, "YRF", "F16", "L40b", 0))
    if variants:
        assert code(game, lay_private(game, 0, "CW", "D6", "8", 1)) == "only_free_lay", "the ferry is laid whole"
        assert position.read(position.write(game)).state == game.state
        play(game, lay_private(game, 0, "YRF", "E17", "L40a", 0))
    assert code(game, lay_tile(game, "JHR", "C11", "9", 1)) != ""
    assert position.read(position.write(game)).legal_actions() == game.legal_actions()
    play(game, lay_private(game, 0, "CW", "D6", "8", 1))
    assert not powers_listed(game)
    assert game.to_act.doing == "token"


@pytest.mark.rule("1888*-CW-03")
def test_the_second_tile_need_not_be_laid_after_another_private_s(title: str) -> None:
    game = owning(title, "CW", variants=["18xx.games"])
    assign_private(game, "HS", "JHR")
    play(game, lay_private(game, 0, "CW", "D4", "9", 1), lay_private(game, 0, "HS", "C5", "L41", 0), Pass(0))
    assert game.to_act.doing == "track"
    assert code(game, lay_private(game, 0, "CW", "D6", "8", 1)) == "power_used"
    assert code(game, lay_tile(game, "JHR", "C11", "9", 1)) == ""


@pytest.mark.rule("1888*-CW-06")
def test_the_tile_must_suit_the_hex(title: str) -> None:
    game = owning(title, "CW")
    assert code(game, lay_private(game, 0, "CW", "C3", "57", 2)) == ""
    assert code(game, lay_private(game, 0, "CW", "C3", "8", 2)) == "tile_fit"
    assert code(game, lay_private(game, 0, "CW", "C7", "9", 0)) == "tile_fit"  # a tile lies there
    assert code(game, lay_private(game, 0, "CW", "D8", "9", 0)) == "private_lay_where"
    assert code(game, lay_private(game, 0, "CW", "C15", "9", 1)) == "tile_fit"  # a barrier at side 4


# The ferry


@pytest.mark.rule("1888*-YF-01", "1888*-YF-02", "1888*-YF-03", "1888*-MAP-05")
def test_the_ferry_tile_is_laid_at_once_on_both_ends(title: str) -> None:
    game = owning(title, "YRF")
    events = play(game, lay_private(game, 0, "YRF", "F16", "L40b", 0))
    assert kinds(events) == ["private_tile_laid", "private_tile_laid"]
    shown = {name: game.setup.faces[game.state.tiles[game.setup.map.by_name[name]]].name for name in ("E17", "F16")}
    assert shown == {"E17": "L40a", "F16": "L40b"}
    assert not game.privates["YRF"].is_closed
    assert any(each.kind == "lay_tile" for each in game.legal_actions())


@pytest.mark.rule("1888*-YF-01")
def test_on_18xx_games_the_other_end_is_asked_for(title: str) -> None:
    game = owning(title, "YRF", variants=["18xx.games"])
    play(game, lay_private(game, 0, "YRF", "F16", "L40b", 0))
    assert game.to_act.doing == "free lay"
    assert code(game, Pass(0)) == "must_lay_rest"
    play(game, lay_private(game, 0, "YRF", "E17", "L40a", 0))
    assert game.to_act.doing == "track"


@pytest.mark.rule("1888N-YF-05", "1888*-TOK-15")
def test_every_company_may_use_the_ferry_and_have_stations_at_its_ends(title: str) -> None:
    game = stock_round(title=title, best_run=False)
    lay(game, "E17", "L40a")
    lay(game, "F16", "L40b")
    start(game, "LYR", {0: 60}, par=95, cash=100, trains=["2"])
    game = operate(game, "LYR", "token")
    token_at_dalian = next(each for each in game.legal_actions() if isinstance(each, PlaceToken))
    assert token_at_dalian.hex == game.setup.map.by_name["E17"]
    play(game, Pass(0))
    assert code(game, run(game, "LYR", ("2", "F16 E17"))) == ""


# Forbidden City


def city(title: str, *holders: int, market: int = 0, player: int = 0, **more: Any) -> Game:
    """A stock round in which `player` owns the Forbidden City; JHR has a station in Beijing, SSL has none."""
    game = stock_round(title=title, player=player, **more)
    shares = dict(zip(holders, (60,) if len(holders) == 1 else (30, 20, 10), strict=False)) or {1: 40}
    start(game, "JHR", shares, par=95, market=market, tokens=[])
    token(game, "JHR", "C9", 1)
    start(game, "SSL", {1: 40}, par=95)
    assign_private(game, "FC", player)
    return game


@pytest.mark.rule("1888*-FC-01", "1888*-FC-02")
def test_it_is_exchanged_for_a_share_of_a_company_in_beijing(title: str) -> None:
    game = city(title, market=10)
    assert code(game, exchange(game, 0, "FC", "SSL")) == "exchange_no_token"
    assert code(game, exchange(game, 0, "FC", "JHR", "ipo")) == ""
    assert code(game, exchange(game, 0, "FC", "JHR", "market")) == ""
    play(game, exchange(game, 0, "FC", "JHR", "market"))
    assert game.privates["FC"].is_closed
    assert game.players[0].shares == {"JHR": 10}
    assert game.players[0].cash == 600


@pytest.mark.rule("1888*-FC-03")
def test_the_exchange_is_the_purchase_of_the_turn(title: str) -> None:
    game = city(title)
    play(game, exchange(game, 0, "FC", "JHR"))
    assert game.to_act.player == 1
    assert game.state.priority == 1
    game = city(title)
    start(game, "CDL", {0: 20}, par=70)
    assert not is_admitted(game, exchange(game, 1, "FC", "JHR"))


def penniless(title: str, **more: Any) -> Game:
    """Player 1 is to act and has shares to sell; 0 owns the Forbidden City, 2 and 3 have nothing."""
    game = city(title, **more)
    for player in range(4):
        set_cash(game, player, 0)
    game.state.stack = (*game.state.stack[:-1], frames.Stock(1))
    return game


@pytest.mark.rule("1888*-FC-01", "1888*-FC-03")
def test_who_can_do_nothing_but_the_exchange_is_asked(title: str) -> None:
    game = penniless(title)
    assert kinds(play(game, Pass(1))) == ["passed", "auto_passed", "auto_passed"]
    assert {each.kind for each in game.legal_actions(0)} == {"pass", "exchange_private"}
    assert game.to_act.player == 0
    # 18xx.games passes for such a player and does not record it.
    other = penniless(title, variants=["18xx.games"], passes_without_trade=True)
    assert kinds(play(other, Pass(1)))[:4] == ["passed", "auto_passed", "auto_passed", "auto_passed"]


@pytest.mark.rule("1888-CRT-11", "1888N-CRT-10", "1888*-FC-06")
def test_who_is_above_the_certificate_limit_sells_and_exchanges_nothing(title: str) -> None:
    game = stock_round(6, title=title)  # limit 11
    start(game, "JHR", {1: 40}, par=95, tokens=[])
    token(game, "JHR", "C9", 1)
    for symbol in ("SSL", "CDL"):
        start(game, symbol, {0: 60}, par=95)  # five certificates each
    assign_private(game, "FC", 0)
    assert code(game, exchange(game, 0, "FC", "JHR")) == ""  # eleven: the exchange does not change the count
    assign_private(game, "KT", 0)
    assert code(game, exchange(game, 0, "FC", "JHR")) == "must_sell"


@pytest.mark.rule("1888*-FC-04")
def test_nothing_is_sold_in_that_turn(title: str) -> None:
    game = city(title)
    start(game, "CDL", {0: 40}, par=70)
    play(game, sell(game, 0, "CDL", 1))
    assert code(game, exchange(game, 0, "FC", "JHR")) == "exchange_after_sale"


@pytest.mark.rule("1888*-FC-05")
def test_a_company_that_owns_it_exchanges_nothing(title: str) -> None:
    game = city(title)
    assign_private(game, "FC", "JHR")
    assert code(game, exchange(game, 0, "FC", "JHR")) == "not_your_private"


@pytest.mark.rule("1888*-FC-06")
def test_limits_and_a_change_of_director_hold_for_the_exchange(title: str) -> None:
    assert code(city(title, 0), exchange(city(title, 0), 0, "FC", "JHR")) == "hold_limit"
    game = city(title, 1, 0)  # 30 and 20
    play(game, buy(game, 0, "JHR"), Pass(1), Pass(2), Pass(3))
    play(game, exchange(game, 0, "FC", "JHR"))
    assert president(game, "JHR") == 0
    game = city(title, 1, 0)
    game.state.sold = with_value(game.state.sold, 0, 1 << company(game, "JHR"))
    assert code(game, exchange(game, 0, "FC", "JHR")) == "sold_this_round"
    start(game, "JZR", {1: 60}, par=70)  # in Beijing, too
    assert code(game, exchange(game, 0, "FC", "JZR")) == ""
    game.state.sold = with_value(game.state.sold, 0, 1 << company(game, "JZR"))
    assert code(game, exchange(game, 0, "FC", "JZR")) == "sold_this_round"


def test_on_18xx_games_the_prototypes_exchange_comes_besides() -> None:
    game = city("1888", market=10, variants=["18xx.games"])
    assert code(game, exchange(game, 0, "FC", "JHR", "market")) == "exchange_what"
    play(game, exchange(game, 0, "FC", "JHR"))
    assert game.to_act.player == 0
    assert game.state.players + IPO == 4


def test_on_18xx_games_the_prototypes_exchange_is_for_stock_rounds() -> None:
    """Legal there in any player's turn, but not between companies' turns or in a turn of the owner's company."""
    game = city("1888", player=1, variants=["18xx.games"])
    assign_private(game, "FC", 0)
    assert code(game, exchange(game, 0, "FC", "JHR")) == ""
    operate(game, "JHR")
    assert code(game, exchange(game, 0, "FC", "JHR")) == "exchange_when"
    assign_private(game, "FC", 1)  # president of JHR
    assert code(game, exchange(game, 1, "FC", "JHR")) == "exchange_when"


def test_on_18xx_games_the_published_exchange_may_be_of_a_company_one_has_sold() -> None:
    """A company sold earlier in this stock round, but not in the same turn."""
    game = city("1888n", 0, 10, variants=["18xx.games"])
    game.state.sold = with_value(game.state.sold, 0, 1 << company(game, "JHR"))
    assert code(game, buy(game, 0, "JHR")) == "sold_this_round"
    assert code(game, exchange(game, 0, "FC", "JHR")) == ""
    play(game, exchange(game, 0, "FC", "JHR"))
    assert code(game, buy(game, 0, "JHR")) == "not_your_turn"
    game = city("1888n", 0, 10, variants=["18xx.games"])
    start(game, "CDL", {0: 40}, par=70)
    play(game, sell(game, 0, "CDL", 1))
    assert code(game, exchange(game, 0, "FC", "JHR")) == "exchange_after_sale"


def test_on_18xx_games_the_next_round_begins_after_who_exchanged_last() -> None:
    """18xx.games shows the priority deal unchanged, but starts its next stock round to the exchanger's left."""
    game = city("1888n", variants=["18xx.games"])
    game.state.priority = 0
    shown = interop.Tracer(game)
    for action in (exchange(game, 0, "FC", "JHR"), Pass(1), Pass(2), Pass(3)):
        shown.add(action, play(game, action))
        assert shown.latest["priority"] == game.names[0]
    shown.add(Pass(0), play(game, Pass(0)))
    assert game.state.round != STOCK_ROUND
    assert shown.latest["priority"] == game.names[1]
    assert game.state.priority == 1


@pytest.mark.rule("1888*-PRV-04", "1888*-PRV-06")
def test_an_offer_is_asked_of_the_owner(title: str) -> None:
    game = owning(title, "TA")
    assign_private(game, "KT", 1)
    set_phase(game, "3")
    play(game, buy_private(game, 0, "JHR", "KT", 30))
    assert game.to_act.player == 1
    play(game, Answer(1, 1))
    assert game.players[1].cash == 630
    set_cash(game, 1, 0)
