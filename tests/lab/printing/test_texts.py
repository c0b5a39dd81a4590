"""Texts on printed pieces: they fit, in every title and language; a running game is as it is."""

from __future__ import annotations

import json
import re
import struct
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from pypdf import PdfReader

import tetsudo
from tests.cli.test_commands import run
from tests.lab.printing.test_sizes import each_paper, each_table
from tetsudo.cli.files import game_at
from tetsudo.core import extras
from tetsudo.core.errors import BadInput
from tetsudo.core.extras import MissingExtra
from tetsudo.game.game import Game
from tetsudo.lab.printing import MAKERS, Kit, Sizes, print_and_play
from tetsudo.lab.table_spec import Table


def text_of(kit: Kit) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(kit.pdf())).pages)


@pytest.mark.parametrize("language", ["en", "ja"])
@each_paper
@each_table
def test_no_text_overflows_its_piece(table: Table, paper: str, language: str) -> None:
    """The whole kit, with all kinds of pieces: a text that typst measures as too long would be refused."""
    kit = print_and_play(table.game(), sizes=Sizes(paper=paper), language=language, kinds=list(MAKERS))
    assert kit.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("variant", ["earthquake", "air-raids"])
def test_the_special_rules_of_a_variant_have_a_card(variant: str, language: str) -> None:
    """The longest texts of 1890's variants; without a variant the title has no powers of its own."""
    players = ["Ann", "Bo", "Cy"]
    kit = print_and_play(
        tetsudo.new("1890", players, scenario="C", variants=[variant]), language=language, kinds=["aids"]
    )
    assert kit.document().overflows() == []
    assert [piece.count for piece in kit.pieces["aids"] if piece.name == "special rules"] == [1]
    plain = print_and_play(tetsudo.new("1890", players, scenario="C"), kinds=["aids"])
    assert "special rules" not in [piece.name for piece in plain.pieces["aids"]]


def test_a_card_too_small_for_its_text_is_told() -> None:
    """The longest power of 1890 does not fit a card of 41 by 63 mm."""
    game = tetsudo.new("1890", ["Ann", "Bo", "Cy"], scenario="C")
    kit = print_and_play(game, sizes=Sizes(card="mini-american", private="mini-american"), kinds=["privates"])
    with pytest.raises(BadInput, match=r"Too much text for its piece: .*Kōbe Rapid.* Choose larger cards\.$"):
        kit.pdf()


def test_japanese_pages_have_japanese_letters() -> None:
    """The font is in the file: no machine needs it installed to print."""
    kit = print_and_play(tetsudo.new("1889", ["Ann", "Bo"]), language="ja", kinds=["certificates", "privates"])
    text = text_of(kit)
    assert "阿波鉄道" in text
    assert "社長株" in text
    reader = PdfReader(BytesIO(kit.pdf()))
    fonts = reader.pages[1]["/Resources"]["/Font"]  # type: ignore[index]
    for font in fonts.values():
        inner = font.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        assert "NotoSansCJKjp" in inner["/FontName"]
        assert "/FontFile3" in inner


def test_a_private_has_its_price_revenue_and_power() -> None:
    text = text_of(print_and_play(tetsudo.new("1889", ["Ann", "Bo"]), kinds=["privates"]))
    for words in ("Dōgo Railway", "¥60", "¥15", "exchange it", "A company may buy it: ¥30–¥120"):
        assert words in text.replace("\n", " ")


def test_trains_say_when_they_rust() -> None:
    """1889: 4-trains rust with the first diesel, which costs 800 if a 4, 5 or 6 is traded in."""
    kit = print_and_play(tetsudo.new("1889", ["Ann", "Bo"]), kinds=["trains"])
    notes = {piece.name: piece.content["notes"] for piece in kit.pieces["trains"]}
    assert notes["4"] == ["Starts phase 4", "Rusts with the first D-train"]
    assert notes["D"] == ["Starts phase D", "¥800 if a 4, 5 or 6 is traded in"]
    assert notes["5"] == ["Starts phase 5"]


# A running game


@pytest.fixture(scope="module")
def running(shared: Path) -> Game:
    return game_at(shared / "games" / "1889" / "104.json", 400)


def test_a_running_game_has_its_position(running: Game) -> None:
    """Treasuries, trains, tokens, cash and certificates of the moment."""
    kit = print_and_play(running, running=True)
    assert kit.kinds == ("map", "market", "players", "charters")
    charter = {piece.name: piece.content for piece in kit.pieces["charters"]}["AR"]
    view = running.company("AR")
    assert charter["cash"] == f"¥{view.cash:,}"
    assert charter["trains"] == list(view.trains)
    assert [token["placed"] for token in charter["tokens"]] == [*view.tokens, *[""] * len(view.token_prices_left)]
    sheets = {piece.name: piece.content for piece in kit.pieces["players"]}
    for player in running.players:
        assert dict(sheets[player.name]["facts"])["Cash"] == f"¥{player.cash:,}"
        assert [each["symbol"] for each in sheets[player.name]["holdings"]] == list(player.shares)
    assert text_of(kit).count("Operating round 8.2") == 2, "on the contents page, and on the bank's sheet"


