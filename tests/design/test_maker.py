"""Games of 18xx-maker, both ways. Sides, positions and keys are those of its documentation and schemas."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tetsudo
from tests.cli.test_commands import run
from tests.conftest import ROOT
from tests.design.workbench import fill, title_texts
from tetsudo.core.errors import BadInput
from tetsudo.lab.design.hexes import read_map
from tetsudo.lab.design.homes import homes
from tetsudo.lab.design.maker import export_file, export_game, game_text, import_file, import_game, parse_game
from tetsudo.lab.design.maker.hex_reading import read_hex
from tetsudo.lab.design.maker.hex_writing import write_hex
from tetsudo.lab.design.maker.losses import LossList
from tetsudo.lab.design.maker.positions import Sides
from tetsudo.lab.design.maker.writing import meaning
from tetsudo.lab.design.tiles import read_tiles, upgrades_of
from tetsudo.lab.design.toml_text import Raw, read
from tetsudo.lab.random_play import play_random
from tetsudo.titles.loader import mistakes

TITLES = ROOT / "src" / "tetsudo" / "titles"
VALLEY = ROOT / "tests" / "titles" / "valley"

HEXES = {
    "t1889": {"native", "cost"},  # costs of Kōchi and Kotohira differ by colour
    "t1888": {"native", "group", "nodes"},  # a stop that ends routes, and one that uses no range
    "t1890": {"native", "group", "upgrades"},
    "valley": set(),
}
"""Keys of hexes that the format has no place for, by title."""


def folder_of(title: str) -> Path:
    """Folder of a title."""
    return VALLEY if title == "valley" else TITLES / title


@pytest.mark.parametrize("title", HEXES)
def test_a_map_is_the_same_after_the_way_out_and_in(title: str) -> None:
    """Through JSON text, hex by hex and key by key. What differs is listed, each with its hex, and nothing else is."""
    texts = title_texts(folder_of(title))
    game, losses = export_game(texts)
    again, _said = import_game(parse_game(game_text(game)))
    before, after = read_map(texts), read_map(again)
    assert after.flat_top == before.flat_top
    assert set(after.lines) == set(before.lines)
    different = {
        (f"hexes: {key}", name)
        for name, raw in before.lines.items()
        for key, value in meaning(raw).items()
        if meaning(after.lines[name]).get(key) != value
    }
    listed = {(loss.what, place) for loss in losses for place in loss.places if loss.what.startswith("hexes: ")}
    assert different == listed
    assert {what for what, _name in different} == {f"hexes: {key}" for key in HEXES[title]}


@pytest.mark.parametrize("title", ["t1889", "t1888", "valley"])
def test_what_comes_in_again_loads_and_plays(title: str, tmp_path: Path) -> None:
    texts = title_texts(folder_of(title))
    again, _losses = import_game(export_game(texts)[0])
    assert mistakes(again) == ()
    assert {(home.company, home.hex, home.city) for home in homes(again)} == {
        (home.company, home.hex, home.city) for home in homes(texts)
    }
    game = tetsudo.new(fill(tmp_path / f"{title}-again", dict(again)), ["Ann", "Bo", "Cy"])
    assert play_random(game, Random(3), 60).actions == 60


@pytest.mark.parametrize("title", HEXES)
def test_tiles_keep_their_numbers_and_their_track(title: str) -> None:
    texts = title_texts(folder_of(title))
    again, _losses = import_game(export_game(texts)[0])
    before, after = read_tiles(texts), read_tiles(again)
    assert set(after) == set(before)
    for name, tile in before.items():
        assert after[name].own["count"] == tile.own["count"]
        assert meaning(after[name].whole).get("track") == meaning(tile.whole).get("track"), name


def test_the_market_of_1889_is_the_same() -> None:
    texts = title_texts(TITLES / "t1889")
    again, _losses = import_game(export_game(texts)[0])
    ours, theirs = (read(each["market.toml"]) for each in (texts, again))
    assert [row.split() for row in theirs["rows"]] == [row.split() for row in ours["rows"]]
    assert (theirs["marks"], theirs["moves"]) == (ours["marks"], ours["moves"])


# Sides and positions


def read_in(given: dict[str, Any], *, flat_top: bool = True) -> tuple[Raw, list[str]]:
    """Line of a definition, and the kinds of losses."""
    losses = LossList()
    found = read_hex(given, Sides(flat_top), losses, "A1")
    return found.raw, [loss.what for loss in losses.found()]


def test_sides_of_a_flat_top_map_begin_in_the_south_with_1() -> None:
    raw, _losses = read_in({"color": "gray", "track": [{"type": "straight", "side": 1}]})
    assert raw == {"colour": "grey", "track": "0-3"}  # our 0 is the south


def test_sides_of_a_pointy_top_map_begin_in_the_west_with_1() -> None:
    """It turns the hex by 90 degrees clockwise: what was down is left. Our 1 is the west, and 0 its 6."""
    raw, _losses = read_in({"color": "gray", "track": [{"type": "straight", "side": 1}]}, flat_top=False)
    assert raw["track"] == "1-4"
    east = {"color": "offboard", "offBoardRevenue": {"revenues": [{"color": "yellow", "value": 40}]}}
    raw, _losses = read_in(
        {**east, "track": [{"type": "offboard", "side": side} for side in (4, 5, 6)]}, flat_top=False
    )
    assert raw["track"] == "4-n0 5-n0 0-n0"  # east, south-east, south-west


@pytest.mark.parametrize(("kind", "track"), [("sharp", "2-3"), ("gentle", "2-4"), ("straight", "2-5")])
def test_types_of_track(kind: str, track: str) -> None:
    assert read_in({"color": "plain", "track": [{"type": kind, "side": 3}]})[0] == {"track": track}
    middle = {"mid": kind, "side": 3}
    joined = f"2-n0 {track[-1]}-n0"
    given = {"color": "plain", "towns": [middle], "track": [{"type": kind, "side": 3}]}
    assert read_in(given)[0] == {"nodes": ["town 0"], "track": joined}


def test_two_cities_on_two_curves() -> None:
    """Each city lies on the middle of its own curve: at 30 and 150 degrees, half-way out."""
    given = {
        "color": "green",
        "cities": [{"angle": 30, "percent": 0.5}, {"angle": 150, "percent": 0.5}],
        "track": [{"type": "sharp", "side": 1}, {"type": "sharp", "side": 3}],
        "values": [{"value": 60}, {"value": 70}],
        "labels": [{"label": "NY"}],
    }
    assert read_in(given) == (
        {
            "colour": "green", "label": "NY", "nodes": ["city 1 60", "city 1 70"],
            "track": "0-n0 1-n0 2-n1 3-n1",
        },
        [],
    )  # fmt: skip


def test_track_that_ends_at_a_city_near_its_side() -> None:
    given = {
        "color": "green",
        "cities": [{"angle": 0, "percent": 0.5}, {"angle": 120, "percent": 0.5}],
        "track": [{"type": "straight", "side": 1, "end": 0.25}, {"type": "straight", "side": 3, "end": 0.25}],
    }
    assert read_in(given)[0]["track"] == "0-n0 2-n1"


def test_track_beside_a_town_is_not_joined_to_it() -> None:
    given = {
        "color": "green",
        "towns": [{"mid": "sharp", "side": 1}],
        "track": [{"type": "sharp", "side": 1}, {"type": "sharp", "side": 4}],
    }
    assert read_in(given)[0]["track"] == "0-n0 1-n0 3-4"


def test_track_that_meets_without_a_stop_gets_a_junction() -> None:
    raw, _losses = read_in({"color": "green", "track": [{"side": 1}, {"side": 3}, {"side": 5}]})
    assert raw == {"colour": "green", "nodes": ["junction"], "track": "0-n0 2-n0 4-n0"}


@pytest.mark.parametrize("flat_top", [True, False])
def test_every_face_of_the_catalogue_survives(flat_top: bool) -> None:
    """All tiles of all shipped titles as hexes, on both kinds of maps."""
    tiles = [tile for title in HEXES for tile in read_tiles(title_texts(folder_of(title))).values()]
    assert len(tiles) > 150
    for tile in tiles:
        written = write_hex(tile.whole, Sides(flat_top))
        raw, _losses = read_in(json.loads(json.dumps(written)), flat_top=flat_top)
        assert meaning(raw).get("track") == meaning(tile.whole).get("track"), tile.name


# A game of its own form


GAME: dict[str, Any] = {
    "info": {"title": "Two Rivers", "designer": "Ann", "orientation": "horizontal", "currency": "£#"},
    "bank": "∞",
    "players": [{"number": 3, "capital": 400, "certLimit": 12}, {"number": 4, "capital": 300, "certLimit": 9}],
    "tokenTypes": {"default": ["Free", 40, "£100"], "few": ["Free"]},
    "shareTypes": {
        "default": [{"quantity": 1, "percent": 40, "shares": 2}, {"quantity": 3, "percent": 20, "shares": 1}],
    },
    "companies": [
        {"name": "North", "abbrev": "N", "color": "red"},
        {"name": "South", "abbrev": "S", "color": "#123456", "tokens": "few"},
        {"name": "West", "abbrev": "W", "color": "chartreuse", "home": "A1", "shares": []},
    ],
    "privates": [{"name": "Mine Wagons", "price": "£20", "revenue": [5, 10], "description": "Blocks A1."}],
    "trains": [
        {"name": "2", "quantity": 5, "price": 80, "color": "yellow", "rust": "4"},
        {"name": "3", "quantity": 4, "price": 180, "color": "green"},
        {"name": "4", "quantity": 3, "price": 300, "color": "green"},
        {"name": "D", "quantity": "∞", "price": 900, "color": "brown"},
    ],
    "phases": [
        {"name": "2", "limit": 4, "rounds": 1, "tiles": "yellow"},
        {"name": "3", "on": "3", "limit": 4, "rounds": 2, "tiles": "yellow/green", "buyCompanies": True},
        {"name": "D", "on": "D", "limit": 2, "tiles": "brown", "events": {"closeCompanies": True, "flood": True}},
    ],
    "stock": {
        "type": "2D",
        "market": [[60, {"label": "70", "par": True}, 80, 90, 100], [{"value": 50, "legend": 0}, 60, 70], [None, 50]],
        "legend": [{"description": "does not count toward the certificate limit", "color": "yellow"}],
    },
    "tiles": {
        "7": 4, "8": 6, "9": 6, "57": 3, "15|b": 1, "X5": {"tile": "5", "quantity": 2}, "9999": 1,
        "14": {"quantity": 2},
    },
    "map": {
        "borders": [{"color": "water", "coords": ["A1p2", "A1p3"]}],
        "hexes": [
            {"color": "plain", "hexes": ["A1", "B2", "C1", "nowhere"]},
            {"color": "plain", "cities": [{"name": {"name": "Northville"}, "companies": ["N", "X"]}], "hexes": ["A3"]},
            {"copy": "A3", "cities": [{"name": {"name": "Southend"}, "companies": ["S"]}], "hexes": ["C3"]},
            {"color": "plain", "mountain": {"cost": "£60"}, "water": {"cost": 20}, "hexes": ["B4"]},
            {
                "color": "offboard",
                "offBoardRevenue": {
                    "name": {"name": "The Sea"},
                    "revenues": [
                        {"color": "yellow", "cost": "30"}, {"color": "brown", "value": 60},
                        {"color": "black", "value": "D80"},
                    ],
                },
                "offBoardTrack": [{"side": 4}],
                "borders": [{"side": 1, "color": "red"}],
                "hexes": ["B6"],
            },
            {
                "color": "plain", "shapes": [{"type": "circle"}], "labels": [{"label": "Y"}, {"label": "Z"}],
                "hexes": ["C5"],
            },
        ],
    },
    "weather": {},
}  # fmt: skip
"""A small game with old and new forms, and with things that we do not have."""


def test_a_small_game() -> None:
    texts, losses = import_game(GAME)
    assert read_map(texts).lines == {
        "A1": {},
        "A3": {"place": "Northville", "nodes": ["city 1 0"]},
        "B2": {},
        "B4": {"cost": 80, "terrain": ["mountain", "water"]},
        "B6": {
            "place": "The Sea", "colour": "red", "nodes": ["offboard yellow=30 brown=60 diesel=80"], "track": "3-n0",
            "borders": "0",
        },
        "C1": {},
        "C3": {"place": "Southend", "nodes": ["city 1 0"]},
        "C5": {"label": "Y"},
    }  # fmt: skip
    companies = read(texts["companies.toml"])["companies"]
    assert companies["N"] == {"name": "North", "homes": "A3", "tokens": "0 40 100", "share": 20, "colour": "#c8322b"}
    assert companies["S"] == {"name": "South", "homes": "C3", "tokens": "0", "share": 20, "colour": "#123456"}
    assert companies["W"]["homes"] == "A1"
    private = {"name": "Mine Wagons", "price": 20, "income": 5}
    assert read(texts["companies.toml"])["privates"] == {"MW": private}
    main = read(texts["title.toml"])
    assert (main["name"], main["designer"], main["currency"]) == ("Two Rivers", "Ann", "£")
    assert main["players"]["4"] == {"starting_cash": 300, "certificate_limit": 9}
    assert main["trains"]["2"] == {"stops": 2, "count": 5, "price": 80, "rusted_by": "4"}
    assert main["trains"]["D"] == {"stops": 0, "count": 0, "price": 900}
    assert main["phases"]["3"] == {
        "train_limit": 4, "operating_rounds": 2, "tiles": "green", "offboard": "yellow", "trigger": "3",
        "sells_privates": True,
    }  # fmt: skip
    assert main["phases"]["D"]["closes_privates"] is True
    market = read(texts["market.toml"])
    assert [row.split() for row in market["rows"]] == [
        ["60", "70p", "80", "90", "100"], ["50y", "60", "70"], [".", "50"]
    ]  # fmt: skip
    assert market["marks"] == {"p": {"par": True}, "y": {"zone": "yellow", "uncounted": True}}
    tiles = read_tiles(texts)
    assert {name: tile.own["count"] for name, tile in tiles.items()} == {
        "7": 4, "8": 6, "9": 6, "57": 3, "X5": 2, "14": 2, "15": 1
    }  # fmt: skip
    assert upgrades_of(texts)["57"] == ("14", "15")
    assert tiles["X5"].own["track"] == "0-n0 1-n0"
    said = {str(loss) for loss in losses}
    assert said >= {
        "weather are not read",
        "tiles that the catalogue does not have are left out: draw them: 9999",
        "borders of the map are not read: set impassable sides by hand",
        "homes of companies that are not listed are left out: X",
        "shapes are not read: C5",
        "labels after the first are not read: C5",
        "privates: later incomes are not read: MW",
        "privates: descriptions are not read; write them as powers: MW",
        "phases: the event flood is not read: D",
        "the colour chartreuse of companies is read as grey: W",
        "the bank has no amount; it is read as 12000",
    }


def test_a_game_with_nothing_but_a_title_is_a_new_title() -> None:
    texts, losses = import_game({"info": {"title": "Bare"}})
    assert read(texts["title.toml"])["name"] == "Bare"
    assert read_map(texts).lines == {}
    assert losses


# Strange files


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all values."""
    if path:
        yield path
    for key, each in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from parts(each, (*path, key))


