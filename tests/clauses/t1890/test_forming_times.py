"""1890: optional and forced mergers of minors into Kinki, and Kinki's special turn after them (C.8.3, C.8.4)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    buy_train,
    clause,
    code,
    companies_in,
    company,
    discard,
    dividend,
    empty_depot,
    kinds,
    lay,
    operate,
    place_marker,
    play,
    run,
    set_phase,
    skip_company_turn,
    start,
    train,
)
from tests.clauses.t1890.forming import (
    assign_minor,
    assign_minors,
    form_kinki,
    join,
    set_up_kinki,
    start_operating_round,
    table,
)
from tests.properties.conservation import assert_conserved
from tetsudo.core.actions import WITHHOLD, Convert, Join, Pass, PassRound
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY
from tetsudo.engine.rules.shares.company_closing import close_company
from tetsudo.engine.rules.turn_order.company_order import is_special
from tetsudo.engine.state.ownership import ipo_of, move_ordinary, move_president, train_count
from tetsudo.engine.state.rows import values_of, with_value
from tetsudo.engine.state.state import CLOSED, DISCARDED
from tetsudo.game.game import Game


def waiting(phase_name: str = "2", **cash: int) -> Game:
    """Kinki has a par of 80 and the named minors have owners; a round begins, and Nankai operates too."""
    game = table(phase_name)
    set_up_kinki(game)
    assign_minors(game, **cash)
    start(game, "NK", {3: 60}, par=70)
    return start_operating_round(game)


def until_asked(game: Game) -> list[Event]:
    """Play idle turns until a player may declare or the round is over; returns the events."""
    events: list[Event] = []
    while game.to_act.doing not in ("window", "forming", "discard", "stock") and not game.state.ended:
        events += skip_company_turn(game)
    return events


def silently(game: Game) -> list[Event]:
    """Play the rest of the round without declarations; returns the events."""
    events: list[Event] = []
    while game.to_act.doing != "stock" and not game.state.ended:
        passes = game.to_act.doing in ("window", "forming")
        events += game.apply(Pass(game.to_act.player)) if passes else skip_company_turn(game)
    return events


def window(game: Game) -> tuple[int, int, str]:
    """The decision between turns: player, company and kind."""
    return game.to_act.player, game.to_act.company, game.to_act.doing


# By choice


@pytest.mark.rule("1890-C.8.3-n", "1890-C.8.3-d")
def test_osaka_electric_may_convert_before_the_first_turn() -> None:
    game = waiting(OER=0, ORY=0)
    assert window(game) == (0, NOBODY, "window")
    assert game.legal_actions() == [join(game, "OER"), Pass(0), PassRound(0)]
    assert game.legal_actions(1) == []
    events = play(game, join(game, "OER"))
    assert companies_in(game, events) == ["KN"]


@pytest.mark.rule("1890-C.8.3-n")
def test_osaka_electric_may_not_convert_before_phase_two() -> None:
    game = waiting("1.5", OER=0, ORY=0)
    assert game.to_act == (0, company(game, "OER"), "track")
    events = silently(game)
    assert companies_in(game, events) == ["ORY", "NK"]
    assert "joined" not in kinds(events)


@pytest.mark.rule("1890-C.8.3-d", "1890-C.8.3-n")
def test_it_may_convert_between_any_two_turns_and_is_asked_each_time() -> None:
    game = waiting(OER=0, ORY=0)
    seen = []
    while game.to_act.doing != "stock":
        assert window(game) == (0, NOBODY, "window")
        events = [*play(game, Pass(0)), *until_asked(game)]
        seen += companies_in(game, events)
    assert seen == ["OER", "ORY", "NK"]


@pytest.mark.rule("1890-C.8.3-d")
def test_nothing_is_declared_in_a_turn() -> None:
    game = waiting(OER=0, ORY=0)
    play(game, Pass(0))
    assert game.to_act == (0, company(game, "OER"), "track")
    assert clause(game, join(game, "OER")) == "1890-C.8.3-d"
    assert code(game, join(game, "OER")) == "join_between_turns"


@pytest.mark.rule("1890-C.8.3-d")
def test_one_who_passes_for_the_round_is_asked_in_the_next() -> None:
    game = waiting(OER=0, ORY=0)
    events = [*play(game, PassRound(0)), *silently(game)]
    assert companies_in(game, events) == ["OER", "ORY", "NK"]
    start_operating_round(game)
    assert window(game) == (0, NOBODY, "window")


@pytest.mark.rule("1890-C.8.3-d")
def test_one_who_passes_for_the_round_is_asked_again_in_another_phase() -> None:
    game = table()
    form_kinki(game)
    assign_minor(game, "KAN", 2)
    start(game, "NK", {3: 60}, par=70, cash=230)
    empty_depot(game, "2", "2+2", "3")
    start_operating_round(game)
    play(game, PassRound(2))
    while game.to_act.company != company(game, "NK"):
        assert game.to_act.doing != "window"
        skip_company_turn(game)
    play(game, Pass(3), buy_train(game, "NK", "3+3"))  # phase 2.5
    ended(game, "NK")
    assert window(game) == (2, NOBODY, "window")


def ended(game: Game, symbol: str) -> list[Event]:
    """Finish a company's turn without further actions; returns the events."""
    events: list[Event] = []
    while game.to_act.company == company(game, symbol):
        events += game.apply(Pass(game.to_act.player))
    return events


