"""Tokens waiting on a hex for a slot, in pictures and texts."""

from __future__ import annotations

from tests.builders import company, hex_id, new_game
from tetsudo.draw import company_rows, hex_rows, map_svg, map_text
from tetsudo.engine.state.board import put_token, set_token_waiting
from tetsudo.game.game import Game


def game() -> Game:
    """1889: IR has a token in Kochi (F9); TR and KO wait there, in that order."""
    found = new_game(title="1889")
    first = found.ruleset.tokens_from
    put_token(found.state, first[company(found, "IR")] + 1, hex_id(found, "F9"), 0)
    for number, symbol in enumerate(("TR", "KO")):
        set_token_waiting(found.state, first[company(found, symbol)] + 1, hex_id(found, "F9"), number)
    return found


def test_the_map_draws_them_beside_the_city() -> None:
    svg = map_svg(game())
    at = svg.index('data-hex="F9"')
    here = svg[at : svg.index("data-hex=", at + 1)]
    assert here.count('class="waiting"') == 2
    assert svg.count('class="waiting"') == 2
    assert "waiting for a slot: TR, KO" in here


def test_texts_name_them() -> None:
    waits = game()
    (row,) = (each for each in hex_rows(waits) if each.name == "F9")
    assert (row.tokens, row.waiting) == (("IR",), ("TR", "KO"))
    assert {row.symbol: row.waiting for row in company_rows(waits) if row.waiting} == {"TR": ("F9",), "KO": ("F9",)}
    set_token_waiting(waits.state, waits.ruleset.tokens_from[company(waits, "KO")] + 1, hex_id(waits, "J5"), 0)
    assert "+KO" in map_text(waits)
