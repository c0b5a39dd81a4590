"""Removed tiles and waiting tokens as core mechanisms: 1889 with a power that makes tokens wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.builders import (
    code,
    company,
    hex_id,
    is_admitted,
    lay,
    lay_tile,
    lays_on,
    operate,
    place_token,
    play,
    start,
    tile,
)
from tests.builders import stock_round as any_stock_round
from tests.titles.renaming import changed_setup
from tetsudo.core.actions import LayTile, TakeBackToken
from tetsudo.core.errors import BadInput
from tetsudo.core.events import Event
from tetsudo.core.units import NOBODY
from tetsudo.engine.model.power_spec import TITLE
from tetsudo.engine.rules.position_validation import check_tokens
from tetsudo.engine.rules.powers.reclaim_token import LetsTokensWait
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import apply_lay_effects, remove_tile
from tetsudo.engine.state.board import face_on, set_token_waiting, tiles_left, waiting_hex, waiting_spot, waiting_tokens
from tetsudo.engine.state.state import RETURNED, UNPLACED
from tetsudo.game.game import Game
from tetsudo.titles.data import power_registry


class Flood(LetsTokensWait):
    """Gives waiting tokens their own reason."""

    kind = "flood"
    help = "Tokens may come to wait."
    sentence = "Tokens may come to wait."
    belongs_to = (TITLE,)


@pytest.fixture
def flooded(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Takamatsu (K4), KO's home, is green, with a token of AR too; players 0 and 1 are presidents."""
    known: Callable[[str], power_registry.Kinds] = power_registry.kinds_of
    monkeypatch.setattr(power_registry, "kinds_of", lambda title: {**known(title), "flood": Flood})
    rules = '[powers.flood]\nkind = "flood"\n\n[reasons]'
    setup = changed_setup(monkeypatch, "1889", "title.toml", ("[reasons]", rules))
    state = any_stock_round(4).state
    state.memory = (*state.memory, 0)
    game = Game(Ruleset(setup), ["P0", "P1", "P2", "P3"], state=state)
    start(game, "KO", {0: 60}, cash=500)
    start(game, "AR", {1: 60}, cash=500, tokens=["K8", "K4"])
    lay(game, "K4", "440")
    game.state.phase = 1
    return game


def flood(game: Game, *order: str) -> list[Event]:
    """Remove the tile of Takamatsu; tokens return in the given order."""
    log: list[Event] = []
    remove_tile(game.ruleset, game.state, log, hex_id(game, "K4"), [company(game, symbol) for symbol in order])
    return log


def standing(game: Game) -> list[str]:
    """Companies with tokens in Takamatsu's city."""
    return [symbol for symbol, each in game.companies.items() if "K4" in each.tokens]


def waiting(game: Game) -> list[str]:
    owners = game.ruleset.atlas.ground.token_owner
    return [game.setup.companies[owners[token]].symbol for token in waiting_tokens(game.state, hex_id(game, "K4"))]


@pytest.mark.parametrize("order", [("AR", "KO"), ("KO", "AR")])
def test_a_tile_goes_back_and_the_first_in_order_has_the_place(flooded: Game, order: Sequence[str]) -> None:
    left = tiles_left(flooded.state, tile(flooded, "440"))
    events = flood(flooded, *order)
    assert face_on(flooded.state, hex_id(flooded, "K4")) == flooded.setup.map.hexes[hex_id(flooded, "K4")].printed
    assert tiles_left(flooded.state, tile(flooded, "440")) == left + 1
    assert (standing(flooded), waiting(flooded)) == ([order[0]], [order[1]])
    assert [each.kind for each in events] == ["tile_taken_back", "token_put_back", "token_waits"]


def test_who_is_in_no_order_comes_last(flooded: Game) -> None:
    flood(flooded, "AR")
    assert (standing(flooded), waiting(flooded)) == (["AR"], ["KO"])


def test_it_takes_the_next_place_whoever_lays(flooded: Game) -> None:
    flood(flooded, "AR", "KO")
    lay(flooded, "K4", "440")
    log: list[Event] = []
    apply_lay_effects(flooded.ruleset, flooded.state, NOBODY, hex_id(flooded, "K4"), log)
    assert [each.kind for each in log] == ["token_put_back"]
    assert (sorted(standing(flooded)), waiting(flooded)) == (["AR", "KO"], [])


def test_its_company_may_lay_whatever_fits_there(flooded: Game) -> None:
    """Under the strictest track rule, too, and with nothing else on the board."""
    flood(flooded, "AR", "KO")
    operate(flooded, "KO")
    hexes = {each.hex for each in flooded.legal_actions() if isinstance(each, LayTile)}
    assert hexes == {hex_id(flooded, "K4")}
    assert {name for name, _ in lays_on(flooded, "KO", "K4")} == {"440"}
    play(flooded, lay_tile(flooded, "KO", "K4", *sorted(lays_on(flooded, "KO", "K4"))[0]))
    assert waiting(flooded) == []


def test_it_is_taken_back_in_anybodys_turn_and_placed_for_its_price(flooded: Game) -> None:
    flood(flooded, "AR", "KO")
    operate(flooded, "AR")
    action = TakeBackToken(0, company(flooded, "KO"), hex_id(flooded, "K4"))
    assert is_admitted(flooded, action)
    assert code(flooded, TakeBackToken(1, action.company, action.hex)) == "not_president"
    play(flooded, action)
    assert code(flooded, action) == "token_not_waiting"
    assert flooded.companies["KO"].token_prices_left == (flooded.setup.settings.returned_token, 40)
    assert code(flooded, place_token(flooded, "AR", "K4")) == "not_this_step"


def test_a_table_without_such_a_power_has_no_such_action() -> None:
    game = operate(flooded_by_nobody(), "KO")
    assert code(game, TakeBackToken(0, company(game, "KO"), hex_id(game, "K4"))) == "not_this_step"
    set_token_waiting(game.state, game.ruleset.tokens_from[company(game, "KO")] + 1, hex_id(game, "I4"), 0)
    with pytest.raises(BadInput, match="has a token waiting on I4, where none can wait"):
        check_tokens(game.ruleset, game.state)


def flooded_by_nobody() -> Game:
    game = any_stock_round(4)
    start(game, "KO", {0: 60}, cash=500)
    return game


def test_no_two_have_one_number(flooded: Game) -> None:
    for symbol in ("KO", "AR"):
        set_token_waiting(
            flooded.state, flooded.ruleset.tokens_from[company(flooded, symbol)], hex_id(flooded, "K4"), 0
        )
    with pytest.raises(BadInput, match="has two"):
        check_tokens(flooded.ruleset, flooded.state)


@pytest.mark.parametrize("place", [UNPLACED, RETURNED, 0, 17])
def test_other_places_are_nowhere_to_wait(place: int) -> None:
    assert waiting_spot(place) == (NOBODY, NOBODY)


def test_where_and_in_what_turn_is_one_number(flooded: Game) -> None:
    state = flooded.state
    for token, (hex, number) in enumerate([(0, 0), (0, 7), (40, 3), (40, 1)]):
        set_token_waiting(state, token, hex, number)
        assert waiting_spot(state.tokens[token]) == (hex, number)
        assert waiting_hex(state, token) == hex
    assert (waiting_tokens(state, 0), waiting_tokens(state, 40), waiting_tokens(state, 1)) == ([0, 1], [3, 2], [])