@pytest.mark.rule("1890-C.8.4-z", "1890-C.8.4-ab")
def test_kinki_acts_at_once_and_not_again_in_the_round() -> None:
    game = waiting(OER=0, ORY=0)
    events = [*play(game, join(game, "OER")), *silently(game)]
    assert companies_in(game, events) == ["KN", "NK"]
    again = silently(start_operating_round(game))
    assert game.to_act.doing == "stock"
    assert companies_in(game, again) == ["NK"]  # Kinki, at 80, has acted first in the round
    assert values_of(game.state.acted) == (0,) * game.state.companies


@pytest.mark.rule("1890-C.8.4-z", "1890-C.8.4-ab", "1890-C.8.3-d")
def test_a_declaration_between_turns_spares_the_turns_that_are_not_taken() -> None:
    game = waiting(KAN=0, OER=0, ORY=0)
    play(game, Pass(0))
    assert companies_in(game, []) == []
    events = skip_company_turn(game)
    assert game.state.acted[company(game, "KAN")] == 1
    assert window(game) == (0, NOBODY, "window")
    events = [*play(game, join(game, "OER")), *play(game, Pass(2)), *silently(game)]
    assert companies_in(game, events) == ["KN", "NK"]  # neither Osaka Electric nor Osaka Railway


@pytest.mark.rule("1890-C.8.4-ad", "1890-C.8.3-d")
def test_after_the_last_turn_kinki_still_acts_in_the_round() -> None:
    game = waiting(OER=0, ORY=0)
    for _ in range(3):
        play(game, Pass(0))
        until_asked(game)
    assert window(game) == (0, NOBODY, "window")
    assert all(game.state.acted[company(game, symbol)] for symbol in ("OER", "ORY", "NK"))
    events = play(game, join(game, "OER"))
    assert companies_in(game, events) == ["KN"]
    assert game.state.acted[company(game, "KN")] == 4
    assert kinds(skip_company_turn(game))[-1] == "stock_round_began"


@pytest.mark.rule("1890-C.8.4-ad", "1890-C.8.4-z")
def test_after_the_last_turn_of_the_game_kinki_still_acts() -> None:
    game = table(turn=10)
    set_up_kinki(game)
    assign_minors(game, OER=0, ORY=0)
    start_operating_round(game)
    for _ in range(2):
        play(game, Pass(0))
        until_asked(game)
    play(game, join(game, "OER"))
    assert game.to_act == (0, company(game, "KN"), "track")
    assert kinds(skip_company_turn(game))[-1] == "game_ended"


# The special turn


def with_a_route(cash: int = 0) -> Game:
    """Osaka Electric has a 2-train and track from Osaka Higashi (40) to Higashi-Osaka (20)."""
    game = table()
    set_up_kinki(game)
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0, cash, ["2"])
    assign_minor(game, "ORY", 1)
    return start_operating_round(game)


def runs(game: Game, symbol: str) -> None:
    """Run a company's 2-train for 60, without a tile or a token."""
    while game.to_act.doing != "run":
        play(game, Pass(game.to_act.player))
    play(game, run(game, symbol, ("2", "H13 H15")))


@pytest.mark.rule("1890-C.8.4-aa")
def test_without_a_run_the_price_of_kinki_stays_in_the_special_turn() -> None:
    game = waiting(OER=0, ORY=0)
    events = [*play(game, join(game, "OER")), *skip_company_turn(game)]
    assert "did_not_run" in kinds(events)
    assert game.companies["KN"].price == 80


