"""A position on paper: everything that a table needs to set it up with cardboard."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client

from tests import builders
from tests.builders import buy, lay, lay_tile, operate, play, sell, set_cash, skip_company_turn, start, stock_round
from tests.clauses.t1890.hidden import first_hidden_game
from tests.web.builders import open_party
from tests.web.filling import random_actions
from tests.web.test_hidden import Hall
from tetsudo.core.actions import Pass
from tetsudo.engine.state.state import BANK_BROKE
from tetsudo.game.game import Game
from tetsudo.web.tables.games import from_record
from tetsudo.web.tables.games.replay_import import table_data
from tetsudo.web.tables.models import Guest, Table
from tetsudo.web.tables.seats.join import Chair, TableSettings, open_table

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bo", "Cy")


def table_of(game: Game) -> Table:
    """A table with a game, or with one that starts from its position if that was made by hand."""
    named = game if game.names == NAMES else Game.at(game.ruleset, NAMES, game.state)
    return from_record.create_table(table_data(named), Guest.objects.create(name="Ann"), "Friday")


def lines(table: Table, path: str = "print/", client: Client | None = None) -> list[str]:
    """Texts of the page in order, one for each cell, item or paragraph; drawings left out."""
    answer = (client or Client()).get(f"/t/{table.key}/{path}")
    assert answer.status_code == 200
    page = re.sub(r"<svg.*?</svg>", "", answer.content.decode(), flags=re.DOTALL)
    main = page[page.index("<main") : page.index("</main>")]
    blocks = re.split(r"</?(?:td|th|tr|li|p|dt|dd|h1|h2|h3|article|section)\b[^>]*>", main)
    texts = (" ".join(html.unescape(re.sub(r"<[^>]+>", "", block)).split()) for block in blocks)
    return [text for text in texts if text]


def cells(shown: list[str], first: str, count: int, after: str = "") -> list[str]:
    """A text and those that follow it, after a heading."""
    at = shown.index(first, shown.index(after) if after else 0)
    return shown[at : at + count]


def small_game() -> Game:
    """Second stock round of 1889: Bo is to act, Cy has priority; Awa operates, Tosa is started.

    The bank began with 7000: 130 + 250 + 45 are with players, 300 with Awa.
    """
    game = stock_round(3, player=1, cash=0)
    for player, cash in enumerate((130, 250, 45)):
        set_cash(game, player, cash)
    start(game, "AR", {0: 40, 1: 20}, par=80, market=10, cash=300, trains=["2", "2"])
    start(game, "TR", {1: 30}, par=80, floated=False)
    builders.assign_private(game, "TR", 2)
    builders.assign_private(game, "DR", "AR")
    lay(game, "K8", "5", 2)
    game.state.priority = 2
    return game


def test_the_moment() -> None:
    shown = lines(table_of(small_game()))
    assert shown[0] == "Shikoku 1889 · Friday"
    assert cells(shown, "Round", 10) == [
        *("Round", "Stock round 2"),
        *("Phase", "2"),
        *("Bank", "¥6,275"),
        *("Priority deal", "Cy"),
        *("To act", "Bo: buy, sell or pass"),
    ]


def test_a_players_belongings() -> None:
    shown = lines(table_of(small_game()))
    assert cells(shown, "Ann", 9, "Players") == [
        *("Ann", "Cash", "¥130"),
        *("AR president's 20% + 2 × 10%", "40%"),
        *("Certificates", "3 / 19"),
        *("Net worth", "¥450"),  # 130 and four shares at 80
    ]
    assert cells(shown, "Bo (to act)", 11, "Players") == [
        *("Bo (to act)", "Cash", "¥250"),
        *("AR 2 × 10%", "20%"),
        *("TR president's 20% + 1 × 10%", "30%"),
        *("Certificates", "4 / 19"),
        *("Net worth", "¥650"),  # 250 and five shares at 80
    ]
    assert cells(shown, "Cy ★", 5, "Players") == ["Cy ★", "Cash", "¥45", "Takamatsu Electric Track", "private"]


def test_a_companys_charter() -> None:
    shown = lines(table_of(small_game()))
    assert cells(shown, "AR Awa Railroad floated", 8) == [
        *("AR Awa Railroad floated", "Ann", "¥80Par ¥80", "¥300", "2 2DR", "K8", "¥40"),
        "IPO: 3 × 10%Market: 1 × 10%",  # 40% and 20% are with players
    ]
    assert cells(shown, "TR Tosa Electric Railway not floated", 6) == [
        *("TR Tosa Electric Railway not floated", "Bo", "¥80Par ¥80", "¥0"),
        "¥0, ¥40, ¥40",
        "IPO: 7 × 10%",
    ]
    assert cells(shown, "IR Iyo Railway not started", 3)[1:] == ["¥0, ¥40", "IPO: president's 20% + 8 × 10%"]


def test_the_bank_and_the_board() -> None:
    shown = lines(table_of(small_game()))
    assert cells(shown, "Train", 9, "Trains in the bank")[5:] == ["2", "¥80", "4", "4"]  # of six; rusted by the first 4
    assert cells(shown, "E Dōgo Railway", 4) == ["E Dōgo Railway", "AR", "¥60", "¥15"]
    assert "B Mitsubishi Ferry" not in shown
    assert "Closed: Mitsubishi Ferry, Ehime Railroad, Sumitomo Besshi Mine Railroad, South Iyo Railway" in shown
    assert "Stacks, the top token first: ¥80 AR, TR" in shown
    assert "K8 #5 ↻2 AR Tokushima" in shown
    supply = dict(entry.split(" ×") for entry in cells(shown, "Yellow", 2)[1].replace(" #", "\n#").split("\n"))
    assert (supply["#5"], supply["#57"]) == ("1", "2")  # one of two #5 lies on K8


def test_stacks_are_listed_from_the_top() -> None:
    game = small_game()
    start(game, "KO", {2: 20}, par=80)
    start(game, "IR", {0: 20}, par=100)
    assert "Stacks, the top token first: ¥100 IR · ¥80 AR, TR, KO" in lines(table_of(game))


def operating_game() -> Game:
    """The same in an operating round: Awa has laid #7 in I8, could not run, and may buy trains."""
    game = operate(small_game(), "AR", "track")
    going = Game.at(game.ruleset, NAMES, game.state)
    play(going, lay_tile(going, "AR", "I8", "7", 3))
    return going