@pytest.mark.parametrize("junk", [None, 1e300, "x", [[]], {"name": []}], ids=repr)
def test_strange_values_anywhere_break_nothing(junk: object) -> None:
    """Whatever stands anywhere, the answer is files of a title or a sentence."""
    paths = list(parts(GAME))
    assert len(paths) > 150
    for path in paths:
        game = copy.deepcopy(GAME)
        where: Any = game
        for key in path[:-1]:
            where = where[key]
        where[path[-1]] = junk
        try:
            texts, _losses = import_game(parse_game(json.dumps(game)))
        except BadInput:
            continue
        for text in texts.values():
            tomllib.loads(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a game of 18xx-maker"),
        ('{"info": {}}', "not a game of 18xx-maker"),
        ('{"info": {"title": "' + "x" * 5_000_001 + '"}}', "larger than"),
    ],
    ids=["empty", "deep", "list", "without a title", "large"],
)
def test_other_files_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        parse_game(text)


def test_names_that_try_to_leave_their_text(tmp_path: Path) -> None:
    """Names from a foreign file stay texts: they make no tables, keys or lines."""
    evil = 'x"\n[rules]\nbank = 1\n'
    game = {**GAME, "info": {"title": evil, "designer": evil, "currency": f"{evil}#"}}
    game["privates"] = [{"name": evil, "id": evil, "price": 1}]
    game["trains"] = [{"name": evil, "quantity": 1, "price": 1}]
    texts, _losses = import_game(game)
    main = read(texts["title.toml"])
    assert (main["name"], main["rules"]["bank"]) == (evil.strip(), 12000)
    assert list(main["trains"]) == [evil]