@pytest.mark.rule("1890-C.8.4-aa")
def test_a_revenue_withheld_does_not_lower_it_either() -> None:
    game = with_a_route()
    play(game, join(game, "OER"))
    runs(game, "KN")
    play(game, dividend(game, "KN", WITHHOLD))
    assert game.companies["KN"].cash == 4 * 80 + 60
    assert game.companies["KN"].price == 80


@pytest.mark.rule("1890-C.8.4-aa", "1890-C.8.4-t")
def test_a_dividend_raises_it() -> None:
    game = with_a_route()
    play(game, join(game, "OER"))
    runs(game, "KN")
    play(game, dividend(game, "KN"))
    assert game.companies["KN"].price == 90
    assert [player.cash for player in game.players] == [512, 506, 500, 500]  # 20 % and 10 % of 60
    assert game.companies["KN"].cash == 320


@pytest.mark.rule("1890-C.8.4-aa", "1890-C.10.5-a")
@pytest.mark.parametrize(("variants", "ends"), [(("end-at-400",), True), ((), False)])
def test_a_dividend_of_the_special_turn_that_raises_it_to_400_ends_the_game_after_it(
    variants: tuple[str, ...], ends: bool
) -> None:
    game = table(variants=variants)
    set_up_kinki(game)
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0, 0, ["2"])
    assign_minor(game, "ORY", 1)
    start_operating_round(game)
    place_marker(game, "KN", (1, 17))
    play(game, join(game, "OER"))
    runs(game, "KN")
    events = [*play(game, dividend(game, "KN")), *([] if game.is_over else skip_company_turn(game))]
    assert game.companies["KN"].price == 400
    assert game.is_over == ends
    assert ("game_ended" in kinds(events)) == ends
    assert game.end_reason == ("price" if ends else "")


@pytest.mark.rule("1890-C.8.4-aa")
def test_in_a_turn_in_order_it_falls_again() -> None:
    game = with_a_route()
    play(game, join(game, "OER"))
    start_operating_round(game)
    runs(game, "KN")
    play(game, dividend(game, "KN", WITHHOLD))
    assert game.companies["KN"].price == 75


@pytest.mark.rule("1890-C.8.4-ac")
def test_a_train_that_ran_for_the_minor_runs_again_for_kinki() -> None:
    game = with_a_route()
    play(game, Pass(0))
    runs(game, "OER")  # 30 for its owner, 30 for itself
    assert game.players[0].cash == 530
    assert window(game) == (0, NOBODY, "window")
    play(game, join(game, "OER"))
    runs(game, "KN")
    play(game, dividend(game, "KN"))
    assert game.companies["KN"].cash == 320 + 30
    assert game.players[0].cash == 530 + 12


@pytest.mark.rule("1890-C.8.4-t")
def test_kinkis_shares_earn_nothing_while_its_minors_do() -> None:
    game = table()
    set_up_kinki(game, 80, {3: 3}, market=1)
    lay(game, "H15", "57", 1)
    assign_minor(game, "OER", 0, 0, ["2"])
    start_operating_round(game)
    play(game, PassRound(0))
    runs(game, "OER")
    silently(game)
    assert [player.cash for player in game.players] == [530, 500, 500, 500]
    assert (game.companies["KN"].cash, game.companies["KN"].price) == (0, 80)


# Kanan and Nara by choice


@pytest.mark.rule("1890-C.8.4-w", "1890-C.8.3-g")
def test_kanan_is_asked_when_kinki_forms() -> None:
    game = waiting(KAN=0, OER=0, ORY=0)
    assert clause(game, join(game, "KAN")) == "1890-8.1-a"  # not asked yet
    play(game, join(game, "OER"))
    assert window(game) == (2, company(game, "KN"), "forming")
    assert game.legal_actions() == [join(game, "KAN"), Pass(2)]
    events = play(game, join(game, "KAN"))
    assert companies_in(game, events) == ["KN"]


@pytest.mark.rule("1890-C.8.3-g", "1890-C.8.4-w")
def test_kanan_may_join_later_and_has_no_turn_any_more() -> None:
    game = waiting(KAN=0, OER=0, ORY=0)
    play(game, join(game, "OER"), Pass(2))
    skip_company_turn(game)
    assert window(game) == (2, NOBODY, "window")
    events = [*play(game, join(game, "KAN")), *silently(game)]
    assert companies_in(game, events) == ["NK"]  # Kinki has no turn for it
    assert game.players[2].shares == {"KN": 10}


