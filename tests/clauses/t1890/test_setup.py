"""1890: contents of each scenario (1, 3, 4, A to D, IV)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import tetsudo
from tests.builders import bid, buy, code, end_stock_round, new_game, par, pass_times, play, start, stock_round
from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS
from tetsudo.engine.model.title import Setup
from tetsudo.engine.state.rows import values_of
from tetsudo.engine.state.state import bank_cash
from tetsudo.titles import loader

SCENARIOS = ("A", "B", "C", "D")
SMALL = ("A", "B")
LARGE = ("C", "D")


def made(scenario: str, players: int = 4) -> Setup:
    return loader.setup("1890", players, scenario=scenario)


def trains_of(scenario: str) -> dict[str, int]:
    return {each.name: each.count for each in made(scenario).trains}


def corporations(scenario: str) -> set[str]:
    return {each.symbol for each in made(scenario).companies if each.kind == "corporation"}


def line_up(scenario: str) -> list[tuple[str, int]]:
    return [(lot.symbol, lot.price) for lot in made(scenario).lots]


# Scenarios and players


@pytest.mark.rule("1890-I-a", "1890-1.6-a", "1890-A-a", "1890-B-a", "1890-C-a", "1890-D-a")
def test_four_scenarios_can_be_played() -> None:
    choices = {each.name: each.title for each in loader.title_info("1890").scenarios}
    assert choices == {
        "A": "Hanshin Railway",
        "B": "Keihanshin Railway",
        "C": "1890",
        "D": "1890 Simplified",
    }
    for scenario in SCENARIOS:
        game = tetsudo.new("1890", players=["Ann", "Bo", "Cy"], scenario=scenario)
        assert game.to_act.doing == "auction"


@pytest.mark.rule("1890-1-a", "1890-A.1-a", "1890-B.1-a", "1890-C.1-a", "1890-D.1-a")
@pytest.mark.parametrize(("scenario", "least", "most"), [("A", 2, 4), ("B", 2, 4), ("C", 2, 7), ("D", 2, 7)])
def test_players_of_each_scenario(scenario: str, least: int, most: int) -> None:
    assert {made(scenario, players).players for players in range(least, most + 1)} == set(range(least, most + 1))
    for wrong in (least - 1, most + 1):
        with pytest.raises(BadInput):
            made(scenario, wrong)


@pytest.mark.rule("1890-1-b")
def test_what_was_chosen_cannot_change() -> None:
    game = new_game(3, title="1890", scenario="A")
    with pytest.raises(FrozenInstanceError):
        game.setup.scenario = "B"  # type: ignore[misc]
    assert game.record().scenario == "A"


# Money, limits, turns


@pytest.mark.rule("1890-3.6-a", "1890-4.2.1-a", "1890-A.5-a", "1890-A.7-a", "1890-B.5-a", "1890-B.7-a")
@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize(("players", "cash", "limit"), [(2, 750, 16), (3, 500, 12), (4, 375, 10)])
def test_money_and_certificate_limits_of_the_small_scenarios(
    scenario: str, players: int, cash: int, limit: int
) -> None:
    game = new_game(players, title="1890", scenario=scenario)
    assert game.setup.settings.certificate_limit == limit
    assert [each.cash for each in game.players] == [cash] * players
    assert bank_cash(game.state) == 6000 - 1500


@pytest.mark.rule(
    "1890-3.6-a", "1890-4.2.1-a", "1890-C.5-a", "1890-C.5-b", "1890-C.5-c", "1890-C.7-a", "1890-D.5-a", "1890-D.7-a"
)
@pytest.mark.parametrize("scenario", LARGE)
@pytest.mark.parametrize(
    ("players", "cash", "limit"), [(2, 1260, 26), (3, 840, 18), (4, 630, 15), (5, 504, 13), (6, 420, 11), (7, 360, 10)]
)
def test_money_and_certificate_limits_of_the_large_scenarios(
    scenario: str, players: int, cash: int, limit: int
) -> None:
    game = new_game(players, title="1890", scenario=scenario)
    assert game.setup.settings.certificate_limit == limit
    assert [each.cash for each in game.players] == [cash] * players
    assert bank_cash(game.state) == 12500 - 2520


@pytest.mark.rule("1890-4.3-b", "1890-4.3-a")
def test_seats_are_drawn_and_the_first_begins() -> None:
    names = ["Ann", "Bo", "Cy", "Di", "Ed"]
    seatings = {tetsudo.new("1890", names, seed=seed, seating="random").names for seed in range(8)}
    assert len(seatings) > 1
    assert {tuple(sorted(seating)) for seating in seatings} == {tuple(names)}
    game = tetsudo.new("1890", names, seed=3, seating="random")
    assert (game.to_act.player, game.state.priority) == (0, 0)
    turns = [game.to_act.player]
    for _ in range(4):
        pass_times(game, 1)
        turns.append(game.to_act.player)
    assert turns == [0, 1, 2, 3, 4]


@pytest.mark.rule("1890-Intro-c")
def test_only_the_seats_come_from_the_seed() -> None:
    games = [tetsudo.new("1890", ["Ann", "Bo", "Cy"], seed=seed) for seed in (1, 2)]
    for game in games:
        play(game, bid(game, 0, "AR", 20), bid(game, 1, "KT", 40), bid(game, 2, "KS", 165))
    assert games[0].position() == games[1].position()


# Trains and phases


@pytest.mark.rule("1890-4.1-d", "1890-12.1-e", "1890-A.4-a", "1890-B.4-a", "1890-C.4-a", "1890-D.4-a")
def test_trains_in_their_order() -> None:
    assert trains_of("A") == {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 5}
    assert trains_of("B") == {"2": 5, "3": 4, "4": 3, "5": 2, "6": 1, "D": 6}
    assert trains_of("C") == {"2": 9, "2+2": 3, "3": 5, "3+3": 2, "4": 4, "5": 3, "6": 2, "D": 6}
    assert trains_of("D") == {"2": 6, "2+2": 3, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}
    assert list(trains_of("C")) == ["2", "2+2", "3", "3+3", "4", "5", "6", "D"]


@pytest.mark.rule("1890-12.1-d", "1890-3.8-a")
def test_trains_by_price() -> None:
    setup = made("C")
    assert [each.price for each in setup.trains] == [80, 120, 180, 230, 300, 450, 630, 1100]
    assert (setup.trains[-1].trade_in_price, [setup.trains[id].name for id in setup.trains[-1].trade_ins]) == (
        800,
        ["4", "5", "6"],
    )
    game = new_game(3, title="1890", scenario="C")
    assert sum(game.state.trains) == 9 + 3 + 5 + 2 + 4 + 3 + 2 + 6


@pytest.mark.rule("1890-A.6-a", "1890-B.6-a", "1890-C.6-a", "1890-D.6-a", "1890-5-b")
def test_half_phases_begin_with_trains_of_two_numbers() -> None:
    names = {scenario: [phase.name for phase in made(scenario).phases] for scenario in SCENARIOS}
    assert names["A"] == names["B"] == ["1", "2", "3", "4", "5", "6"]
    assert names["C"] == ["1", "1.5", "2", "2.5", "3", "4", "5", "6"]
    assert names["D"] == ["1", "1.5", "2", "3", "4", "5", "6"]
    begun = {phase.name: phase.trigger for phase in made("C").phases}
    trains = [each.name for each in made("C").trains]
    assert {name: trains[begun[name]] for name in ("1.5", "2.5")} == {"1.5": "2+2", "2.5": "3+3"}


@pytest.mark.rule("1890-IV-a")
def test_the_summary_of_phases() -> None:
    setup = made("C")
    jr, minor, corporation = setup.company("JR"), setup.company("KAN"), setup.company("NK")
    table = {
        phase.name: (
            COLOURS[phase.colour],
            phase.operating_rounds,
            (phase.limit_of(minor), phase.limit_of(corporation), phase.limit_of(jr)),
            phase.lays_of(jr),
            phase.sells_privates,
        )
        for phase in setup.phases
    }
    assert table == {
        "1": ("yellow", 1, (2, 4, 6), 2, False),
        "1.5": ("yellow", 1, (2, 4, 6), 2, False),
        "2": ("green", 2, (2, 4, 6), 2, True),
        "2.5": ("green", 2, (2, 4, 6), 2, True),
        "3": ("green", 2, (1, 3, 4), 2, True),
        "4": ("brown", 3, (1, 2, 3), 1, False),
        "5": ("brown", 3, (1, 2, 3), 1, False),
        "6": ("brown", 3, (1, 2, 3), 1, False),
    }


@pytest.mark.rule("1890-IV-c")
def test_the_summary_of_mergers() -> None:
    setup = made("C")
    forming = setup.company("KN").forms
    assert forming is not None
    names = [phase.name for phase in setup.phases]
    when = {
        setup.companies[each.minor].symbol: tuple(names[phase] if phase >= 0 else "" for phase in (each.may, each.must))
        for each in forming.members
    }
    assert when == {"OER": ("2", "2.5"), "ORY": ("", ""), "KAN": ("2", "3"), "NER": ("4", "5")}


# Privates, minors, companies


@pytest.mark.rule("1890-A.8-a", "1890-A.8-b", "1890-A.8-c", "1890-A.8.2-a")
def test_the_line_up_of_a() -> None:
    assert line_up("A") == [("AR", 20), ("KT", 40), ("KS", 60), ("HT", 110), ("OM", 120), ("KER", 100)]
    incomes = {each.symbol: each.income for each in made("A").privates if not each.late}
    assert incomes == {"AR": 5, "KT": 10, "KS": 15, "HT": 20, "OM": 30}


@pytest.mark.rule("1890-B.8-a", "1890-B.8-b", "1890-B.8-c")
def test_the_line_up_of_b() -> None:
    assert line_up("B") == [("AR", 20), ("KT", 40), ("HT", 110), ("OM", 120), ("KS", 160), ("KER", 100)]
    incomes = {each.symbol: each.income for each in made("B").privates if not each.late}
    assert incomes == {"AR": 5, "KT": 10, "HT": 20, "OM": 30, "KS": 25}
    minors = [each.symbol for each in made("B").companies if each.kind == "minor"]
    assert (len(incomes), minors, len(corporations("B"))) == (5, ["KER"], 5)


@pytest.mark.rule("1890-C.8-a", "1890-C.8-b", "1890-C.8-c", "1890-C.8.2-a", "1890-3.3-a")
def test_the_line_up_of_c() -> None:
    assert line_up("C") == [
        ("AR", 20), ("KT", 40), ("HN", 70), ("HT", 110), ("KS", 160), ("OM", 220),
        ("KAN", 100), ("OER", 200), ("ORY", 100), ("NER", 160), ("KER", 100),
    ]  # fmt: skip
    privates = {each.symbol: (each.price, each.income, each.late) for each in made("C").privates}
    assert {symbol: row for symbol, row in privates.items() if row[0]} == {
        "AR": (20, 5, False), "KT": (40, 10, False), "HN": (70, 15, False), "HT": (110, 20, False),
        "KS": (160, 25, False), "OM": (220, 40, False),
        "KF": (200, 40, True), "KR": (240, 0, True), "KO": (280, 60, True), "SB": (320, 70, True),
    }  # fmt: skip


@pytest.mark.rule("1890-D.8-a", "1890-D.8-b", "1890-D.8-c", "1890-D.8.2-a", "1890-D.8.3-b")
def test_the_line_up_of_d() -> None:
    assert line_up("D") == [("AR", 20), ("KT", 40), ("HN", 70), ("HT", 110), ("KS", 160), ("OM", 220), ("KER", 100)]
    assert [each.symbol for each in made("D").companies if each.kind == "minor"] == ["KER"]
    assert [each.symbol for each in made("D").privates if each.late and each.price] == []


@pytest.mark.rule("1890-3.10-a")
def test_five_order_tokens_are_minors_and_the_sixth_is_kobe_rapids() -> None:
    setup = made("C")
    minors = [each.symbol for each in setup.companies if each.kind == "minor"]
    assert minors == ["KAN", "OER", "ORY", "NER", "KER"]
    assert {each.symbol: each.tokens for each in setup.privates if each.tokens} == {"KR": 1}


@pytest.mark.rule("1890-A.8.4-a", "1890-B.12-a", "1890-C.8.4-a", "1890-D.8.4-g")
def test_the_companies_of_each_scenario() -> None:
    assert corporations("A") == {"HS", "HK", "JR", "SY"}
    assert corporations("B") == {"HS", "HK", "JR", "SY", "KH"}
    assert corporations("C") == corporations("D") == {"JR", "OS", "KH", "NK", "KN", "SY", "HS", "HK"}


HOMES = {
    "HS": ("F9", 3), "HK": ("E12", 4), "SY": ("F3", 2), "KH": ("E16", 3), "NK": ("I12", 3), "OS": ("H11", 1),
}  # fmt: skip


@pytest.mark.rule(
    "1890-A.8.4-b", "1890-A.8.4-e", "1890-A.8.4-n", "1890-C.8.4-d", "1890-C.8.4-m", "1890-C.8.4-ai", "1890-C.8.4-ao",
    "1890-10.4.1-b", "1890-7.3.2-a",
)  # fmt: skip
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_homes_and_tokens(scenario: str) -> None:
    setup = made(scenario)
    found = {
        each.symbol: (setup.map.hexes[each.homes[0][0]].name, len(each.token_prices))
        for each in setup.companies
        if each.symbol in HOMES
    }
    assert found == {symbol: home for symbol, home in HOMES.items() if symbol in corporations(scenario)}
    prices = {1: (0,), 2: (0, 40), 3: (0, 40, 100), 4: (0, 40, 100, 100)}
    for symbol, (_, tokens) in found.items():
        assert setup.company(symbol).token_prices == prices[tokens]


@pytest.mark.rule("1890-A.8.4-f", "1890-C.8.4-b")
def test_jr_has_a_token_for_each_home_on_the_map() -> None:
    homes = {
        scenario: [(made(scenario).map.hexes[hex].name, city) for hex, city in made(scenario).company("JR").homes]
        for scenario in SCENARIOS
    }
    assert homes["C"] == homes["D"] == [("G12", 0), ("B17", 0), ("H19", 0), ("F5", 0)]
    assert homes["A"] == homes["B"] == [("G12", 0), ("B17", 0), ("F5", 0)]
    assert made("C").company("JR").token_prices == (0, 0, 0, 0, 40, 100)
    assert made("A").company("JR").token_prices == (0, 0, 0, 40, 100)


@pytest.mark.rule("1890-C.8.4-n")
def test_kinki_has_the_homes_of_its_minors_and_two_tokens_more() -> None:
    setup = made("C")
    kinki = setup.company("KN")
    assert {(setup.map.hexes[hex].name, city) for hex, city in kinki.homes} == {
        ("H13", 1), ("J15", 0), ("B17", 2), ("H19", 1),
    }  # fmt: skip
    assert kinki.token_prices == (0, 0, 0, 0, 40, 100)


# Setup before the first decision


@pytest.mark.rule("1890-4.1-a", "1890-3.12-a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_table_is_laid_out(scenario: str) -> None:
    game = new_game(3, title="1890", scenario=scenario)
    state, setup = game.state, game.setup
    assert state.tiles == tuple(hex.printed for hex in setup.map.hexes)
    assert values_of(state.supply) == tuple(tile.count for tile in setup.tiles)
    assert set(state.tokens) == {-1}
    assert all(game.privates[lot.symbol].owner is None for lot in setup.lots if lot.symbol in game.privates)
    assert all(status == 0 for status in state.status)
    assert (state.phase, set(state.par), set(state.cell)) == (0, {0}, {-1})
    assert game.view(0).depot == trains_of(scenario)


@pytest.mark.rule("1890-4.1-b")
def test_the_presidents_certificate_lies_on_top() -> None:
    game = stock_round(title="1890", scenario="C")
    assert code(game, buy(game, 0, "NK")) == "not_started"
    play(game, par(game, 0, "NK", 65))
    assert game.companies["NK"].in_offering == 80


@pytest.mark.rule("1890-3.12.2-a")
def test_rounds_have_their_names() -> None:
    from tetsudo.draw.text.rows import round_text

    game = stock_round(title="1890", scenario="C", turn=3)
    assert round_text(game) == "Stock round 3"
    start(game, "NK", {0: 60})
    end_stock_round(game)
    assert round_text(game) == "Operating round 3.1"


@pytest.mark.rule("1890-3.9-a")
def test_tokens_lie_on_the_charter_until_they_are_placed() -> None:
    game = stock_round(title="1890", scenario="C")
    before = game.companies["HK"].token_prices_left
    start(game, "HK", {0: 60})
    after = game.companies["HK"].token_prices_left
    assert (before, after, game.companies["HK"].tokens) == ((0, 40, 100, 100), (40, 100, 100), ("E12",))
