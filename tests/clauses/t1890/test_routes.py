"""1890: routes, their revenue, and the range of each kind of train (10.5, 12.1)."""

from __future__ import annotations

import pytest

from tests.builders import (
    assign_train,
    best_run,
    clause,
    code,
    company,
    is_admitted,
    lay,
    operate,
    play,
    run,
    set_phase,
    start,
    stock_round,
)
from tetsudo.core.events import Event
from tetsudo.game.game import Game


def board(*trains: str, tokens: tuple[str, ...] = ("F9",)) -> Game:
    """Hanshin is about to run, along the coast and around the hills.

    Himeji 40 - Akashi 20 - Kobe 30 - Ashiya 20 - Nishinomiya 20 along the coast, and from Kobe the towns Miki 10 and
    Arima 10 on either side of Tanigami 20, then Takarazuka 20.
    """
    game = stock_round(3, title="1890", cash=1000)
    start(game, "HS", {1: 60}, tokens=tokens)
    for name in ("F9", "F7", "F3", "D9"):
        lay(game, name, "57", 1)
    lay(game, "E4", "9", 2)
    lay(game, "D3", "3", 4)
    lay(game, "D7", "4", 1)
    return to_run(game, *trains)


def to_run(game: Game, *trains: str) -> Game:
    """Hanshin is about to run some trains."""
    for name in trains:
        assign_train(game, "HS", name)
    return operate(game, "HS", "run")


def kyoto(*trains: str) -> Game:
    """Hanshin has a token in Fushimi, with track to two of yellow Kyoto's cities."""
    game = stock_round(3, title="1890", cash=1000)
    start(game, "HS", {1: 60}, tokens=["C18"])
    lay(game, "C18", "12", 2)
    return to_run(game, *trains)


def earned(events: list[Event]) -> tuple[list[int], int]:
    """Revenue of each train, and in total."""
    trains = [each.price for each in events if each.kind == "train_ran"]
    whole = [each.price for each in events if each.kind == "ran"]
    assert all(isinstance(amount, int) for amount in (*trains, *whole))
    return [amount for amount in trains if isinstance(amount, int)], whole[0] if isinstance(whole[0], int) else -1


# The president's choice


@pytest.mark.rule("1890-10.5.1-a")
def test_a_run_need_not_be_the_best() -> None:
    game = board("3")
    assert best_run(game) == 70
    assert is_admitted(game, run(game, "HS", ("3", "F9 F7")))


@pytest.mark.rule("1890-10.5.1-b")
def test_but_a_company_that_can_run_runs() -> None:
    game = board("3")
    assert clause(game, run(game, "HS")) == "1890-10.5.1-b"


# Routes


@pytest.mark.rule("1890-10.5.2-a")
def test_a_route_has_an_own_token_and_another_city() -> None:
    game = board("3")
    assert code(game, run(game, "HS", ("3", "F9"))) == "route_short"
    assert code(game, run(game, "HS", ("3", "F5 F7"))) == "route_token"
    assert is_admitted(game, run(game, "HS", ("3", "F7 F9")))
    assert is_admitted(game, run(game, "HS", ("3", "F5 F7 F9")))  # the token may be at the end


@pytest.mark.rule("1890-10.5.2-b")
def test_a_route_has_no_more_stops_than_the_train_but_may_have_fewer() -> None:
    game = board("3")
    assert code(game, run(game, "HS", ("3", "F9 F7 F5 F3"))) == "route_long"
    for hexes in ("F9 F7", "F9 F7 F5"):
        assert is_admitted(game, run(game, "HS", ("3", hexes)))


@pytest.mark.rule("1890-10.5.2-c")
def test_trains_follow_the_track_and_crossings_are_bridges() -> None:
    """North-west of Toyonaka its track crosses the other one from west to east, without a connection."""
    game = stock_round(3, title="1890", cash=1000)
    start(game, "HS", {1: 60}, tokens=["F13"])
    lay(game, "F13", "57", 2)  # north-west and south-east
    lay(game, "E12", "57", 2)
    lay(game, "D11", "20", 1)  # west to east, north-west to south-east
    lay(game, "D9", "57", 1)
    to_run(game, "5")
    assert is_admitted(game, run(game, "HS", ("5", "F13 E12")))
    assert code(game, run(game, "HS", ("5", "F13 E12 D11 D9"))) == "route_track"
    assert code(game, run(game, "HS", ("5", "F13 F15"))) == "route_track"


@pytest.mark.rule("1890-10.5.2-c")
def test_no_train_turns_round() -> None:
    game = board("5")
    assert not is_admitted(game, run(game, "HS", ("5", "F7 F9 F7")))