@pytest.mark.rule("1890-C.8.3-g")
def test_kanan_may_not_join_before_kinki_exists() -> None:
    game = waiting(KAN=0, OER=0, ORY=0)
    assert window(game) == (0, NOBODY, "window")
    assert game.legal_actions(2) == []
    assign_minor(game, "NER", 0)
    move_president(game.state, company(game, "KAN"), 0)
    assert code(game, Join(0, company(game, "KAN"))) == "join_unformed"
    assert code(game, Join(0, company(game, "NER"))) == "join_phase"
    assert code(game, Join(0, company(game, "ORY"))) == "joins_by_itself"
    assert code(game, Join(0, company(game, "NK"))) == "joins_nothing"


@pytest.mark.rule("1890-C.8.3-v")
@pytest.mark.parametrize(("phase_name", "asked"), [("3", False), ("4", True)])
def test_nara_may_join_from_phase_four_on(phase_name: str, asked: bool) -> None:
    game = table(phase_name)
    form_kinki(game)
    assign_minor(game, "NER", 3)
    start_operating_round(game)
    assert (game.to_act.doing == "window") == asked
    if asked:
        play(game, join(game, "NER"))
        assert game.players[3].shares == {"KN": 20}


# Forced mergers


@pytest.mark.rule("1890-C.8.3-n", "1890-C.8.3-o", "1890-C.8.3-r", "1890-C.8.4-w")
def test_osaka_electric_has_to_convert_after_the_turn_in_which_the_first_3_3_is_bought() -> None:
    game = table()
    set_up_kinki(game)
    assign_minors(game, OER=10, ORY=20)
    start(game, "NK", {3: 60}, par=70, cash=1000)
    empty_depot(game, "2", "2+2", "3")
    operate(game, "NK", "trains")
    bought = play(game, buy_train(game, "NK", "3+3"))
    assert "joined" not in kinds(bought)
    assert game.to_act == (3, company(game, "NK"), "trains")
    events = play(game, Pass(3))
    assert kinds(events).count("joined") == 2
    assert game.to_act == (0, company(game, "KN"), "track")
    assert game.companies["KN"].cash == 320 + 10 + 20


@pytest.mark.rule("1890-C.8.3-h", "1890-C.8.3-o")
def test_kanan_has_to_join_after_the_turn_in_which_the_first_4_is_bought() -> None:
    game = table("2.5")
    form_kinki(game)
    assign_minor(game, "KAN", 2, 41)
    start(game, "NK", {3: 60}, par=70, cash=1000)
    empty_depot(game, "2", "2+2", "3", "3+3")
    operate(game, "NK", "trains")
    bought = play(game, buy_train(game, "NK", "4"))
    assert "joined" not in kinds(bought)
    events = play(game, Pass(3))
    assert kinds(events).count("joined") == 1
    assert game.players[2].shares == {"KN": 10}
    assert game.players[2].cash == 500 + 20
    assert game.companies["KN"].cash == 21


@pytest.mark.rule("1890-C.8.4-y", "1890-C.8.3-y", "1890-6.5-a")
def test_after_a_forced_merger_the_president_is_settled_and_discards_what_is_too_much() -> None:
    game = table("2.5")
    form_kinki(game)
    number = company(game, "KN")
    move_ordinary(game.state, number, ipo_of(game.state), 2, 2)
    for name in ("3", "3", "3"):
        assign_train(game, "KN", name)
    assign_minor(game, "KAN", 2, 0, ["3"])
    start(game, "NK", {3: 60}, par=70, cash=1000)
    empty_depot(game, "2", "2+2", "3", "3+3")
    operate(game, "NK", "trains")
    play(game, buy_train(game, "NK", "4"))
    play(game, Pass(3))
    assert game.players[2].shares == {"KN": 30}
    assert game.to_act == (2, number, "discard")  # four 3-trains in phase 3; the new president chooses
    play(game, discard(game, "KN", "3"))
    assert game.companies["KN"].trains == ("3", "3", "3")
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.3-v", "1890-C.8.3-o")
def test_nara_has_to_join_after_the_turn_in_which_the_first_6_is_bought() -> None:
    game = table("4")
    form_kinki(game)
    assign_minor(game, "NER", 2, 41)
    start(game, "NK", {3: 60}, par=70, cash=1000)
    empty_depot(game, "2", "2+2", "3", "3+3", "4", "5")
    operate(game, "NK", "trains")
    events = [*play(game, buy_train(game, "NK", "6")), *ended(game, "NK")]
    assert kinds(events).count("joined") == 1
    assert game.players[2].shares == {"KN": 20}
    assert game.players[2].cash == 500
    assert game.companies["KN"].cash == 41


