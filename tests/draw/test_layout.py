"""Labels and signs never overlap track, stops or each other, for any tile and rotation."""

from __future__ import annotations

from math import dist, hypot
from xml.etree import ElementTree

import pytest

from tests.draw.builders import elements_of_class, first_position, parse_svg
from tetsudo.draw import tile_svg
from tetsudo.draw.hex.geometry import (
    INRADIUS,
    Curve,
    Disc,
    Frame,
    crossing,
    curve_piece,
    heading,
    length,
    point_at,
    samples,
    side_to_side,
)
from tetsudo.draw.hex.labels import VALUE_RADIUS, Contents, item_space, placed_items, value_row
from tetsudo.draw.hex.layout import SLOT_RADIUS, TRACK_WIDTH, layout, slot_points
from tetsudo.draw.hex.track import curve_path, seamless_curves
from tetsudo.draw.style.theme import LIGHT
from tetsudo.engine.model.tiles import CITY, NODE, OFFBOARD, Face, Node

FACES = first_position().setup.faces
FRAMES = (Frame(True), Frame(False))


def wish(face: Face, frame: Frame) -> Contents:
    return Contents(face.nodes, face.segments, frame, label=face.label, number=face.name, coordinate="K10")


def clearance(discs: list[Disc], curves: tuple[Curve, ...]) -> float:
    """The smallest distance of discs from the centre line of the track."""
    points = [point for curve in curves for point in samples(curve, 60)]
    return min((dist((x, y), point) - radius for x, y, radius in discs for point in points), default=100.0)


@pytest.mark.parametrize("frame", FRAMES, ids=["flat", "pointy"])
def test_values_lie_beside_track_and_cities(frame: Frame) -> None:
    for face in FACES:
        _check_values(face, frame)


def _check_values(face: Face, frame: Frame) -> None:
    plan = layout(face.nodes, face.segments, frame)
    wanted = wish(face, frame)
    for item in placed_items(wanted):
        if item.kind not in ("value", "row"):
            continue
        discs = item_space(item, wanted)
        assert clearance(discs, plan.curves) >= TRACK_WIDTH / 2
        for node, spot in zip(face.nodes, plan.spots, strict=True):
            for x, y in slot_points(spot, node.slots) if node.kind == CITY else []:
                assert min(hypot(x - dx, y - dy) - r for dx, dy, r in discs) >= SLOT_RADIUS - 0.5


@pytest.mark.parametrize("frame", FRAMES, ids=["flat", "pointy"])
def test_things_do_not_lie_on_each_other(frame: Frame) -> None:
    for face in FACES[::3]:
        wanted = wish(face, frame)
        rooms = [item_space(item, wanted) for item in placed_items(wanted)]
        for i, first in enumerate(rooms):
            for second in rooms[:i]:
                assert min(hypot(a - x, b - y) - r - s for a, b, r in first for x, y, s in second) > -0.01


@pytest.mark.parametrize("frame", FRAMES, ids=["flat", "pointy"])
def test_track_leaves_a_hex_in_the_middle_of_its_sides_at_right_angles(frame: Frame) -> None:
    for face in FACES:
        for (start_end, _), curve in zip(face.segments, layout(face.nodes, face.segments, frame).curves, strict=True):
            side = frame.side(start_end)
            assert dist(curve[0], side) < 1e-6
            x, y = point_at(curve, 0.02)
            across = abs((x - side[0]) * side[1] - (y - side[1]) * side[0]) / INRADIUS
            assert across < 0.1


def test_track_ends_at_its_stops() -> None:
    for face in FACES:
        plan = layout(face.nodes, face.segments, Frame(True))
        for (_, end), curve in zip(face.segments, plan.curves, strict=True):
            if end >= NODE and face.nodes[end - NODE].kind != OFFBOARD:
                assert dist(curve[3], plan.spots[end - NODE].point) < 1e-6


def test_two_cities_keep_apart() -> None:
    city = Node(CITY, 1, (40,) * 6)
    for segments in ((), ((0, 6), (3, 7)), ((0, 6), (1, 6), (2, 7), (4, 7)), ((0, 6), (2, 6), (3, 7), (5, 7))):
        first, second = layout((city, city), segments, Frame(False)).spots
        assert dist(first.point, second.point) > 2 * SLOT_RADIUS + 2


def test_arcs_are_round() -> None:
    for frame in FRAMES:
        for turn, radius in ((1, INRADIUS / 3**0.5), (2, INRADIUS * 3**0.5)):
            arc = side_to_side(frame, 0, turn)
            corner = frame.corner(0)
            centre = corner if turn == 1 else tuple(2 * c for c in frame.side(1))
            assert all(abs(dist(point, centre) - radius) < 0.3 for point in samples(arc, 20))


def test_a_piece_of_a_curve_lies_on_it() -> None:
    arc = side_to_side(Frame(True), 0, 2)
    piece = curve_piece(arc, 0.25, 0.75)
    assert dist(piece[0], point_at(arc, 0.25)) < 1e-9
    assert dist(piece[3], point_at(arc, 0.75)) < 1e-9
    assert length(piece) < length(arc)
    assert abs(heading(piece, 0.5) - heading(arc, 0.5)) < 1


def test_crossings_are_found() -> None:
    frame = Frame(True)
    assert crossing(side_to_side(frame, 0, 3), side_to_side(frame, 1, 4)) == pytest.approx((0.5, 0.5), abs=0.05)
    assert crossing(side_to_side(frame, 0, 1), side_to_side(frame, 3, 4)) is None
    assert curve_path([side_to_side(frame, 0, 3)]) == "M0,50L0,-50"


def test_a_row_of_values_has_a_box_for_each_change() -> None:
    assert value_row(Node(OFFBOARD, 0, (30, 30, 30, 60, 60, 100))) == [(1, 30), (3, 60), (5, 100)]
    assert value_row(Node(OFFBOARD, 0, (10, 10, 20, 20, 20, 20))) == [(1, 10), (2, 20)]


@pytest.mark.parametrize("flat_top", [True, False])
def test_each_face_can_be_drawn_alone(flat_top: bool) -> None:
    for face in FACES[::2]:
        root = parse_svg(tile_svg(face, flat_top=flat_top))
        hex = elements_of_class(root, "hex")[0]
        assert f'fill="{LIGHT.faces[face.colour]}"' in ElementTree.tostring(hex, encoding="unicode")
        assert len(elements_of_class(root, "track")) == bool(face.segments)


def test_a_circle_is_as_small_as_the_map_needs() -> None:
    assert VALUE_RADIUS < SLOT_RADIUS


def test_track_goes_on_without_a_seam() -> None:
    """Track between sides extends slightly beyond them; other track ends as before."""
    through = side_to_side(Frame(True), 0, 3)
    (longer,) = seamless_curves([through])
    assert hypot(*longer[0]) == hypot(*longer[3]) == pytest.approx(50.35)
    ending = curve_piece(through, 0.0, 0.5)
    assert seamless_curves([ending])[0][3] == ending[3]