@pytest.mark.rule("1890-10.5.2-d", "1890-3.2-d")
def test_a_red_area_is_the_end_of_a_route() -> None:
    """From Takarazuka to San'in's area, and on to Arima on other track: not with one train."""
    game = stock_round(3, title="1890", cash=1000)
    start(game, "HS", {1: 60}, tokens=["D9"])
    lay(game, "D9", "12", 0)  # south-west, west and north-west
    lay(game, "C8", "9", 2)  # Takarazuka to San'in
    lay(game, "C6", "8", 3)  # San'in to Arima
    lay(game, "D7", "58", 2)  # Arima, from north-west to Takarazuka
    to_run(game, "5")
    assert is_admitted(game, run(game, "HS", ("5", "D9 C8 B7")))
    assert is_admitted(game, run(game, "HS", ("5", "D7 D9 C8 B7")))
    assert is_admitted(game, run(game, "HS", ("5", "D9 D7 C6 B7")))
    assert code(game, run(game, "HS", ("5", "D9 C8 B7 C6 D7"))) == "route_through_end"


@pytest.mark.rule("1890-10.5.2-e", "1890-10.5.2-f", "1890-10.5.2-g", "1890-10.5.3-a")
def test_two_cities_of_one_tile_are_two_stops_and_their_tile_is_passed_twice() -> None:
    """Kyoto 40, Fushimi 30, and through B19 Kyoto's other city, 40."""
    game = kyoto("3")
    assert best_run(game) == 110
    events = play(game, run(game, "HS", ("3", "B17 C18 B19 B17")))
    assert earned(events) == ([110], 110)


@pytest.mark.rule("1890-10.5.2-e")
def test_no_city_twice() -> None:
    """Green Kyoto is one city: the way around Fushimi leads back to it."""
    game = kyoto("4")
    lay(game, "B17", "825")
    to_run(game)
    assert code(game, run(game, "HS", ("4", "B17 C18 B19 B17"))) == "route_stop_twice"
    assert best_run(game) == 80


def takarazuka(*trains: str, variants: tuple[str, ...] = ()) -> Game:
    """Hanshin in Takarazuka, 30, between B7 and A14, which are both San'in & Tanba, 10."""
    game = stock_round(3, title="1890", variants=variants, cash=1000)
    start(game, "HS", {1: 60}, tokens=["D9"])
    lay(game, "D9", "12", 2)  # north-west, north-east and east
    lay(game, "C8", "9", 2)  # Takarazuka to B7
    for name, rotation in (("D11", 1), ("C12", 4), ("C14", 1), ("B15", 0)):
        lay(game, name, "8", rotation)  # and to A14
    return to_run(game, *trains)


FROM_TANBA_TO_TANBA = "B7 C8 D9 D11 C12 C14 B15 A14"


@pytest.mark.rule("1890-10.5.2-e")
def test_a_red_area_of_two_hexes_is_one_place() -> None:
    game = takarazuka("3", "3")
    assert code(game, run(game, "HS", ("3", FROM_TANBA_TO_TANBA))) == "route_stop_twice"
    assert clause(game, run(game, "HS", ("3", FROM_TANBA_TO_TANBA))) == "1890-10.5.2-e"
    assert best_run(game) == 40 + 40, "each train comes there by another hex"
    assert is_admitted(game, run(game, "HS", ("3", "B7 C8 D9"), ("3", "D9 D11 C12 C14 B15 A14")))


def test_a_variant_takes_them_for_two_places() -> None:
    game = takarazuka("3", variants=("tanba-apart",))
    assert earned(play(game, run(game, "HS", ("3", FROM_TANBA_TO_TANBA)))) == ([50], 50)


@pytest.mark.rule("1890-10.5.2-h")
def test_a_full_city_of_others_ends_a_route() -> None:
    game = board("5")
    start(game, "SY", {2: 60})
    to_run(game)
    assert is_admitted(game, run(game, "HS", ("5", "F9 F7 F5 F3")))
    assert code(game, run(game, "HS", ("5", "F9 F7 F5 F3 F1"))) == "route_blocked"


@pytest.mark.rule("1890-10.5.2-h")
def test_an_own_token_opens_it() -> None:
    game = board("5", tokens=("F9", "F3"))
    assert is_admitted(game, run(game, "HS", ("5", "F9 F7 F5 F3 F1")))


@pytest.mark.rule("1890-10.5.2-j")
def test_no_city_on_the_way_is_left_out() -> None:
    game = board("2")
    assert code(game, run(game, "HS", ("2", "F9 F7 F5"))) == "route_long"
    assert best_run(game) == 40