# Files


def test_from_file_to_folder_and_back(tmp_path: Path) -> None:
    file, folder = tmp_path / "game.json", tmp_path / "rivers"
    file.write_text(json.dumps(GAME), "utf-8")
    assert import_file(file, folder)
    assert set(title_texts(folder)) == {"title.toml", "map.toml", "tiles.toml", "companies.toml", "market.toml"}
    with pytest.raises(BadInput, match="already: name an empty folder"):
        import_file(file, folder)
    export_file(folder, tmp_path / "again.json")
    assert parse_game((tmp_path / "again.json").read_text("utf-8"))["info"]["title"] == "Two Rivers"
    with pytest.raises(BadInput, match="there is no title"):
        export_file(tmp_path / "nothing", tmp_path / "x.json")
    with pytest.raises(BadInput, match="there is no file"):
        import_file(tmp_path / "none.json", tmp_path / "new")


def test_the_command_prints_what_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, folder = tmp_path / "1889.json", tmp_path / "again"
    code, said, _errors = run(monkeypatch, capsys, "design", TITLES / "t1889", "--export", file)
    assert code == 0
    assert "Left out: hexes: cost: F9, I4" in said
    assert f"Written: {file}" in said
    code, said, _errors = run(monkeypatch, capsys, "design", folder, "--import", file)
    assert (code, f"Written: {folder}" in said) == (0, True)
    assert mistakes(folder) == ()
    code, _said, errors = run(monkeypatch, capsys, "design", folder, "--import", file)
    assert code == 2
    assert "name an empty folder" in errors