def test_its_map_and_market_have_what_lies_there(running: Game) -> None:
    kit = print_and_play(running, running=True)
    tiles = sum(running.hex(hex.name).tile is not None for hex in running.setup.map.hexes)
    assert kit.boards["map"].svg.count('data-tile="') - kit.boards["map"].svg.count('data-tile=""') >= tiles > 10
    started = [symbol for symbol, company in running.companies.items() if company.price]
    assert kit.boards["market"].svg.count('class="token"') == len(started)


def test_what_is_left_lies_in_the_bank(running: Game) -> None:
    bank = print_and_play(running, running=True).pieces["players"][0].content
    lists = dict(bank["lists"])
    assert lists["Trains in the depot"] == ", ".join(
        f"{name} × {'∞' if count < 0 else count}" for name, count in running.view().depot.items() if count
    )


@each_table
def test_no_text_overflows_in_a_running_game(table: Table) -> None:
    """Random play, early and late: many minors and long notes early in 1890, many holdings late."""
    game, chance = table.game(5), Random(5)
    for moves in (5, 200):
        while game.length < moves and (offers := game.legal_actions()):
            game.apply(chance.choice(offers).example())
        for language in ("en", "ja"):
            kit = print_and_play(game, language=language, running=True)
            assert kit.document().overflows() == []


# The command


def test_the_command_writes_a_pdf(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "shikoku.pdf"
    words = ("print", "1889", "--only", "tiles,tokens", "--paper", "letter", "--out", file)
    code, out, _ = run(monkeypatch, capsys, *words)
    assert code == 0
    assert re.search(r"^tiles +63 +3 *$", out, re.MULTILINE)
    assert len(PdfReader(file).pages) == int(out.split(" pages are in ")[0].split()[-1])
    code, out, _ = run(monkeypatch, capsys, *words, "--json")
    assert json.loads(out)["kinds"][0] == {"kind": "tiles", "pieces": 63, "pages": 3}


def test_the_command_writes_cards_for_a_print_shop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Poker cards with 3 mm of bleed: 69 by 94 mm at 300 pixels per inch."""
    folder = tmp_path / "cards"
    code, out, _ = run(monkeypatch, capsys, "print", "1889", "--png", folder, "--cards", "poker", "--backs")
    assert (code, out.startswith("28 pictures for 96 pieces are in ")) == (0, True)
    names = sorted(path.name for path in folder.iterdir())
    assert "2-certificates-002-AR-share-x8.png" in names
    assert "3-trains-001-2-x6.png" in names
    assert names[-1] == "back-63x88.png"
    sizes = {struct.unpack(">II", (folder / name).read_bytes()[16:24]) for name in names}
    assert sizes == {(round(69 / 25.4 * 300), round(94 / 25.4 * 300))}


def test_a_map_for_a_print_shop_is_one_picture() -> None:
    """1889's map is 11.2 by 8.0 hexes, its margin of sea included; here at 30 mm a hex, with 3 mm of bleed."""
    kit = print_and_play(tetsudo.new("1889", ["Ann", "Bo"]), sizes=Sizes(hex=30), kinds=["map"])
    [(name, content)] = kit.card_pictures()
    assert name == "1-map-001-map-x1.png"
    wide, high = struct.unpack(">II", content[16:24])
    assert (wide, high) == pytest.approx(((11.2 * 30 + 6) / 25.4 * 300, (8.02 * 30 + 6) / 25.4 * 300), abs=6)


def test_the_command_prints_a_position(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, shared: Path
) -> None:
    game = shared / "games" / "1889" / "104.json"
    code, out, _ = run(monkeypatch, capsys, "print", game, "--at", "120", "--out", tmp_path / "p.pdf", "--json")
    assert code == 0
    assert [row["kind"] for row in json.loads(out)["kinds"]] == ["map", "market", "players", "charters"]
    code, _, err = run(monkeypatch, capsys, "print", "1889", "--at", "120")
    assert (code, err) == (2, "--at: only a game has actions to replay; give its file\n")


def test_a_missing_extra_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    kit = print_and_play(tetsudo.new("1889", ["Ann", "Bo"]), kinds=["tokens"])
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "typst" else True)
    with pytest.raises(MissingExtra, match=r'^Printing needs more than the engine: pip install "tetsudo\[print\]"$'):
        kit.pdf()