@pytest.mark.rule("1890-10.5.2-k", "1890-10.5.2-l", "1890-10.5.3-b")
def test_trains_share_a_city_but_no_track() -> None:
    game = board("2", "2", tokens=("F7",))
    assert code(game, run(game, "HS", ("2", "F7 F5"), ("2", "F5 F7"))) == "route_reuse"
    assert best_run(game) == 90
    assert earned(play(game, run(game, "HS", ("2", "F7 F5"), ("2", "F9 F7")))) == ([50, 40], 90)


@pytest.mark.rule("1890-10.5.3-a", "1890-10.5.3-b")
def test_revenue_is_the_sum_of_cities_towns_and_red_areas() -> None:
    game = board("5", "3", tokens=("F9", "F5"))
    events = play(game, run(game, "HS", ("5", "F9 F7 F5 F3 F1"), ("3", "F5 E4 D3 D5")))
    assert earned(events) == ([130, 60], 190)


@pytest.mark.rule("1890-10.5.3-c")
def test_without_a_train_nothing_is_earned() -> None:
    game = board()
    assert game.to_act.doing != "run"
    assert game.state.last_run[company(game, "HS")] == 0


# Range of trains


@pytest.mark.rule("1890-12.1-a")
@pytest.mark.parametrize(("name", "most"), [("2", 50), ("3", 90), ("4", 110), ("5", 130), ("6", 130)])
def test_towns_and_red_areas_are_stops_like_cities(name: str, most: int) -> None:
    """Kobe 30 and Akashi 20, then Himeji 40, Ashiya 20 and Nishinomiya 20.

    A 6-train finds no sixth stop there: north of Kobe are Miki 10, Tanigami 20 and Arima 10, which add no more.
    """
    game = board(name, tokens=("F5",))
    assert best_run(game) == most


@pytest.mark.rule("1890-12.1-a")
def test_a_town_takes_a_place_in_a_train() -> None:
    game = board("3", tokens=("F5",))
    assert is_admitted(game, run(game, "HS", ("3", "F5 E4 D3 D5")))
    assert code(game, run(game, "HS", ("3", "F5 E4 D3 D5 D7"))) == "route_long"


@pytest.mark.rule("1890-12.1-b")
@pytest.mark.parametrize(
    ("name", "hexes", "earns"),
    [
        ("2+2", "F5 E4 D3 D5 D7", 70),  # two cities and two towns
        ("2+2", "F5 E4 D3 D5", 60),
        ("2+2", "F5 E4 D3 D5 D7 D9", 0),  # a third city
        ("2+2", "F9 F7 F5", 0),  # town stops cannot be used for cities
        ("2+2", "F5 F3 F1", 0),  # the red area counts as a city
        ("3+3", "F5 E4 D3 D5 D7 D9", 90),
        ("3+3", "F5 F3 F1", 90),
        ("3+3", "F7 F5 F3 F1", 0),
    ],
)
def test_plus_trains_have_a_number_of_towns_of_their_own(name: str, hexes: str, earns: int) -> None:
    game = board(name, tokens=("F5",))
    action = run(game, "HS", (name, hexes))
    assert code(game, action) == ("" if earns else "route_long")
    if earns:
        assert earned(play(game, action))[1] == earns


@pytest.mark.rule("1890-12.1-b")
@pytest.mark.parametrize(("name", "most"), [("2+2", 70), ("3+3", 100)])
def test_the_best_run_of_a_plus_train_uses_both_numbers(name: str, most: int) -> None:
    """Kobe 30, Miki 10, Tanigami 20, Arima 10; or Himeji 40, Akashi 20, Kobe 30, Miki 10."""
    assert best_run(board(name, tokens=("F5",))) == most


@pytest.mark.rule("1890-12.1-c")
def test_a_d_train_runs_without_end() -> None:
    """Himeji 40, Akashi 20, Kobe 30 and the five stops to Takarazuka: 150; Ashiya's side is 20 and 20."""
    game = board("D", tokens=("F5",))
    assert best_run(game) == 150
    assert is_admitted(game, run(game, "HS", ("D", "F1 F3 F5 E4 D3 D5 D7 D9")))


@pytest.mark.rule("1890-5-k", "1890-5-ad", "1890-5-al")
@pytest.mark.parametrize(("name", "most"), [("1", 60), ("3", 60), ("4", 70), ("5", 70), ("6", 90)])
def test_himeji_pays_by_phase(name: str, most: int) -> None:
    """Akashi 20 next to Himeji 40, 50 or 70."""
    game = board("2", tokens=("F3",))
    set_phase(game, name)
    to_run(game)
    assert best_run(game) == most
