"""Consistency checks between the parts of a title's data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tetsudo.core.units import NOBODY, CompanyId, HexId
from tetsudo.core.unknown_names import hint
from tetsudo.engine.model.map import Hex, Map
from tetsudo.engine.model.market import Market
from tetsudo.engine.model.options import Settings
from tetsudo.engine.model.tiles import Face, Tile
from tetsudo.engine.model.title import Company, PowerData, Private, TrainKind
from tetsudo.engine.rules.powers.comes_with_share import ComesWithShare
from tetsudo.engine.rules.rounds.operating.choose_home import HomeStep
from tetsudo.engine.rules.rounds.operating.turn import STEPS
from tetsudo.titles.data.companies_and_trains import COMPANY_KINDS
from tetsudo.titles.data.tiles import catalogue, junctions_of, keeps_track_somehow, tile_lines
from tetsudo.titles.data.toml_table import TomlTable


def check_upgrades(tiles: Sequence[Tile], lines: TomlTable) -> None:
    """Raise BadData unless every upgrade exists, has the next colour and the same label, and can keep the track."""
    by_name = {tile.name: tile for tile in tiles}
    line_of = dict(tile_lines(lines))
    broken = {name for name, line in line_of.items() if not line.is_sound}
    for tile in tiles:
        for name in tile.upgrades if tile.name not in broken else ():
            sentence = _upgrade_error(tile, name, by_name)
            if sentence and name not in broken:
                line_of[tile.name].refuse(sentence, "upgrades")


def check_places(tiles: Sequence[Tile], lines: TomlTable, hexes: TomlTable) -> None:
    """Raise BadData for a tile kept for an unknown hex."""
    for tile, (_, line) in zip(tiles, tile_lines(lines), strict=True):
        for key, names in (("hexes", tile.hexes), ("only", tile.only)):
            for name in names:
                if name not in hexes and not hexes.is_hidden:
                    line.refuse(f"{name!r} is no hex{hint(name, hexes.raw)}", key)


def check_printed_upgrades(
    tiles: Sequence[Tile], hexes: TomlTable, played: Sequence[Hex], faces: Sequence[Face]
) -> None:
    """Raise BadData for a printed hex that is upgraded to anything but the next colour."""
    colours = {tile.name: tile.colour for tile in tiles}
    for hex in played:
        for name in hex.upgrades:
            if name not in colours:
                hexes.refuse(f"{name!r} is no tile{hint(name, colours)}", f"{hex.name}.upgrades")
            elif colours[name] != faces[hex.printed].colour + 1:
                hexes.refuse(f"{name} is no tile of the next colour", f"{hex.name}.upgrades")


def check_phase_companies(phases: TomlTable, companies: Sequence[Company]) -> None:
    """Raise BadData if a phase has limits, lays or payouts for an unknown company or kind of company."""
    known = {*COMPANY_KINDS, *(company.symbol for company in companies)}
    for name, line in phases.tables():
        for key in ("train_limits", "lays", "payouts"):
            for whose in line.table(key, optional=True).raw:
                if whose not in known:
                    sentence = f"{whose!r} is no company and no kind of company{hint(whose, known)}"
                    phases.refuse(sentence, f"{name}.{key}")


def check_pars(lines: TomlTable, companies: Sequence[Company], market: Market) -> None:
    """Raise BadData unless a company's own par prices are par prices of the market."""
    for company in companies:
        for par in company.pars:
            if par not in market.pars:
                lines.refuse(f"the market has no par price {par}", f"{company.symbol}.pars")


def check_homes(lines: TomlTable, companies: Sequence[Company], map: Map, faces: Sequence[Face]) -> None:
    """Raise BadData unless a city has slots for all companies with a home there, and homes are on different hexes."""
    waiting: Counter[tuple[HexId, int]] = Counter()
    for company in companies:
        line = lines.table(company.symbol)
        if len({hex for hex, _ in company.homes}) < len(company.homes):
            line.refuse("names a hex twice", "homes")
        waiting.update(company.reserved_homes)
        for hex, city in company.reserved_homes if line.is_sound else ():
            slots = faces[map.hexes[hex].printed].nodes[city].slots
            if waiting[hex, city] > slots:
                name = f"{map.hexes[hex].name}:{city}"
                line.refuse(f"the city {name} has no room for one more home: its slots are {slots}", "homes")


