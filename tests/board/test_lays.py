"""Legal tile lays: the manifest, preserved track, closed sides, connection."""

from __future__ import annotations

import pytest

from tests.board.builders import Board
from tetsudo.engine.model.title import Setup
from tetsudo.engine.network.cache import Atlas
from tetsudo.titles.loader import setup as load

SEMI = "semi-restrictive"


@pytest.fixture(scope="module")
def shikoku() -> Setup:
    return load("1889", players=4)


@pytest.fixture(scope="module")
def atlas(shikoku: Setup) -> Atlas:
    return Atlas(shikoku)


def lays(atlas: Atlas, setup: Setup, hex: str, tile: str = "", rotation: int = 0) -> dict[str, list[int]]:
    """Legal rotations by tile, as listed by `Atlas.lays`, on a hex with a tile on it or as printed."""
    spot = setup.map.hexes[setup.map.by_name[hex]]
    names = {tile.name: tile.id for tile in setup.tiles}
    old = setup.face_of[names[tile], rotation] if tile else spot.printed
    found: dict[str, list[int]] = {}
    for face in atlas.lays(spot.id, old):
        shape = setup.faces[face]
        found.setdefault(shape.name, []).append(shape.rotation)
    return found


@pytest.mark.rule("1889-TRK-06", "1889-TRK-14")
def test_green_on_the_printed_yellow_of_ozu(atlas: Atlas, shikoku: Setup) -> None:
    # Its track leaves by side 2; side 3 is the edge of the map.
    assert lays(atlas, shikoku, "C4") == {"12": [0], "13": [0], "14": [1], "15": [5], "205": [1, 5], "206": [2, 5]}


@pytest.mark.rule("1889-TRK-06", "1889-TRK-10")
def test_takamatsu_keeps_its_letter(atlas: Atlas, shikoku: Setup) -> None:
    assert lays(atlas, shikoku, "K4") == {"440": [0]}
    assert lays(atlas, shikoku, "K4", "440") == {"466": [0]}


@pytest.mark.rule("1889-TRK-07")
def test_kochi_takes_its_brown_tile(atlas: Atlas, shikoku: Setup) -> None:
    assert lays(atlas, shikoku, "F9") == {"465": [2]}


@pytest.mark.rule("1889-TRK-08")
@pytest.mark.parametrize("hex", ["B7", "B3", "G14", "J7", "F1", "J1", "L7"])
def test_nothing_is_laid_on_grey_and_red(atlas: Atlas, shikoku: Setup, hex: str) -> None:
    assert lays(atlas, shikoku, hex) == {}


@pytest.mark.rule("1889-TRK-05", "1889-TRK-09")
@pytest.mark.parametrize(
    ("hex", "tiles"),
    [("E8", {"7", "8", "9"}), ("H5", {"7", "8", "9"}), ("J5", {"3", "58"}), ("G4", {"5", "6", "57"}), ("I4", {"438"})],
)
def test_yellow_tiles_match_what_is_printed(atlas: Atlas, shikoku: Setup, hex: str, tiles: set[str]) -> None:
    assert set(lays(atlas, shikoku, hex)) == tiles


@pytest.mark.rule("1889-TRK-11")
@pytest.mark.parametrize(
    ("hex", "old", "rotation", "tiles"),
    [
        ("F5", "8", 1, {"16", "19", "23", "24", "25", "28", "29"}),
        ("G4", "57", 1, {"14", "15", "205", "206"}),
        ("G4", "5", 1, {"12", "14", "15", "205", "206"}),
        ("J5", "58", 2, set()),
        ("G4", "14", 1, {"611"}),
        ("F5", "20", 0, {"47"}),
    ],
)
def test_upgrades_follow_the_manifest(
    atlas: Atlas, shikoku: Setup, hex: str, old: str, rotation: int, tiles: set[str]
) -> None:
    assert set(lays(atlas, shikoku, hex, old, rotation)) == tiles


@pytest.mark.rule("1889-TRK-14")
def test_an_upgrade_keeps_all_track(atlas: Atlas, shikoku: Setup) -> None:
    hex = shikoku.map.by_name["F5"]
    for rotation in range(3):
        names = {tile.name: tile.id for tile in shikoku.tiles}
        old = shikoku.face_of[names["9"], rotation]
        upgrades = atlas.lays(hex, old)
        assert upgrades
        for face in upgrades:
            assert set(shikoku.faces[old].segments) <= set(shikoku.faces[face].segments)


@pytest.mark.rule("1889-TRK-15", "1889-TRK-16")
def test_no_track_leaves_the_map_or_meets_a_blank_grey_side(atlas: Atlas, shikoku: Setup) -> None:
    by_name = shikoku.map.by_name
    shut = {"B9": 1 << 3, "C6": 1 << 1, "I6": 1 << 5, "J5": 1 << 0, "J9": 1 << 3, "K6": 1 << 1}
    for hex in shikoku.map.hexes:
        off_map = sum(1 << edge for edge, other in enumerate(hex.neighbours) if other < 0)
        bad = off_map | shut.get(hex.name, 0)
        for face in atlas.lays(hex.id, hex.printed):
            assert not shikoku.faces[face].exits & bad, hex.name
    assert all(not atlas.fits(by_name["K6"], face.id) for face in shikoku.faces if face.exits >> 1 & 1)


@pytest.mark.rule("1889-TRK-17")
def test_track_may_end_at_a_side_of_a_neighbour_without_track(atlas: Atlas, shikoku: Setup) -> None:
    face = next(f for f in atlas.lays(shikoku.map.by_name["E4"], shikoku.map.hexes[shikoku.map.by_name["E4"]].printed))
    assert atlas.fits(shikoku.map.by_name["E4"], face)


