"""The matrix: a row for each company, a column for each player, and cells for trading."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.builders import (
    assign_private,
    assign_train,
    company,
    empty_depot,
    new_game,
    operate,
    par,
    play,
    sell,
    set_cash,
    set_phase,
    start,
    stock_round,
)
from tests.clauses.t1890 import forming
from tests.clauses.t1890.hidden import first_hidden_game
from tests.properties.walks import new_numbered_game
from tests.web.test_controls import scene, some_positions
from tetsudo.core.actions import Pass
from tetsudo.engine.state.state import LAST_TURN
from tetsudo.game.game import Game
from tetsudo.language.labels import action_to_data
from tetsudo.web.play.panels.panels import changed_panels
from tetsudo.web.play.scene.scene import Scene

pytestmark = pytest.mark.django_db


class Read(HTMLParser):
    """A table as text: rows of cells, the classes of each, and the labels of its buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.classes: list[list[str]] = []
        self.of_rows: dict[str, str] = {}
        self.lit: set[tuple[str, str]] = set()
        self.says: list[str] = []
        self.depot: list[str] = []
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "tr":
            self.rows.append([])
            self.classes.append([])
            self.of_rows[given.get("data-company", "")] = given.get("class", "")
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.classes[-1].append(re.sub(r"\b(col|half)-\w+ ?", "", given.get("class", "")).strip())
        elif tag == "dd":
            self.depot.append("")
        elif tag == "button" and "data-slot" in given:
            self.lit.add((given["data-choose"], given["data-slot"]))
            self.says.append(given["aria-label"])
        self._inside = tag if tag in ("td", "th", "dd") else self._inside

    def handle_endtag(self, tag: str) -> None:
        self._inside = "" if tag in ("td", "th", "dd") else self._inside

    def handle_data(self, data: str) -> None:
        if self._inside == "dd":
            self.depot[-1] += data
        elif self._inside:
            self.rows[-1][-1] += data

    @property
    def names(self) -> list[str]:
        """The first cell of each row."""
        return [row[0].strip() for row in self.rows]

    def row(self, name: str) -> list[str]:
        """The cells of a row after its head."""
        return next([" ".join(cell.split()) for cell in row[1:]] for row in self.rows if row and row[0].strip() == name)

    def marks(self, name: str) -> list[str]:
        """The classes of a row's cells after its head."""
        return next(
            marks[1:] for row, marks in zip(self.rows, self.classes, strict=True) if row and row[0].strip() == name
        )


def drawn(shown: Scene) -> str:
    """The fragment as sent."""
    return next(panel.drawn for panel in changed_panels(shown) if panel.name == "matrix")


def matrix(game: Game, own: str = "P0") -> Read:
    """The matrix as a player sees it."""
    return Read(drawn(scene(game, own)))


def late_1889() -> Game:
    """P0 has 60 % of Awa and P1 10 %; Awa has a 3-train and two 4-trains; Tosa is P2's; Iyo has started."""
    game = stock_round(3, cash=500, turn=4, player=1)
    set_phase(game, "4")
    start(game, "AR", {0: 60, 1: 10}, market=10, cash=156, trains=["3", "4", "4"], par=75)
    start(game, "TR", {2: 50}, cash=1053, trains=["4"])
    start(game, "IR", {1: 20}, floated=False, par=65)
    assign_private(game, "MF", 2)
    set_cash(game, 0, 338)
    empty_depot(game, "2", "3")
    return game


def test_a_company_is_a_row_and_a_player_a_column() -> None:
    shown = matrix(late_1889())
    assert shown.names[1:8] == ["AR", "IR", "SR", "KO", "TR", "KU", "UR"]
    assert [" ".join(each.split()) for each in shown.rows[0]] == [
        "Shares %", "Price", "IPO", "MarketMkt", "You", "P1★ (to act)", "P2",
        "TreasuryTreas.", "Trains", "Tokens", "Run",
    ]  # fmt: skip
    assert shown.row("AR") == ["75", "20", "10", "♦60", "10", "", "156", "344", "1·¥40", ""]
    assert shown.row("TR") == ["100", "50", "", "", "", "♦50", "1,053", "4", "2·¥40", ""]
    assert shown.row("IR") == ["65", "80", "", "", "♦20", "", "", "", "", ""]
    assert shown.row("KO") == ["", "100", "", "", "", "", "", "", "", ""]


def test_below_stand_cash_certificates_worth_and_privates() -> None:
    """P0: 338 and six shares of 75; P1: 500, a share of Awa and the president's two of Iyo at 65; P2: 500, 5 x 100."""
    shown = matrix(late_1889())
    assert shown.row("Cash") == ["", "", "", "338", "500", "500"]
    assert shown.row("Certificates, limit 19") == ["", "", "", "5", "2", "5"]
    assert shown.row("Net worth") == ["", "", "", "788", "705", "1,030"]
    assert shown.row("Privates") == ["", "", "", "", "", "B"]
    assert "Owes" not in shown.names
    assert shown.depot[0].split() == ["4", "¥300", "×1"]
    assert shown.depot[1].split() == ["5", "¥450", "×3"]
    assert shown.depot[2].split() == ["3", "by", "6", "·", "4", "by", "D"]


def test_many_trains_and_privates_are_counted() -> None:
    game = late_1889()
    for name in ("5", "5", "5"):
        assign_train(game, "TR", name)
    for symbol in ("TR", "ER", "SMR", "DR"):
        assign_private(game, symbol, 2)
    shown = matrix(game)
    assert shown.row("TR")[7] == "4555"
    assert shown.row("Privates")[-1] == "5×"
    assign_train(game, "TR", "6")
    assert matrix(game).row("TR")[7] == "45×36"