def test_what_was_done_in_this_turn_is_told() -> None:
    shown = lines(table_of(operating_game()))
    assert cells(shown, "To act", 3)[1:] == [
        "Ann, for Awa Railroad: buy trains",
        "So far in this turn: Awa Railroad lays #7 in I8. Awa Railroad does not run. "
        "The price of Awa Railroad moves from ¥80 to ¥75.",
    ]
    assert cells(shown, "Round", 2)[1] == "Operating round 2.1 of 1"
    assert "AR Awa Railroad floated, in turn" in shown
    assert "I8 #7 ↻3" in shown
    assert "Stacks, the top token first: ¥75 AR · ¥80 TR" in shown


def test_the_turn_begins_with_the_company_or_the_player() -> None:
    """A second company's turn does not show the first one's, nor a player's turn the player's before."""
    game = small_game()
    start(game, "KO", {2: 40}, par=75, cash=200, trains=["2"])
    operate(game, "AR", "track")
    going = Game.at(game.ruleset, NAMES, game.state)
    play(going, lay_tile(going, "AR", "I8", "7", 3))
    skip_company_turn(going)
    shown = " ".join(lines(table_of(going)))
    assert "Cy, for Takamatsu & Kotohira Electric Railway" in shown
    assert "So far in this turn" not in shown
    buying = small_game()
    going = Game.at(buying.ruleset, NAMES, buying.state)
    play(going, buy(going, 1, "AR"))
    assert "So far in this turn: Bo buys" in " ".join(lines(table_of(going)))
    going.apply(Pass(1))
    assert "So far in this turn" not in " ".join(lines(table_of(going)))


