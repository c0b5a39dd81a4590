"""What must hold between the parts of a title's data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tetsudo.errors import BadData
from tetsudo.model.map import Hex
from tetsudo.model.market import Market
from tetsudo.model.tiles import NODE, Face, Segment, Tile
from tetsudo.model.title import Company
from tetsudo.rules.operating.turn import STEPS
from tetsudo.titles.files import TomlTable
from tetsudo.titles.parts import COMPANY_KINDS
from tetsudo.titles.tiles import turned_track


def check_upgrades(tiles: Sequence[Tile], path: str) -> None:
    """Every upgrade is there, one colour on, with the same label, and keeps the track in some rotation."""
    by_name = {tile.name: tile for tile in tiles}
    for tile in tiles:
        for name in tile.upgrades:
            sentence = _objection(tile, name, by_name)
            if sentence:
                raise BadData(f"{path}: {tile.name}.upgrades: {sentence}")


def check_places(tiles: Sequence[Tile], hexes: TomlTable, played: Sequence[Hex], faces: Sequence[Face]) -> None:
    """Tiles are kept for hexes of the whole map, and what is printed is replaced by tiles of the next colour."""
    for tile in tiles:
        for name in (*tile.hexes, *tile.only):
            if name not in hexes:
                raise hexes.bad(f"tile {tile.name} is kept for {name}, which is no hex")
    colours = {tile.name: tile.colour for tile in tiles}
    for hex in played:
        for name in hex.upgrades:
            if colours.get(name) != faces[hex.printed].colour + 1:
                raise hexes.bad(f"{name} is no tile of the next colour", f"{hex.name}.upgrades")


def check_apart(phases: TomlTable, companies: Sequence[Company]) -> None:
    """Limits, lays and payouts that phases set apart are those of companies or kinds that there are."""
    known = {*COMPANY_KINDS, *(company.symbol for company in companies)}
    for name, line in phases.tables():
        for key in ("train_limits", "lays", "payouts"):
            for whose in line.table(key, optional=True).raw:
                if whose not in known:
                    raise phases.bad(f"{whose!r} is no company and no kind of company", f"{name}.{key}")


def check_pars(lines: TomlTable, companies: Sequence[Company], market: Market) -> None:
    """The only par prices of a company are par prices of the market."""
    for company in companies:
        for par in company.pars:
            if par not in market.pars:
                raise lines.bad(f"the market has no par price {par}", f"{company.symbol}.pars")


def check_steps(rules: TomlTable, steps: Sequence[str]) -> None:
    """The steps of a turn are those that there are, none twice, and those without which no game goes on."""
    sentence = ""
    if unknown := [step for step in steps if step not in STEPS]:
        sentence = f"there is no step {unknown[0]!r}; there are {', '.join(STEPS)}"
    elif len(set(steps)) < len(steps):
        sentence = "names a step twice"
    elif "run dividend" not in " ".join(steps) or not {"track", "trains"} <= set(steps):
        sentence = "must have track, run, dividend right after it, and trains"
    if sentence:
        raise rules.bad(sentence, "steps")


def _objection(tile: Tile, name: str, by_name: Mapping[str, Tile]) -> str:
    """What is wrong with an upgrade; "" if nothing is."""
    new = by_name.get(name)
    if new is None:
        return f"there is no tile {name}"
    if new.colour != tile.colour + 1:
        return f"{name} is not the next colour"
    if new.label != tile.label:
        return f"{name} has not the label {tile.label!r}"
    if not any(keeps_track(tile.segments, turned_track(new.segments, rotation)) for rotation in range(6)):
        return f"{name} keeps the track in no rotation"
    return ""


def keeps_track(old: Sequence[Segment], new: Sequence[Segment]) -> bool:
    """Whether every way of the old track is on the new: the sides of a node still meet in one node."""
    plain = all(segment in new for segment in old if segment[1] < NODE)
    sides_of_old = _sides_by_node(old).values()
    sides_of_new = tuple(_sides_by_node(new).values())
    return plain and all(any(sides <= others for others in sides_of_new) for sides in sides_of_old)


def _sides_by_node(segments: Sequence[Segment]) -> dict[int, set[int]]:
    """By node, the sides that track joins to it."""
    sides: dict[int, set[int]] = {}
    for a, b in segments:
        if a < NODE <= b:
            sides.setdefault(b, set()).add(a)
    return sides
