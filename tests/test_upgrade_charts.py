"""Upgrade charts, compared with small examples worked out by hand from the tiles' track and the maps."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tetsudo
from tests.builders import assign_private, hex_id
from tetsudo.core.actions import LayTile
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import lay
from tetsudo.game.game import Game
from tetsudo.game.views.upgrades import Upgrade, UpgradeStep, may_lie_on, tile_upgrades

Rotations = dict[str, dict[str, tuple[int, ...]]]


def shown(chart: Sequence[UpgradeStep]) -> Rotations:
    """Rotations by colour and tile."""
    return {step.colour: {tile.tile: tile.rotations for tile in step.tiles} for step in chart}


def new(title: str, scenario: str | None = None) -> Game:
    return tetsudo.new(title, ["Ann", "Bo", "Cy"], scenario=scenario)


def put(game: Game, hex: str, tile: str, rotation: int = 0) -> None:
    """Lay a tile, whatever the rules say."""
    lay(game.ruleset, game.state, hex_id(game, hex), game.setup.face_of[game.id_of("tile", tile), rotation])


def test_kochi_has_one_brown_tile_and_its_cost() -> None:
    """Printed track leaves by 2, 3, 4 and 5; 465 leaves by 0 to 3, so it is turned by two."""
    (brown,) = new("1889").hex("F9").upgrades()
    assert brown == UpgradeStep("brown", "5", (Upgrade("465", (2,), 1, (80,)),))


def test_takamatsu_keeps_its_letter_up_to_brown() -> None:
    chart = new("1889").hex("K4").upgrades()
    assert chart == (
        UpgradeStep("green", "3", (Upgrade("440", (0,), 1, (0,), ("466",)),)),
        UpgradeStep("brown", "5", (Upgrade("466", (0,), 1, (0,)),)),
    )


def test_kotohira_costs_at_every_step() -> None:
    """All six sides are open: 439 leaves by every second side, 492 by all."""
    chart = new("1889").hex("I4").upgrades()
    assert shown(chart) == {
        "yellow": {"438": (0, 1, 2, 3, 4, 5)},
        "green": {"439": (0, 1)},
        "brown": {"492": (0,)},
    }
    assert [tile.costs for step in chart for tile in step.tiles] == [(80,), (80,), (80,)]


def test_mountains_cost_the_first_tile_only() -> None:
    chart = new("1889").hex("F7").upgrades()
    assert {step.colour: {tile.costs for tile in step.tiles} for step in chart} == {
        "yellow": {(80,)},
        "green": {(0,)},
        "brown": {(0,)},
    }


def test_a_gentle_curve_in_the_open_up_to_brown() -> None:
    """F7, all sides open, with tile 8 from side 0 to side 2."""
    game = new("1889")
    put(game, "F7", "8")
    chart = game.hex("F7").upgrades()
    assert shown(chart) == {
        "green": {
            "16": (0, 5),
            "19": (4,),
            "23": (2,),
            "24": (0,),
            "25": (0, 2),
            "28": (2,),
            "29": (0,),
        },
        "brown": {
            "39": (0,),
            "40": (0,),
            "41": (5,),
            "42": (3,),
            "45": (2, 4),
            "46": (0, 4),
            "47": (2,),
        },
    }
    after = {tile.tile: tile.becomes for tile in chart[0].tiles}
    assert (after["16"], after["23"], after["28"]) == ((), ("41", "45", "47"), ("39", "46"))
    assert new("1889").hex("F7").upgrades(tile="8") == chart, "and if the tile lay there"


def test_a_straight_line_in_the_open() -> None:
    chart = shown(new("1889").hex("F7").upgrades("9"))
    assert chart["green"] == {"19": (0, 3), "20": (0, 2), "23": (0, 3), "24": (0, 3), "26": (0, 3), "27": (0, 3)}


def test_a_later_step_depends_on_the_one_before() -> None:
    """From 25 (0-2 and 0-4), only brown tiles with both curves; from 24, others."""
    assert shown(new("1889").hex("F7").upgrades("25")) == {"brown": {"40": (0,), "45": (2,), "46": (4,)}}
    assert shown(new("1889").hex("F7").upgrades("24")) == {"brown": {"42": (3,), "46": (0,), "47": (2,)}}


def test_the_edge_of_the_map_and_the_ferry() -> None:
    """Nakamura is open to the north-west, north and north-east; only the ferry's owner lays 437, while it is open."""
    game = new("1889")
    (yellow,) = game.hex("B11").upgrades()
    assert yellow.tiles == (
        Upgrade("3", (2, 3), 2, (0,)),
        Upgrade("58", (2,), 3, (0,)),
        Upgrade("437", (2,), 1, (0,), (), "MF"),
    )
    assign_private(game, "MF", None)
    assert shown(game.hex("B11").upgrades()) == {"yellow": {"3": (2, 3), "58": (2,)}}


def test_grey_and_red_hexes_become_nothing() -> None:
    game = new("1889")
    assert [game.hex(hex).upgrades() for hex in ("B3", "B7", "J7", "F1")] == [()] * 4


def test_what_is_out_of_supply_is_shown_with_none_left() -> None:
    game = new("1889")
    for hex in ("F5", "E4"):
        put(game, hex, "7")
    yellow = game.hex("F7").upgrades()[0]
    assert [(tile.tile, tile.left) for tile in yellow.tiles] == [("7", 0), ("8", 5), ("9", 5)]


