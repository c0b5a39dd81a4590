"""Our titles as games of 18xx-maker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from tetsudo.lab.design.hexes import colour_of, node_texts, nodes_of, read_map, segments_of
from tetsudo.lab.design.homes import companies, homes
from tetsudo.lab.design.maker.fields import items, number, table
from tetsudo.lab.design.maker.hex_writing import colour_name, write_hex
from tetsudo.lab.design.maker.losses import Loss, LossList
from tetsudo.lab.design.maker.markets import write_market
from tetsudo.lab.design.maker.positions import Sides
from tetsudo.lab.design.maker.reading import ENDLESS, import_game
from tetsudo.lab.design.tiles import DraftTile, read_tiles, upgrades_of
from tetsudo.lab.design.toml_text import Raw, read
from tetsudo.lab.design.workspace import COMPANIES_FILE, MAIN_FILE, MARKET_FILE, Texts
from tetsudo.titles.data.notation import node_text, track_text

MAX_TOKENS: Final = 20

NORMALIZED: Final = ("colour", "nodes", "track", "terrain", "borders")
"""Keys of hexes and tiles that say the same in several ways."""

COMPARED: Final = ("trains", "phases", "players")
"""Tables of `title.toml` that are compared with what comes in again."""


def game_text(game: Mapping[str, Any]) -> str:
    """Text of a game file."""
    return json.dumps(game, ensure_ascii=False, indent=2) + "\n"


def export_game(texts: Texts) -> tuple[dict[str, Any], tuple[Loss, ...]]:
    """Game file of a title, and what it cannot carry over: all that differs once the file is read in again."""
    main = read(texts.get(MAIN_FILE, ""))
    flat_top = read_map(texts).flat_top
    found: dict[str, Any] = {
        "info": {
            "title": str(main.get("name", "")),
            "designer": str(main.get("designer", "")),
            "publisher": str(main.get("publisher", "")),
            "currency": f"{main.get('currency', '')}#",
            "orientation": "horizontal" if flat_top else "vertical",
        },
        "bank": number(table(main.get("rules")).get("bank", 0)),
        "players": _players(_lines(main, "players")),
        "stock": write_market(read(texts.get(MARKET_FILE, ""))),
        "trains": _trains(main),
        "phases": _phases(main),
        "companies": [_company(symbol, line) for symbol, line in companies(texts).items()],
        "privates": _privates(texts),
        "tiles": {name: _tile(tile) for name, tile in read_tiles(texts).items()},
        "map": {"hexes": _hexes(texts)},
    }
    found["info"] = {key: value for key, value in found["info"].items() if value}
    found = {key: value for key, value in found.items() if value}
    return found, _losses(texts, found)


def _lines(raw: Mapping[str, Any], name: str) -> dict[str, Raw]:
    return {key: line for key, line in table(raw.get(name)).items() if isinstance(line, dict)}


def _players(rows: Mapping[str, Raw]) -> list[dict[str, Any]]:
    return [
        {
            "number": int(seats),
            "capital": number(row.get("starting_cash")),
            **_present(row, certLimit="certificate_limit"),
        }
        for seats, row in rows.items()
        if seats.isdecimal()
    ]


def _present(line: Raw, **keys: str) -> dict[str, Any]:
    """Numbers and texts of a line under its keys, as far as they are there."""
    values = {its: line.get(ours) for its, ours in keys.items()}
    return {its: value for its, value in values.items() if isinstance(value, str | int)}


def _trains(main: Raw) -> list[dict[str, Any]]:
    colours = {str(line.get("trigger", "")): str(line.get("tiles", "")) for line in _lines(main, "phases").values()}
    first = next(iter(_lines(main, "phases").values()), {})
    found, colour = [], str(first.get("tiles", "yellow"))
    for name, line in _lines(main, "trains").items():
        colour = colours.get(name) or colour
        train = {
            "name": name,
            "quantity": number(line.get("count")) or ENDLESS,
            "price": number(line.get("price")),
            "color": colour,
            **_present(line, rust="rusted_by", tradeIn="trade_in_price"),
        }
        found.append(train)
    return found


def _phases(main: Raw) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            **_present(line, on="trigger"),
            "limit": number(line.get("train_limit", 1)),
            "rounds": number(line.get("operating_rounds", 1)),
            "tiles": str(line.get("tiles", "yellow")),
            **({"buyCompanies": True} if line.get("sells_privates") else {}),
            **({"events": {"closeCompanies": True}} if line.get("closes_privates") else {}),
        }
        for name, line in _lines(main, "phases").items()
    ]


def _company(symbol: str, line: Raw) -> dict[str, Any]:
    found: dict[str, Any] = {"name": str(line.get("name", symbol)), "abbrev": symbol}
    found |= _present(line, color="colour")
    at_home = [word.partition(":")[0] for word in str(line.get("homes", "")).split()]
    if len(at_home) > 1:
        found["home"] = at_home
    tokens = line.get("tokens", "")
    words = str(tokens).split() if isinstance(tokens, str) else [ENDLESS] * min(number(tokens), MAX_TOKENS)
    found["tokens"] = ["Free" if word == "0" else int(word) if word.isdecimal() else "" for word in words]
    if line.get("kind") == "minor":
        return {**found, "minor": True, "shares": [{"quantity": 1, "percent": 100, "shares": 1}]}
    return {**found, "shares": _shares(line)}


def _shares(line: Raw) -> list[dict[str, Any]]:
    size, president = number(line.get("share", 10)), number(line.get("president_shares", 2))
    ordinary = number(line.get("ordinary", 100 // size - president if size else 0))
    return [
        {"quantity": 1, "percent": size * president, "shares": president, "label": "President's Certificate"},
        {"quantity": ordinary, "percent": size, "shares": 1},
    ]


def _privates(texts: Texts) -> list[dict[str, Any]]:
    lines = _lines(read(texts.get(COMPANIES_FILE, "")), "privates")
    return [
        {
            "name": str(line.get("name", symbol)),
            "id": symbol,
            "price": number(line.get("price")),
            **_present(line, revenue="income", note="letter"),
        }
        for symbol, line in lines.items()
    ]


def _tile(tile: DraftTile) -> int | dict[str, Any]:
    count = tile.own.get("count", 1)
    quantity = count if isinstance(count, int) else ENDLESS
    if tile.is_own:
        return {"quantity": quantity, **write_hex(tile.whole, Sides())}
    return quantity if isinstance(quantity, int) else {"quantity": quantity}


def _hexes(texts: Texts) -> list[dict[str, Any]]:
    """Definitions of the hexes; equal ones are one."""
    known = read_map(texts)
    at_home: dict[str, list[tuple[int, str]]] = {}
    for home in homes(texts):
        at_home.setdefault(home.hex, []).append((home.city, home.company))
    found: list[dict[str, Any]] = []
    for name, raw in known.lines.items():
        written = write_hex(raw, Sides(known.flat_top), at_home.get(name, ()))
        same = next((each for each in found if {**each, "hexes": []} == {**written, "hexes": []}), None)
        if same is None:
            found.append({**written, "hexes": [name]})
        else:
            same["hexes"].append(name)
    return found


# Losses: what differs once it is read in again


def _losses(texts: Texts, found: dict[str, Any]) -> tuple[Loss, ...]:
    losses = LossList()
    again, said = import_game(found)
    for each in said:
        for place in each.places or ("",):
            losses.add(each.what, place)
    _compare(losses, "hexes", _hex_meanings(texts), _hex_meanings(again))
    _compare(losses, "tiles", _tile_meanings(texts), _tile_meanings(again))
    main, other = read(texts.get(MAIN_FILE, "")), read(again[MAIN_FILE])
    for name in COMPARED:
        _compare(losses, name, _lines(main, name), _lines(other, name))
    for name in ("companies", "privates"):
        _compare(losses, name, _owners(texts, name), _owners(again, name))
    _compare(losses, "market", {"": _market(texts)}, {"": _market(again)})
    for name in ("rules", "variants", "scenarios", "powers", "draws"):
        kept = {"bank"} if name == "rules" else set()
        for key in sorted(table(main.get(name)).keys() - kept):
            losses.add(f"{name} of title.toml", key)
    return losses.found()


def _hex_meanings(texts: Texts) -> dict[str, Raw]:
    return {name: meaning(raw) for name, raw in read_map(texts).lines.items()}


def _market(texts: Texts) -> Raw:
    raw = read(texts.get(MARKET_FILE, ""))
    return {**raw, "rows": [str(row).split() for row in items(raw.get("rows"))]}


def _compare(losses: LossList, kind: str, before: Mapping[str, Raw], after: Mapping[str, Raw]) -> None:
    """Add a loss for each key of a line that is not there, or different, once the file is read in again."""
    for name, line in before.items():
        other = after.get(name, {})
        for key, value in line.items():
            if other.get(key) != value:
                losses.add(f"{kind}: {key}", name)


def meaning(raw: Raw) -> Raw:
    """Line of a hex in a form that is equal for lines of equal meaning."""
    found: Raw = {key: value for key, value in raw.items() if key not in NORMALIZED}
    found["colour"] = colour_name(colour_of(raw))
    if node_texts(raw):
        found["nodes"] = [node_text(node) for node in nodes_of(raw)]
    if segments_of(raw):
        found["track"] = track_text(segments_of(raw))
    if raw.get("terrain"):
        found["terrain"] = sorted(map(str, items(raw["terrain"])))
    if raw.get("borders"):
        found["borders"] = sorted(str(raw["borders"]).split())
    return found


def _tile_meanings(texts: Texts) -> dict[str, Raw]:
    """Meanings of tiles, with their upgrades, listed or not."""
    upgrades = upgrades_of(texts)
    return {
        name: {**meaning(tile.whole), "upgrades": sorted(upgrades[name])} for name, tile in read_tiles(texts).items()
    }


def _owners(texts: Texts, name: str) -> dict[str, Raw]:
    """Lines of companies or privates; the first city of a hex has no number."""
    found = _lines(read(texts.get(COMPANIES_FILE, "")), name)
    return {
        symbol: {**line, "homes": str(line["homes"]).replace(":0", "")} if "homes" in line else line
        for symbol, line in found.items()
    }
