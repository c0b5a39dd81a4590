"""Codes of actions: everything listed has a code, every code that is legal gives a legal action, and back again."""

from __future__ import annotations

import pytest

from tests.properties.walks import TITLES, Walk, listings_of, new_numbered_game
from tetsudo.core.actions import RunRoutes
from tetsudo.core.open_actions import Range, Runs
from tetsudo.env.codes import ActionCodes, cells
from tetsudo.game.game import Game


def check_codes(game: Game, codes: ActionCodes, player: int) -> None:
    offers = game.legal_actions(player)
    legal = codes.legal(offers)
    assert bool(legal.codes) == bool(offers)
    assert len(set(legal.codes)) == len(legal.codes)
    of_offers = {id(offer): 0 for offer in offers}
    actions = []
    for code, offer in zip(legal.codes, legal.offers, strict=True):
        of_offers[id(offer)] += 1
        slot, cell = codes.slot_of(code)
        assert cell < slot.cells
        assert codes.encode(legal.offers[0].example(), offers) == legal.codes[0] or isinstance(legal.offers[0], Runs)
        if isinstance(offer, Runs):
            assert slot.kind is RunRoutes
            continue
        action = legal.action(code)
        assert action is not None
        assert slot.kind is type(action)
        assert game.is_legal(action)
        assert codes.encode(action, offers) == code
        actions.append(action)
    assert all(of_offers.values())
    assert len(set(actions)) == len(actions)
    for offer in offers:
        if isinstance(offer, Range):
            for amount in {offer.low, offer.high, (offer.low + offer.high) // 2}:
                assert codes.encode(offer.at(amount), offers) in legal.codes


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 16))])
def test_codes_of_every_position_of_a_game(title: str, number: int) -> None:
    game = new_numbered_game(number, title)
    codes, mind = ActionCodes(game.ruleset), Walk(number, game)
    while not game.is_over and game.length < 300:
        for player in range(game.setup.players):
            check_codes(game, codes, player)
        game.apply(mind.decide(game, listings_of(game)))


@pytest.mark.parametrize("title", TITLES)
def test_every_code_of_a_run_is_a_legal_run(title: str) -> None:
    """The best one, and those without trains of a kind."""
    tried = 0
    for number in range(5):
        game = new_numbered_game(number, title)
        codes, mind = ActionCodes(game.ruleset), Walk(number, game)
        while not game.is_over and game.length < 300:
            offers = game.legal_actions()
            if isinstance(offers[0], Runs):
                legal = codes.legal(offers)
                for code in legal.codes:
                    action = legal.action(code)
                    assert action is not None
                    assert game.is_legal(action)
                    tried += 1
                assert codes.encode(offers[0].best(), offers) == legal.codes[0]
            game.apply(mind.decide(game, listings_of(game)))
    assert tried > 10


def test_codes_are_numbered_without_gaps_and_have_a_text() -> None:
    codes = ActionCodes(new_numbered_game(0, "1889").ruleset)
    texts = [codes.text(code) for code in range(codes.size)]
    assert len(set(texts)) == codes.size
    assert texts[0] == "pass"
    assert "bid lot=3 cell=7" in texts


@pytest.mark.parametrize(
    ("low", "high", "step", "amounts"),
    [
        (40, 40, 5, {0: 40}),
        (40, 45, 5, {0: 40, 1: 45}),
        (40, 52, 5, {0: 40, 1: 45, 2: 50, 6: 47, 7: 52}),
        (1, 4, 1, {0: 1, 1: 2, 2: 3, 7: 4}),
        (100, 300, 5, {0: 100, 1: 105, 2: 110, 3: 150, 4: 200, 5: 250, 6: 295, 7: 300}),
        (100, 307, 5, {0: 100, 1: 105, 2: 110, 3: 150, 4: 200, 5: 255, 6: 302, 7: 307}),
    ],
)
def test_cells_of_a_range(low: int, high: int, step: int, amounts: dict[int, int]) -> None:
    assert dict(cells(low, high, step)) == amounts


@pytest.mark.parametrize("code", [-1, 10**6])
def test_a_number_that_is_no_code_is_refused(code: int) -> None:
    codes = ActionCodes(new_numbered_game(0, "1889").ruleset)
    with pytest.raises(ValueError, match="Codes are numbers from 0 to"):
        codes.text(code)


def test_a_code_that_is_not_legal_is_refused_by_name() -> None:
    game = new_numbered_game(0, "1889")
    codes = ActionCodes(game.ruleset)
    code = next(code for code in range(codes.size) if codes.text(code).startswith("buy_train"))
    with pytest.raises(ValueError, match=r"buy_train .* is not legal now"):
        codes.decode(code, game.legal_actions())