def test_neither_phase_nor_track_nor_blocking_matters() -> None:
    """In the auction nothing can be laid, and a private blocks Ōzu."""
    game = new("1889")
    assert not any(isinstance(each, LayTile) for each in game.legal_actions())
    assert shown(game.hex("C4").upgrades())["green"]["205"] == (1, 5)


def test_beijing_up_to_grey() -> None:
    """Its cities lead to sides 1 and 5: 1, 3, 4 and 5 of L42 contain both in rotations 0, 2 and 4."""
    chart = new("1888").hex("C9").upgrades()
    assert [(step.colour, step.phase) for step in chart] == [("green", "3"), ("brown", "5"), ("grey", "7")]
    assert shown(chart) == {"green": {"L42": (0, 2, 4)}, "brown": {"8892": (0,)}, "grey": {"8893": (0,)}}
    assert [step.tiles[0].costs for step in chart] == [(10,), (0,), (0,)]


def test_a_red_tile_of_a_private() -> None:
    """Printed track leaves by 3 and 4, that of L39 by 4 and 5. Companies never lay red tiles."""
    assert new("1888").hex("H2").upgrades() == (UpgradeStep("red", "", (Upgrade("L39", (5,), 1, (0,), (), "TA"),)),)


def test_heng_shan_takes_its_private_tile_in_1888_n() -> None:
    """L41 leaves by every second side."""
    yellow = {tile.tile: tile for tile in new("1888n").hex("C5").upgrades()[0].tiles}
    assert yellow["L41"] == Upgrade("L41", (0, 1), 1, (0,), (), "HS")
    assert yellow["7"] == Upgrade("7", (0, 1, 2, 3, 4, 5), 4, (40,), ("18", "26", "27", "28", "29"))


def test_a_city_on_the_edge_up_to_grey_in_1888_n() -> None:
    """Datong's side 1 is the edge of the map, and 51 leaves by all sides but 5: turned by two. So does 611."""
    yellow, green, brown, grey = new("1888n").hex("C3").upgrades()
    assert (yellow.colour, green.colour, shown([brown, grey])) == (
        "yellow",
        "green",
        {"brown": {"611": (2,)}, "grey": {"51": (2,)}},
    )
    assert (brown.tiles[0].left, grey.tiles[0].left, grey.phase) == (6, 2, "7")


def test_amagasaki_has_its_own_tiles_in_1890() -> None:
    chart = new("1890", "C").hex("F11").upgrades()
    assert [tuple(tile.tile for tile in step.tiles) for step in chart] == [("202",), ("821", "822"), ("831",)]
    assert [step.phase for step in chart] == ["1", "2", "4"]
    assert chart[0].tiles[0].hexes == ("F11",)


def test_a_tile_may_cost_more_to_replace_than_its_hex() -> None:
    """Ōsaka Higashi: water for the first tile, and 80 printed on 824."""
    chart = new("1890", "C").hex("H13").upgrades()
    assert [(step.colour, {tile.costs for tile in step.tiles}) for step in chart] == [
        ("green", {(80,)}),
        ("brown", {(80,)}),
    ]
    free = tetsudo.new("1890", ["Ann", "Bo", "Cy"], scenario="C", options={"tile_costs": False})
    assert [tile.costs for tile in free.hex("H13").upgrades()[1].tiles] == [(0,)]


def test_a_tile_without_a_hex() -> None:
    game = new("1890", "C")
    green, brown = tile_upgrades(game, "57")
    assert shown([green]) == {"green": {"14": (0, 2), "15": (0, 3), "205": (0, 3), "206": (0, 3)}}
    assert {tile.tile: tile.hexes for tile in brown.tiles} == {"63": (), "74": (), "193": (), "465": ("F9",)}
    assert tile_upgrades(game, "39") == ()


def test_the_rotations_of_a_tile_go_with_its_own() -> None:
    game = new("1889")
    assert shown(tile_upgrades(game, "8", 1))["green"]["19"] == (5,)
    assert shown(tile_upgrades(game, "8"))["green"]["19"] == (4,)


def test_any_colour_may_be_allowed_from_the_start() -> None:
    game = tetsudo.new("1889", ["Ann", "Bo"], options={"tile_colours": "any"})
    assert [step.phase for step in game.hex("F7").upgrades()] == ["2", "2", "2"]


@pytest.mark.parametrize(
    ("hex", "tile", "rotation", "may"),
    [
        ("F9", "465", 2, True),
        ("F9", "465", 1, False),
        ("K4", "466", 0, True),
        ("B11", "437", 2, True),
        ("B11", "437", 3, False),
        ("F7", "47", 5, True),
        ("F7", "448", 0, False),
        ("B7", "57", 0, False),
    ],
)
def test_what_may_ever_lie_on_a_hex(hex: str, tile: str, rotation: int, may: bool) -> None:
    game = new("1889")
    assert may_lie_on(game, hex_id(game, hex), game.setup.face_of[game.id_of("tile", tile), rotation]) == may


def test_what_lies_on_a_hex_may_lie_there() -> None:
    game = new("1889")
    put(game, "B7", "57")  # no rule allows it, but a sandbox board does
    assert may_lie_on(game, hex_id(game, "B7"), game.setup.face_of[game.id_of("tile", "57"), 0])