@pytest.mark.rule("1890-C.8.3-o", "1890-C.8.3-h", "1890-C.8.3-n")
def test_two_phases_in_one_turn_bring_all_that_are_due_in_their_order() -> None:
    """The last 3+3 and the first 4: Osaka Electric, Osaka Railway and Kanan; then one special turn."""
    game = table()
    set_up_kinki(game)
    assign_minors(game, KAN=0, OER=0, ORY=0, NER=0)
    start(game, "NK", {3: 60}, par=70, cash=1000)
    empty_depot(game, "2", "2+2", "3")
    operate(game, "NK", "trains")
    events = play(game, buy_train(game, "NK", "3+3"), buy_train(game, "NK", "3+3"), buy_train(game, "NK", "4"))
    events += ended(game, "NK")
    joined = [each.company for each in events if each.kind == "joined"]
    assert joined == [company(game, symbol) for symbol in ("OER", "ORY", "KAN")]
    assert companies_in(game, events) == ["KN"]
    assert game.companies["NER"].is_floated


@pytest.mark.rule("1890-C.8.3-z")
def test_one_that_nobody_owns_waits() -> None:
    game = table("3")
    set_up_kinki(game)
    assign_minors(game, ORY=0, KAN=0)
    start_operating_round(game)
    assert game.to_act == (2, company(game, "KAN"), "track")  # due, but Osaka Electric is not sold
    assign_minor(game, "OER", 0)
    start_operating_round(game)
    assert operate_still(game) == {"KN"}
    assert game.players[2].shares == {"KN": 10}


@pytest.mark.rule("1890-C.8.3-z")
def test_osaka_railway_joins_before_the_first_turn_after_it_is_bought() -> None:
    game = table("3")
    form_kinki(game, railway=None)
    assign_minor(game, "ORY", 3, 55)
    start_operating_round(game)
    assert game.players[3].shares == {"KN": 10}
    assert game.companies["KN"].cash == 55


# Kinki has closed


@pytest.mark.rule("1890-C.8.4-af", "1890-C.8.4-ag")
def test_once_kinki_is_closed_nara_does_not_join_and_closes_when_it_would_have_to() -> None:
    game = table("4")
    form_kinki(game)
    close_company(game.ruleset, game.state, [], company(game, "KN"))
    assign_minor(game, "NER", 2, 41, ["5"])
    start(game, "NK", {3: 60}, par=70, cash=1000)
    start_operating_round(game)
    assert game.to_act == (2, company(game, "NER"), "track")  # it still operates and is not asked
    empty_depot(game, "2", "2+2", "3", "3+3", "4", "5")
    operate(game, "NK", "trains")
    events = [*play(game, buy_train(game, "NK", "6")), *ended(game, "NK")]
    assert kinds(events).count("company_closed") == 1
    assert game.state.status[company(game, "NER")] == CLOSED
    assert game.companies["NER"].cash == 0
    assert game.companies["NER"].tokens == game.companies["NER"].trains == ()
    assert game.players[2].cash == 500
    assert game.players[2].shares == {}
    assert train_count(game.state, train(game, "5"), game.state.companies + DISCARDED) == 1
    assert_conserved(game)


@pytest.mark.rule("1890-C.8.4-af")
def test_kanan_closes_at_its_own_time() -> None:
    game = table("2.5")
    form_kinki(game)
    close_company(game.ruleset, game.state, [], company(game, "KN"))
    assign_minors(game, KAN=30, NER=30)
    start_operating_round(game)
    assert operate_still(game) == {"KAN", "NER"}
    set_phase(game, "3")
    start_operating_round(game)
    assert operate_still(game) == {"NER"}


def operate_still(game: Game) -> set[str]:
    """The companies that still operate."""
    return {symbol for symbol, each in game.companies.items() if each.is_floated}


# Alternative reading: a minor declares its merger in its own turn


@pytest.mark.rule("1890-C.8.3-d")
def test_under_the_other_reading_a_minor_joins_in_its_own_turn() -> None:
    game = table(joins="turn")
    set_up_kinki(game)
    assign_minors(game, KAN=0, OER=0, ORY=0)
    start_operating_round(game)
    assert game.to_act == (2, company(game, "KAN"), "track")
    assert code(game, join(game, "KAN")) == "join_unformed"
    skip_company_turn(game)
    assert game.to_act == (0, company(game, "OER"), "track")
    events = play(game, Pass(0), join(game, "OER"))
    assert window(game) == (2, company(game, "KN"), "forming")
    events = [*play(game, Pass(2)), *skip_company_turn(game)]
    assert companies_in(game, events) == ["KN"]
    assert game.to_act.doing == "stock"