def check_reserved(
    lines: TomlTable, minors: TomlTable, privates: Sequence[Private], companies: Sequence[Company]
) -> None:
    """Raise BadData unless certificates that privates and minors bring, or that a company forms with, are reserved.

    A power that sets a par price outside the stock round needs a reserved president's certificate:
    otherwise the company could already have started.
    """
    left = {company.id: company.reserved - _reserved_for_members(minors, company) for company in companies}
    presidents = {company.id for company in companies if company.president_reserved}
    if not minors.is_sound:
        return
    for where, power in _certificate_powers(lines, minors, privates, companies):
        if power.values["draw"] != NOBODY:
            continue  # the draw reserves it: `titles.draws`
        if power.values["company"] == NOBODY:  # it is missing
            continue
        company = companies[_company_id(power.values["company"])]
        kept = f"companies.{company.symbol}"
        if power.values["what"] == "share":
            left[company.id] -= 1
            if left[company.id] < 0:
                sentence = f"brings a share of {company.symbol} that is not reserved: {kept}.reserved"
                where.refuse(f"{sentence} is {company.reserved}", "company")
        elif company.id not in presidents:
            sentence = f"needs the president's certificate of {company.symbol}, which is not reserved"
            where.refuse(f"{sentence}, or not for this alone: {kept}.president_reserved", "company")
        else:
            presidents.remove(company.id)


def _reserved_for_members(minors: TomlTable, company: Company) -> int:
    """Number of certificates that a company reserves for owners of minors; raise BadData if too few are reserved."""
    if company.forms is None:
        return 0
    needed = sum(member.certificates for member in company.forms.members)
    if needed > company.reserved:
        minors.refuse(f"must be at least {needed}, as many as its members bring", f"{company.symbol}.reserved")
    if not company.president_reserved:
        minors.refuse("must be true: a member brings it", f"{company.symbol}.president_reserved")
    return needed


def _certificate_powers(
    lines: TomlTable, minors: TomlTable, privates: Sequence[Private], companies: Sequence[Company]
) -> Iterator[tuple[TomlTable, PowerData]]:
    """Powers that bring a certificate or par price, with their tables; those of privates first."""
    owners = [(lines.table(each.symbol), each.powers) for each in privates]
    owners += [(minors.table(each.symbol), each.powers) for each in companies]
    for owner, powers in owners:
        for line, power in zip(owner.list_of_tables("powers"), powers, strict=True):
            if issubclass(power.power, ComesWithShare):
                yield line, power


def _company_id(value: object) -> CompanyId:
    assert isinstance(value, int)
    return value


def check_ranges(rows: TomlTable, trains: Sequence[TrainKind], faces: Sequence[Face]) -> None:
    """Raise BadData unless each train can run between any two stops: companies with a route must be able to run."""
    longest = max([1, *(node.length for face in faces for node in face.nodes)])
    for line, train in zip(rows.raw, trains, strict=True):
        if train.stops and train.stops < 2 * longest:
            rows.refuse(f"must be at least {2 * longest}, for two stops that count {longest}", f"{line}.stops")
        if 0 <= train.towns < longest:
            rows.refuse(f"must be at least {longest}, for a town that counts {longest}", f"{line}.towns")


def check_steps(rules: TomlTable, steps: Sequence[str]) -> None:
    """Raise BadData for an unknown, repeated or missing step of an operating turn."""
    sentence = ""
    if unknown := [step for step in steps if step not in STEPS]:
        sentence = f"there is no step {unknown[0]!r}{hint(unknown[0], STEPS)}"
    elif len(set(steps)) < len(steps):
        sentence = "names a step twice"
    elif "run dividend" not in " ".join(steps) or not {"track", "trains"} <= set(steps):
        sentence = "must have track, run, dividend right after it, and trains"
    if sentence:
        rules.refuse(sentence, "steps")


def check_trades(rules: TomlTable, settings: Settings) -> None:
    """Raise BadData for extra trades of privates where there are no private trades."""
    if settings.trade_turns == "extra" and settings.private_trades == "none":
        rules.contradict("says nothing where private_trades is none", "trade_turns")


def check_choices(rules: TomlTable, steps: Sequence[str], companies: Sequence[Company]) -> None:
    """Raise BadData unless a turn begins with the step `home` if, and only if, a company chooses its home."""
    choosing = [company.symbol for company in companies if company.chooses_home]
    if choosing and steps[0] != HomeStep.name:
        rules.contradict(f"must begin with home: {choosing[0]} chooses its home", "steps")
    if not choosing and HomeStep.name in steps:
        rules.contradict("has a step home, but no company chooses its home", "steps")
    for company in companies:
        if company.bearer != NOBODY and companies[company.bearer].chooses_home:
            bearer = companies[company.bearer].symbol
            rules.contradict(f"{bearer} chooses its home, so its tokens serve no other company", "steps")


def _upgrade_error(tile: Tile, name: str, by_name: Mapping[str, Tile]) -> str:
    """Error in an upgrade; "" if there is none."""
    new = by_name.get(name)
    if new is None:
        remedy = ": add it, with its count" if name in catalogue() else hint(name, by_name, listed=False)
        return f"there is no tile {name}{remedy}"
    if new.colour != tile.colour + 1:
        return f"{name} is not the next colour"
    if new.label != tile.label:
        return f"{name} has not the label {tile.label!r}"
    if not keeps_track_somehow(tile.segments, new.segments, junctions_of(new.nodes)):
        return f"{name} keeps the track in no rotation"
    return ""