TILES = {
    "town": ("yellow", "town 10 | 0-a 3-a", ""),
    "straight": ("yellow", "| 0-3", "switch cross"),
    "switch": ("green", "| 0-3 0-2", ""),
    "cross": ("green", "| 0-3 1-4", ""),
    "city": ("yellow", "city 20 1 | 0-a 3-a", "city2"),
    "city2": ("green", "city 30 2 | 0-a 1-a 3-a 4-a", "city3"),
    "city3": ("brown", "city 40 2 | 0-a 1-a 3-a 4-a", ""),
    "OO": ("green", "city 40 1, city 40 1 | 0-a 1-a 3-b 4-b", "OO2"),
    "OO2": ("brown", "city 80 2 | 0-a 1-a 3-a 4-a", ""),
    "gift!": ("yellow", "| 0-1", ""),
}


def line(*faces: str) -> Board:
    """Hexes from north to south, connected by sides 0 and 3."""
    return Board({(0, 2 * n): face for n, face in enumerate(faces)} | {(1, 1): "", (-1, 1): ""}, TILES)


@pytest.mark.rule("1889-TRK-02", "1889-TRK-20", "1889-CON-04")
def test_new_track_must_be_connected() -> None:
    board = line("grey:city 20 1 | 0-a", "", "", "").token(0, (0, 0))
    reach = board.network.reach(0)
    near, far = board.ids[0, 2], board.ids[0, 4]
    straight = board.face("straight")
    assert reach.may_lay(near, near, straight, SEMI)
    assert not reach.may_lay(near, near, board.face("straight", 1), SEMI)
    assert not reach.may_lay(far, far, straight, SEMI)
    assert not board.network.reach(1).may_lay(near, near, straight, SEMI), "no token, no track"
    assert board.network.reach(1).hexes() == ()


def test_lays_lists_what_may_be_laid() -> None:
    board = line("grey:city 20 1 | 0-a", "", "").token(0, (0, 0))
    near = board.ids[0, 2]
    reach = board.network.reach(0)
    assert board.face("gift!") not in board.atlas.lays(near, near)
    assert reach.lays(near, near, SEMI) == (board.face("straight"),)
    assert reach.lays(board.ids[0, 4], board.ids[0, 4], SEMI) == ()


@pytest.mark.rule("1889-TRK-13")
def test_an_upgrade_must_add_track_that_is_reached_or_value() -> None:
    board = line("grey:city 20 1 | 0-a", "", "").token(0, (0, 0)).lay((0, 2), "straight")
    hex, old = board.ids[0, 2], board.face("straight")
    reach = board.network.reach(0)
    assert reach.entries[hex] == 1 << 3
    assert reach.may_lay(hex, old, board.face("switch", 3), SEMI), "the fork begins at the side that we come from"
    assert not reach.may_lay(hex, old, board.face("cross"), SEMI), "the second track is not ours"
    assert not reach.may_lay(hex, old, board.face("switch", 0), SEMI), "its fork opens from the other side"
    assert reach.may_lay(hex, old, board.face("cross"), "permissive")


@pytest.mark.rule("1889-TRK-13")
def test_value_alone_is_enough_in_a_connected_city_only() -> None:
    board = line("grey:city 20 1 | 0-a", "", "").token(0, (0, 0)).token(1, (0, 0)).lay((0, 2), "city2")
    hex, old, new = board.ids[0, 2], board.face("city2"), board.face("city3")
    assert board.network.reach(0).may_lay(hex, old, new, SEMI)
    assert not board.network.reach(0).may_lay(hex, old, new, "restrictive"), "no new track"
    assert not board.network.reach(2).may_lay(hex, old, new, SEMI)


def test_track_behind_a_full_city_is_not_connected_unless_the_upgrade_gives_room() -> None:
    tiles = TILES | {"full": ("green", "city 30 1 | 0-a 1-a 3-a 4-a", "")}
    board = Board({(0, 0): "grey:city 20 1 | 0-a", (0, 2): "city 0 1 |", (0, 4): ""}, tiles)
    board.token(0, (0, 0)).token(1, (0, 2)).lay((0, 2), "city")
    hex, old = board.ids[0, 2], board.face("city")
    reach = board.network.reach(0)
    assert reach.entries[hex] == 1 << 3
    assert reach.may_lay(hex, old, board.face("city2"), "restrictive"), "a second slot lets us through"
    assert not reach.may_lay(hex, old, board.face("full"), "restrictive"), "new track behind another's token"
    assert reach.may_lay(hex, old, board.face("full"), SEMI), "but the city is worth more"


def test_a_token_on_a_bare_city_may_be_given_any_track() -> None:
    board = line("", "city 0 1 |", "").token(0, (0, 2))
    hex = board.ids[0, 2]
    reach = board.network.reach(0)
    assert reach.entries == {hex: 0}
    assert reach.lays(hex, hex, SEMI) == board.atlas.lays(hex, hex)
    assert len(board.atlas.lays(hex, hex)) == 3


def test_tokens_follow_their_city() -> None:
    board = line("", "white:city 0 1, city 0 1 |", "")
    old, merged = board.face("OO"), board.face("OO2")
    assert board.atlas.city_moves(board.ids[0, 2], old) == (0, 1)
    assert board.atlas.city_moves(old, merged) == (0, 0)
    assert board.atlas.city_moves(old, board.face("OO", 3)) == (1, 0), "turned round, the other city has its track"


def test_closed_sides_take_no_track() -> None:
    board = Board({(0, 0): "", (0, 2): ""}, TILES, closed={(0, 0): 0b111110})
    assert board.atlas.lays(0, 0) == ()
    assert not board.atlas.fits(0, board.face("straight"))