def test_what_was_sold_this_round_is_told() -> None:
    game = small_game()
    going = Game.at(game.ruleset, NAMES, game.state)
    play(going, sell(going, 1, "AR", 2))
    shown = lines(table_of(going))
    assert cells(shown, "Sold this round", 2)[1] == "AR"
    assert shown.count("Sold this round") == 1


def test_an_earlier_position_is_printed_too() -> None:
    table = table_of(operating_game())
    before = lines(table, "at/0/print/")
    assert "I8 #7 ↻3" not in before
    assert cells(before, "To act", 2)[1] == "Ann, for Awa Railroad: lay track"
    assert f"After move 0 · http://testserver/t/{table.key}/at/0/" in before
    assert f"After move 1 · http://testserver/t/{table.key}/at/1/" in lines(table)
    assert Client().get(f"/t/{table.key}/at/1/print/")["Location"] == f"/t/{table.key}/print/"
    assert Client().get(f"/t/{table.key}/at/2/print/").status_code == 404


def test_a_past_position_may_be_kept_by_browsers_but_not_the_present_one() -> None:
    table = table_of(operating_game())
    assert "max-age" in Client().get(f"/t/{table.key}/at/0/print/")["Cache-Control"]
    assert "no-store" in Client().get(f"/t/{table.key}/print/")["Cache-Control"]
    hall = Hall(first_hidden_game())
    assert "no-store" in hall.client("P0").get(f"/t/{hall.table.key}/at/1/print/")["Cache-Control"]


def test_hidden_amounts_are_those_that_the_viewer_knows() -> None:
    hall = Hall(first_hidden_game())
    shown = {name: lines(hall.table, client=hall.client(name)) for name in ("P0", "P1", "")}
    cash = {name: [texts[at + 1] for at, text in enumerate(texts) if text == "Cash"] for name, texts in shown.items()}
    assert cash == {
        "P0": ["¥500", "¥?", "¥?", "¥?"],
        "P1": ["¥?", "¥700", "¥?", "¥?"],
        "": ["¥?", "¥?", "¥?", "¥?"],
    }
    for texts in shown.values():
        assert cells(texts, "Bank", 2)[1] == "¥?"


def test_a_lot_has_its_bids() -> None:
    hall = open_party()
    hall.act({"type": "bid", "player": "Ann", "lot": "ER", "price": 45})
    hall.act({"type": "bid", "player": "Bo", "lot": "ER", "price": 50})
    shown = lines(hall.table)
    assert cells(shown, "Takamatsu Electric Track", 2, "Bids")[1] == "¥20"
    assert cells(shown, "Ehime Railroad", 3, "Bids") == ["Ehime Railroad", "¥40", "Ann ¥45, Bo ¥50"]


def test_a_table_that_waits_has_no_page() -> None:
    table = open_table(TableSettings("1889", [Chair("Ann"), Chair()]), Guest.objects.create(name="Ann"))
    assert Client().get(f"/t/{table.key}/print/").status_code == 404


def test_the_menu_leads_there() -> None:
    table = table_of(small_game())
    assert re.search(r'<a href="print/"[^>]*>On paper</a>', Client().get(f"/t/{table.key}/").content.decode())


def test_passes_in_a_row_are_counted() -> None:
    hall = open_party()
    actions = random_actions()
    first = next(
        at for at in range(len(actions)) if [each["type"] for each in actions[at : at + 2]] == ["pass", "pass"]
    )
    hall.act(*actions[: first + 1])
    assert "The last player passed." in lines(hall.table)
    hall.act(actions[first + 1])
    assert "The last 2 players passed." in lines(hall.table)


def test_a_finished_game_says_why_it_ended() -> None:
    game = small_game()
    game.state.ended = BANK_BROKE
    shown = lines(table_of(game))
    assert cells(shown, "End", 2)[1] == "the bank is broken"
    assert "To act" not in shown
