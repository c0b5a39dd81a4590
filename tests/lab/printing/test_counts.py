"""The printed pieces are those of the box: as many tiles, tokens, certificates and trains as facts and rules say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import tetsudo
from tetsudo.game.game import Game
from tetsudo.lab.printing import NEW_GAME, Kit, print_and_play


def kit(title: str, players: int, scenario: str | None = None, **choices: Any) -> Kit:
    names = [f"Player {seat}" for seat in range(players)]
    return print_and_play(tetsudo.new(title, names, scenario=scenario, **choices))


def copies(of: Kit, kind: str) -> Counter[str]:
    """Copies of each piece of a kind, as they lie on the pages."""
    return Counter(each.piece.name for sheet in of.sheets if sheet.kind == kind for each in sheet.placed)


def total(of: Kit, kind: str, ending: str = "") -> int:
    return sum(count for name, count in copies(of, kind).items() if name.endswith(ending))


def facts(shared: Path, title: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((shared / "facts" / f"{title}.yaml").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def shikoku() -> Kit:
    return kit("1889", 6)


def test_the_trains_of_1889(shikoku: Kit) -> None:
    """The rulebook has no number for the unlimited diesels: there are as many as the option says."""
    assert copies(shikoku, "trains") == {"2": 6, "3": 5, "4": 4, "5": 3, "6": 2, "D": 6}
    assert copies(kit("1889", 6, options={"top_trains": 9}), "trains")["D"] == 9


def test_the_certificates_of_1889(shikoku: Kit) -> None:
    """Seven companies, each with a president's certificate of 20% and eight of 10%."""
    found = copies(shikoku, "certificates")
    assert total(shikoku, "certificates") == 63
    assert {name: count for name, count in found.items() if name.startswith("AR")} == {"AR president": 1, "AR share": 8}
    amounts = {piece.name: piece.content["amount"] for piece in shikoku.pieces["certificates"]}
    assert (amounts["AR president"], amounts["AR share"]) == ("20%", "10%")
    assert {piece.name for piece in shikoku.pieces["certificates"] if piece.content["marked"]} == {
        f"{symbol} president" for symbol in ("AR", "IR", "SR", "KO", "TR", "KU", "UR")
    }


def test_the_tokens_of_1889(shikoku: Kit, shared: Path) -> None:
    wanted = {company["abbrev"]: company["tokens"] for company in facts(shared, "1889")["companies"]}
    found = copies(shikoku, "tokens")
    assert {name.split()[0]: count for name, count in found.items() if name.endswith("station")} == wanted
    assert total(shikoku, "tokens", "share price") == total(shikoku, "tokens", "par") == 7


def test_the_tiles_of_1889(shikoku: Kit, shared: Path) -> None:
    wanted = {str(tile["id"]): tile["count"] for tile in facts(shared, "1889")["tiles"]}
    assert copies(shikoku, "tiles") == wanted


def test_the_box_of_1888_n(shared: Path) -> None:
    """Counted in the box: its components are in the facts."""
    box, printed = facts(shared, "1888n")["components"], kit("1888n", 6)
    assert total(printed, "certificates") == box["share_certs"]
    assert total(printed, "trains") == box["train_cards"]
    assert total(printed, "privates") == box["private_certs"]
    assert total(printed, "tokens", "station") == box["station_tokens"]
    aids = copies(printed, "aids")
    order = [name for name in aids if name.startswith("order") or name == "priority deal"]
    assert sum(aids[name] for name in order) == box["order_cards"], "six seats, and the priority deal"


@pytest.mark.parametrize("scenario", ["A", "B", "C", "D"])
def test_the_trains_of_1890(shared: Path, scenario: str) -> None:
    companies = yaml.safe_load((shared / "facts" / "1890" / "companies.yaml").read_text("utf-8"))
    wanted = {name: count for name, count in companies["trains"]["count"][scenario].items() if count}
    assert copies(kit("1890", 4, scenario), "trains") == wanted


def test_the_tiles_of_1890(shared: Path) -> None:
    tiles = yaml.safe_load((shared / "facts" / "1890" / "tiles.yaml").read_text("utf-8"))
    assert total(kit("1890", 4, "C"), "tiles") == sum(tiles["totals"].values()) == 111


def test_the_minors_of_1890() -> None:
    """Five minors with one certificate each; the Osaka Railway uses another's token, and has none of its own."""
    printed = kit("1890", 4, "C")
    minors = {name: count for name, count in copies(printed, "certificates").items() if name.endswith("minor")}
    assert minors == {"KAN minor": 1, "OER minor": 1, "ORY minor": 1, "NER minor": 1, "KER minor": 1}
    assert copies(printed, "tokens")["JR station"] == 6
    assert not [name for name in copies(printed, "tokens") if name.startswith("ORY")]
    assert copies(printed, "tokens")["KR station"] == 1, "a private with a token"
    assert len(copies(printed, "charters")) == 13


def test_every_player_has_a_reference_card(shikoku: Kit) -> None:
    assert copies(shikoku, "aids")["trains and phases"] == 6
    assert copies(shikoku, "aids")["priority deal"] == 1


def test_fewer_players_have_fewer_privates() -> None:
    """1889 with two players is played without the last two privates."""
    assert total(kit("1889", 2), "privates") == 5
    assert total(kit("1889", 6), "privates") == 7


def test_bank_notes_are_worth_the_bank() -> None:
    game: Game = tetsudo.new("1889", ["Ann", "Bo"])
    notes = copies(print_and_play(game, kinds=["money"]), "money")
    assert sum(int(value) * count for value, count in notes.items()) >= 7000
    assert set(notes) == {"1", "5", "10", "20", "50", "100", "500", "1000"}


def test_the_contents_page_counts_what_follows(shikoku: Kit) -> None:
    contents = shikoku.document().pages[0].sheet.placed[0].piece.content["lines"]
    assert shikoku.kinds == NEW_GAME
    assert contents[1][1:] == ["1", "2–5"], "the map is on four pages"
    assert [line[1] for line in contents[3:6]] == ["7", "7", "63"], "charters, privates, certificates"
    assert int(contents[-1][2].split("–")[-1]) == len(shikoku.sheets) + 1