def test_minors_are_rows_without_a_price_and_stay_when_they_close() -> None:
    game = forming.table()
    forming.assign_minor(game, "KAN", 2, cash=80, trains=["2"])
    shown = matrix(game)
    assert shown.names[9:14] == ["KAN", "OER", "ORY", "NER", "KER"]
    assert shown.row("KAN") == ["", "", "", "", "", "♦", "", "80", "2", "0", ""]
    assert (shown.of_rows["KAN"], shown.of_rows["OER"]) == ("minor", "minor gone")
    assert shown.row("OER") == [""] * 11


def test_the_company_in_turn_is_marked_and_what_the_last_action_changed() -> None:
    game = late_1889()
    play(game, par(game, 1, "KO", 65))
    shown = matrix(game)
    assert shown.row("KO") == ["65", "80", "", "", "♦20", "", "", "", "", ""]
    assert shown.marks("KO") == ["changed", "changed", "", "", "pres changed", "", "", "", "", ""]
    assert shown.marks("Cash") == ["", "", "", "", "changed", ""]
    assert shown.marks("AR") == ["", "", "", "pres", "", "", "", "", "", ""]
    assert matrix(operate(late_1889(), "AR")).of_rows["AR"] == "operating"


def test_company_rows_are_folded_in_the_auction_only() -> None:
    assert 'class="mx is-folded"' in drawn(scene(new_game(3)))
    assert 'class="mx"' in drawn(scene(late_1889()))


def test_at_the_end_shares_stand_in_money() -> None:
    """Six shares of Awa at 75 are 450, the five of Tosa at 100 are 500; nothing can be bought any more."""
    game = late_1889()
    game.state.ended = LAST_TURN
    shown = matrix(game)
    assert shown.names[0] == "Shares ¥"
    assert shown.row("AR")[:6] == ["75", "", "", "♦450", "75", ""]
    assert shown.row("TR")[:6] == ["100", "", "", "", "", "♦500"]
    assert not shown.lit


# Viewers


def test_whoever_has_several_seats_reads_their_names() -> None:
    assert matrix(late_1889(), own="").rows[0][4:7] != ["You", "P1", "P2"]
    heads = [head.split()[0] for head in matrix(late_1889(), own="").rows[0][4:7]]
    assert [head.split("★")[0] for head in heads] == ["P0", "P1", "P2"]
    assert 'half-shares own">' in drawn(scene(late_1889(), own=""))


def test_what_is_hidden_is_not_there() -> None:
    """P0 is president of Nankai and P1 of Hankyu; their treasuries after the deal are 457 and 243."""
    shown = matrix(first_hidden_game(), own="P2")
    assert shown.row("Cash") == ["", "", "", "?", "?", "400", "?"]
    assert shown.row("Net worth")[3:5] == ["?", "?"]
    assert (shown.row("NK")[7], shown.row("HK")[7], shown.row("KH")[7]) == ("?", "?", "350")
    text = drawn(scene(first_hidden_game(), own="P2"))
    assert [amount for amount in ("457", "243", "700", "157", "131") if amount in text] == []
    assert matrix(first_hidden_game(), own="P1").row("Cash") == ["", "", "", "?", "700", "?", "?"]


# Highlighted cells


@pytest.mark.parametrize(("title", "seed"), [("1889", 3), ("1889", 5), ("1890", 2)])
def test_just_those_cells_are_lit_in_which_something_is_offered(title: str, seed: int) -> None:
    seen = set()
    for game in some_positions(seed) if title == "1889" else [new_numbered_game(seed, title), *of_shares()]:
        wanted = {wish for offer in game.legal_actions() if (wish := slot_of(game, offer.example()))}
        shown = Read(drawn(scene(game)))
        assert shown.lit == wanted
        seen |= {slot for _company, slot in shown.lit}
    assert seen == {"offer", "market", "own"}


def of_shares() -> list[Game]:
    """Positions of 1890 in which every kind of trade is possible."""
    game = stock_round(4, title="1890", scenario="C", cash=900)
    start(game, "JR", {0: 40, 1: 20}, market=20)
    start(game, "HK", {1: 50}, market=10)
    return [game]


def slot_of(game: Game, action: object) -> tuple[str, str] | None:
    """The matrix cell of an action: company and column."""
    data = action_to_data(game.setup, game.names, action)  # type: ignore[arg-type]
    kind = (data["type"], data.get("source", ""))
    slots = {("par", ""): "offer", ("buy_share", "ipo"): "offer", ("buy_share", "market"): "market"}
    slot = slots.get(kind) or {"sell_shares": "own"}.get(kind[0])
    return (data["company"], slot) if slot else None


def test_a_lit_cell_says_what_it_is_for() -> None:
    game = late_1889()
    game.apply(Pass(1))  # P2 has five of Tosa
    shown = matrix(game, own="P2")
    assert "Buy AR from the market, ¥75 (10 %)" in shown.says
    assert "Buy TR from the IPO, ¥100 (50 %)" in shown.says
    assert "Sell TR, ¥100 a share (♦50 %)" not in shown.says
    assert "Sell TR, ¥100 a share (50 %)" in shown.says
    assert "Start KO (100 %)" in shown.says
    assert not matrix(game, own="P0").lit


def test_what_the_page_of_another_seat_shows_is_not_sent_as_the_same() -> None:
    """A change of turn also changes who may trade."""
    game = late_1889()
    before = drawn(scene(game, own="P1"))
    play(game, sell(game, 1, "AR", 1))
    after = drawn(scene(game, own="P0"))
    assert 'class="lit"' in before
    assert 'class="lit"' not in after
    assert company(game, "AR") == 0