@pytest.mark.rule("1890-C.8.3-d")
def test_under_the_other_reading_no_other_minor_joins_in_that_turn() -> None:
    game = table("4", joins="turn")
    form_kinki(game)
    assign_minor(game, "NER", 3)
    assign_minor(game, "KER", 3)
    start_operating_round(game)
    while game.to_act.company != company(game, "KER"):
        skip_company_turn(game)
    assert code(game, join(game, "NER")) == "not_its_turn"
    assert code(game, join(game, "KER")) == "joins_nothing"
    assert code(game, Join(0, company(game, "NER"))) == "not_president"


@pytest.mark.rule("1890-C.8.3-d")
def test_only_its_owner_declares_that_a_minor_joins() -> None:
    game = table("4", conversions="round")
    form_kinki(game)
    assign_minors(game, NER=0)
    assign_minor(game, "KER", 0)
    start_operating_round(game)
    assert window(game) == (3, NOBODY, "window")
    assert code(game, join(game, "NER")) == ""
    play(game, Pass(3))
    assert window(game) == (0, NOBODY, "window")  # Kobe Electric may convert
    assert code(game, Join(0, company(game, "NER"))) == "not_president"
    assert code(game, Join(3, company(game, "NER"))) == "not_your_turn"


@pytest.mark.rule("1890-C.8.3-d")
def test_in_its_own_turn_a_minor_does_not_join() -> None:
    game = table("4")
    form_kinki(game)
    assign_minor(game, "NER", 3)
    start_operating_round(game)
    events = play(game, PassRound(3))
    assert kinds(events)[0] == "passed_round"
    while game.to_act.company != company(game, "NER"):
        skip_company_turn(game)
    assert code(game, join(game, "NER")) == "join_between_turns"


@pytest.mark.rule("1890-C.8.3-d", "1890-A.8.3-b")
def test_after_a_conversion_those_who_passed_are_asked_again() -> None:
    game = table("4", conversions="round")
    form_kinki(game)
    assign_minors(game, NER=0)
    assign_minor(game, "KER", 0)
    start_operating_round(game)
    play(game, Pass(3), Convert(0, company(game, "KER")))
    assert window(game) == (3, NOBODY, "window")


@pytest.mark.rule("1890-C.8.4-z")
def test_only_the_first_turn_of_kinki_is_out_of_order() -> None:
    game = waiting(OER=0, ORY=0)
    assert not is_special(game.state)
    play(game, join(game, "OER"))
    assert game.to_act == (0, company(game, "KN"), "track")
    assert is_special(game.state)
    skip_company_turn(game)
    assert game.to_act.company == company(game, "NK")
    assert not is_special(game.state)


@pytest.mark.rule("1890-C.8.3-d")
def test_under_the_other_reading_nothing_joins_between_turns() -> None:
    game = table("4", joins="turn", conversions="round")
    form_kinki(game)
    assign_minor(game, "NER", 0)
    assign_minor(game, "KER", 0)
    start_operating_round(game)
    assert window(game) == (0, NOBODY, "window")
    assert code(game, Join(0, company(game, "NER"))) == "not_in_window"


@pytest.mark.rule("1890-C.8.3-d")
def test_under_the_other_reading_who_has_sold_for_a_train_of_a_minor_buys_it_before_it_joins() -> None:
    game = table("4", joins="turn", must_own_train="always")
    form_kinki(game)
    assign_minor(game, "NER", 3)
    start_operating_round(game)
    while game.to_act.company != company(game, "NER"):
        skip_company_turn(game)
    assert code(game, join(game, "NER")) == ""
    game.state.sold = with_value(game.state.sold, 3, 1 << company(game, "NK"))
    assert code(game, join(game, "NER")) == "sale_pays_bank"


@pytest.mark.rule("1890-C.8.3-d", "1890-C.8.3-h")
def test_under_the_other_reading_it_has_to_join_at_the_same_time() -> None:
    game = table("3", joins="turn")
    form_kinki(game)
    assign_minors(game, KAN=0)
    start_operating_round(game)
    assert operate_still(game) == {"KN"}
