"""Drawing of track: a dark line in a light casing; where two tracks cross, one bridges the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Final

from tetsudo.draw.hex.geometry import INRADIUS, Curve, Point, crossing, curve_piece, heading, length, point_at, polar
from tetsudo.draw.hex.layout import CASING_WIDTH, TRACK_WIDTH, Layout
from tetsudo.draw.style.theme import Palette
from tetsudo.draw.svg import Markup, element, group, number, polygon
from tetsudo.engine.model.tiles import NODE, OFFBOARD, Face

SEAM_FACTOR: Final = 1.007
BRIDGE_REACH: Final = 9.0
"""Length of a bridge to either side of the crossing."""


def seamless_curves(curves: Iterable[Curve]) -> list[Curve]:
    """Curves extended a little beyond the sides, so that track continues without a seam."""
    return [(_seamless_point(a), b, c, _seamless_point(d)) for a, b, c, d in curves]


def _seamless_point(point: Point) -> Point:
    x, y = point
    return (x * SEAM_FACTOR, y * SEAM_FACTOR) if hypot(x, y) > INRADIUS - 0.01 else point


def curve_path(curves: Sequence[Curve]) -> str:
    """Path data of curves; a curve that begins at the end of the last one continues it."""
    parts: list[str] = []
    at: Point | None = None
    for a, b, c, d in curves:
        if at is None or abs(at[0] - a[0]) + abs(at[1] - a[1]) > 0.01:
            parts.append(f"M{_coordinates(a)}")
        parts.append(
            f"L{_coordinates(d)}"
            if _is_straight(a, b, c, d)
            else f"C{_coordinates(b)} {_coordinates(c)} {_coordinates(d)}"
        )
        at = d
    return "".join(parts)


def _coordinates(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _is_straight(a: Point, b: Point, c: Point, d: Point) -> bool:
    ux, uy = d[0] - a[0], d[1] - a[1]
    return all(abs((p[0] - a[0]) * uy - (p[1] - a[1]) * ux) < 0.5 for p in (b, c))


def tracks(face: Face, layout: Layout, palette: Palette) -> Markup:
    """All track of a face."""
    full: list[Curve] = []
    stubs: list[Curve] = []
    for (_, end), curve in zip(face.segments, layout.curves, strict=True):
        is_stub = end >= NODE and face.nodes[end - NODE].kind == OFFBOARD
        (stubs if is_stub else full).append(curve)
    return group(
        _stroke(seamless_curves(full), palette.casing, CASING_WIDTH),
        _stroke(seamless_curves(full), palette.track, TRACK_WIDTH),
        *(_bridge(piece, palette) for piece in _bridges(face, layout)),
        *(_pointer(curve, palette) for curve in stubs),
        class_="track",
        fill="none",
    )


def _stroke(curves: Sequence[Curve], colour: str, width: float) -> Markup:
    return element("path", d=curve_path(curves), stroke=colour, stroke_width=width) if curves else ""


def _bridges(face: Face, layout: Layout) -> list[Curve]:
    """Pieces of track that bridge other track."""
    pieces = []
    for upper, curve in enumerate(layout.curves):
        for lower in range(upper):
            if set(face.segments[lower]) & set(face.segments[upper]):
                continue
            met = crossing(layout.curves[lower], curve)
            if met:
                reach = BRIDGE_REACH / length(curve)
                pieces.append(curve_piece(curve, max(0.0, met[1] - reach), min(1.0, met[1] + reach)))
    return pieces


def _bridge(piece: Curve, palette: Palette) -> Markup:
    """Bridge with a shorter casing, so that its ends show no seam."""
    over, casing = curve_path([piece]), curve_path([curve_piece(piece, 0.08, 0.92)])
    return element("path", d=casing, stroke=palette.casing, stroke_width=CASING_WIDTH) + element(
        "path", d=over, stroke=palette.track, stroke_width=TRACK_WIDTH + 0.2
    )


def _pointer(curve: Curve, palette: Palette) -> Markup:
    """Off-board track that tapers to a point."""
    tip, start = point_at(curve, 1.0), point_at(curve, 0.0)
    angle = heading(curve, 0.0) + 90
    outline = []
    for width in (CASING_WIDTH / 2, TRACK_WIDTH / 2):
        x, y = polar(angle, width)
        outline.append([(start[0] + x, start[1] + y), tip, (start[0] - x, start[1] - y)])
    return polygon(outline[0], fill=palette.casing, stroke=palette.casing, stroke_width=1) + polygon(
        outline[1], fill=palette.track
    )
