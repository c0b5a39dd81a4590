"""Games of 18xx-maker as titles of ours: complete files, to which the rules are added that its format has not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.units import COLOURS, WHITE
from tetsudo.lab.design.hexes import sort_key
from tetsudo.lab.design.homes import COLOUR
from tetsudo.lab.design.maker.fields import items, number, table, tables, text
from tetsudo.lab.design.maker.hex_reading import HexRead, read_hex
from tetsudo.lab.design.maker.losses import Loss, LossList
from tetsudo.lab.design.maker.markets import read_market
from tetsudo.lab.design.maker.positions import Sides
from tetsudo.lab.design.new_title import starter
from tetsudo.lab.design.tiles import UNLIMITED, catalogue
from tetsudo.lab.design.tiles import sort_key as tile_key
from tetsudo.lab.design.toml_text import Raw, key_text, read, value_text
from tetsudo.lab.design.workspace import COMPANIES_FILE, MAIN_FILE, MAP_FILE, MARKET_FILE, TILES_FILE, Texts
from tetsudo.titles.data.maps import ORIENTATIONS

MAX_FILE_BYTES: Final = 5_000_000
MINOR_PRICE: Final = 100
"""Price and capital of a minor."""

MAX_DEPTH: Final = 5
"""Maximum number of definitions that copy one another."""

NAMED_COLOURS: Final = {
    "red": "#c8322b", "orange": "#f48221", "yellow": "#f2c230", "green": "#2f8f4e", "blue": "#1f6fb2",
    "purple": "#7a4fa3", "pink": "#e58bb0", "brown": "#6f533e", "black": "#37383a", "gray": "#8a8f93",
    "white": "#e8e8e8", "teal": "#00a993", "lightblue": "#7fbfe3", "darkblue": "#1c3f7a",
}  # fmt: skip
"""Our colours for its names of companies' colours."""

IGNORED: Final = frozenset(
    ("links", "tokens", "rounds", "turns", "pools", "ipo", "revenue", "wip", "prototype", "config", "exports", "colors")
)
"""Parts of a game that are only about printing, or that repeat what other parts say."""

SHAPE: Final = ("label", "nodes", "track")
"""Keys of a tile that draw it."""

NO_NUMBER: Final = re.compile(r"[^A-Za-z0-9_-]")
ENDLESS: Final = "∞"
"""Its word for any number."""

READ: Final = frozenset(
    (
        *("info", "bank", "players", "trains", "phases", "companies", "privates", "stock", "tiles", "map"),
        *("tokenTypes", "shareTypes", "capital", "certLimit"),
    )
)


def parse_game(text: str) -> dict[str, Any]:
    """Game from the text of its file; raise BadInput if it is none."""
    if len(text) > MAX_FILE_BYTES:
        raise BadInput(f"this file is larger than {MAX_FILE_BYTES:,} characters")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not JSON: {error}") from None
    if not isinstance(found, dict) or not isinstance(found.get("info"), dict) or "title" not in found["info"]:
        raise BadInput("this is not a game of 18xx-maker: it has no info with a title")
    return found


def import_game(game: Mapping[str, Any]) -> tuple[Texts, tuple[Loss, ...]]:
    """Files of a title, and what could not be carried over.

    Parts that the game does not have are those of a new title.
    """
    losses = LossList()
    for key in sorted(game.keys() - READ - IGNORED):
        losses.add(f"{key} are not read")
    info = table(game.get("info"))
    map_text, at_home = _map(game, info, losses)
    texts = {
        MAIN_FILE: _main(game, info, losses),
        MAP_FILE: map_text,
        TILES_FILE: _tiles(game, losses),
        COMPANIES_FILE: _companies(game, at_home, losses),
        MARKET_FILE: _market(game, losses),
    }
    return texts, losses.found()


def _lines(table: str, lines: Mapping[str, Raw]) -> str:
    """Table with one line for each entry."""
    width = max((len(key_text(name)) for name in lines), default=0)
    rows = "".join(f"{key_text(name):{width}} = {value_text(line)}\n" for name, line in lines.items())
    return f"[{table}]\n{rows}"


# Map and tiles


def _map(game: Mapping[str, Any], info: Mapping[str, Any], losses: LossList) -> tuple[str, dict[str, list[str]]]:
    """Text of the map, and the homes of each company."""
    flat_top = info.get("orientation") == "horizontal"
    maps = game.get("map", {})
    if isinstance(maps, list):
        if len(maps) > 1:
            losses.add("maps after the first are not read")
        maps = maps[0] if maps else {}
    for key in sorted(table(maps).keys() & {"borders", "borderTexts", "lines"}):
        losses.add(f"{key} of the map are not read: set impassable sides by hand")
    sides = Sides(flat_top)
    lines: dict[str, Raw] = {}
    at_home: dict[str, list[str]] = {}
    definitions = tables(table(maps).get("hexes"))
    for given in definitions:
        whole = _copied(given, definitions)
        names = [str(name) for name in items(given.get("hexes")) if re.fullmatch(r"[A-Z]{1,2}[1-9]\d?", str(name))]
        for name in names:
            found = read_hex(whole, sides, losses, name)
            lines[name] = found.raw
            _settle(at_home, name, found)
    lines = dict(sorted(lines.items(), key=lambda item: sort_key(item[0])))
    head = f"# The map: one line a hex.\n\norientation = {value_text(ORIENTATIONS[not flat_top])}\n\n"
    return head + _lines("hexes", lines), at_home


def _settle(at_home: dict[str, list[str]], name: str, found: HexRead) -> None:
    for city, company in found.homes:
        at_home.setdefault(company, []).append(f"{name}:{city}" if city else name)


def _copied(given: dict[str, Any], definitions: list[dict[str, Any]], depth: int = 0) -> dict[str, Any]:
    """Definition with all that it has from the one of the hex that it copies."""
    source = text(given.get("copy"))
    base = next((each for each in definitions if source and source in items(each.get("hexes"))), None)
    if base is None or depth >= MAX_DEPTH:
        return given
    return _merged_tables(_copied(base, definitions, depth + 1), given)


def _merged_tables(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    return {**base, **{key: _merged(base.get(key), value) for key, value in change.items()}}


def _merged(base: Any, change: Any) -> Any:
    """Value of a definition over that of the one it copies: tables key by key, lists of tables item by item."""
    if isinstance(base, dict) and isinstance(change, dict):
        return _merged_tables(base, change)
    if isinstance(base, list) and isinstance(change, list) and all(isinstance(each, dict) for each in [*base, *change]):
        pairs = [_merged(old, new) for old, new in zip(base, change, strict=False)]
        return [*pairs, *change[len(pairs) :]]
    return change


def _tiles(game: Mapping[str, Any], losses: LossList) -> str:
    """Text of the tiles; those of the catalogue are only counted."""
    if not table(game.get("tiles")):
        return starter(TILES_FILE)
    colours: dict[str, dict[str, Raw]] = {}
    for key, given in table(game.get("tiles")).items():
        colour, name, line = _tile(key, given, losses)
        if colour in COLOURS[WHITE + 1 :]:
            _add_tile(colours.setdefault(colour, {}), name, line, losses)
        elif line:
            losses.add("tiles without a colour are left out", key)
    return "# The tiles.\n\n" + "\n".join(
        _lines(colour, dict(sorted(colours[colour].items(), key=lambda item: tile_key(item[0]))))
        for colour in COLOURS
        if colour in colours
    )


def _tile(key: str, given: object, losses: LossList) -> tuple[str, str, Raw]:
    """Colour, number and line of a tile; no line if it is not known."""
    whole, known = table(given), catalogue()
    name = NO_NUMBER.sub("-", key.partition("|")[0])
    count = whole.get("quantity", 1) if whole else given
    line: Raw = {"count": UNLIMITED if count == ENDLESS else max(1, number(count))}
    if "color" in whole:
        raw = read_hex(whole, Sides(), losses, f"tile {key}").raw
        line |= {kept: raw[kept] for kept in SHAPE if kept in raw}
        return text(raw.get("colour")), name, {"track": "", **line} if "track" not in line else line
    source = text(whole.get("tile"), key.partition("|")[0])
    if source not in known:
        losses.add("tiles that the catalogue does not have are left out: draw them", key)
        return "", name, {}
    if source != name:
        line |= {kept: known[source][kept] for kept in SHAPE if kept in known[source]}
    return text(known[source]["colour"]), name, line


def _add_tile(lines: dict[str, Raw], name: str, line: Raw, losses: LossList) -> None:
    if name not in lines:
        lines[name] = line
        return
    losses.add("tiles that are listed twice are counted together", name)
    counts = (lines[name]["count"], line["count"])
    lines[name]["count"] = sum(counts) if UNLIMITED not in counts else UNLIMITED


# Market and companies


def _market(game: Mapping[str, Any], losses: LossList) -> str:
    stock = table(game.get("stock"))
    found = read_market(stock, losses)
    if not found["rows"]:
        return starter(MARKET_FILE)
    words = [str(row).split() for row in found["rows"]]
    width = max(len(word) for row in words for word in row)
    rows = "".join(f"    {value_text(' '.join(f'{word:{width}}' for word in row).rstrip())},\n" for row in words)
    moves = "".join(f"{key} = {value_text(value)}\n" for key, value in found["moves"].items())
    marks = "".join(f"{key} = {value_text(mark)}\n" for key, mark in found["marks"].items())
    return f"# The stock market.\n\nrows = [\n{rows}]\n\n[moves]\n{moves}\n[marks]\n{marks}"


def _companies(game: Mapping[str, Any], at_home: Mapping[str, list[str]], losses: LossList) -> str:
    lines: dict[str, Raw] = {}
    for given in tables(game.get("companies")):
        symbol = text(given.get("abbrev")) or text(given.get("name"))
        lines[symbol] = _company(game, given, at_home.get(symbol, []), losses)
    for symbol in sorted(at_home.keys() - lines.keys()):
        losses.add("homes of companies that are not listed are left out", symbol)
    written = "# The companies and privates.\n\n" + _lines("companies", lines)
    privates: set[str] = set()
    for given in tables(game.get("privates")):
        symbol = _symbol(given, privates)
        privates.add(symbol)
        written += f"\n[privates.{key_text(symbol)}]\n" + _private(given, symbol, losses)
    return written


def _company(game: Mapping[str, Any], given: Mapping[str, Any], at_home: list[str], losses: LossList) -> Raw:
    name = text(given.get("name"))
    is_minor = bool(given.get("minor"))
    usual = "minor" if is_minor else "default"
    tokens = _typed(game, given, "tokens", "tokenTypes", usual)
    line: Raw = {
        "name": name,
        "homes": " ".join(_in_order(at_home, _homes_listed(given))),
        "tokens": " ".join(str(number(table(each).get("cost", each))) for each in tokens) or "0",
    }
    if not line["homes"]:
        losses.add("companies have no home; give them one", text(given.get("abbrev"), name))
    if is_minor:
        line |= {"kind": "minor", "price": MINOR_PRICE, "capital": MINOR_PRICE}
        losses.add(f"minors have no price and capital; both are read as {MINOR_PRICE}", text(given.get("abbrev"), name))
    else:
        line |= _shares(_typed(game, given, "shares", "shareTypes", usual), losses, text(given.get("abbrev"), name))
    line["colour"] = _colour(given, losses)
    return line


def _in_order(at_home: list[str], listed: list[str]) -> list[str]:
    """Homes on the map, in the order of the list of the company; those of the list, if the map has none."""
    places = {hex: index for index, hex in enumerate(listed)}
    return sorted(at_home, key=lambda word: places.get(word.partition(":")[0], len(places))) or listed


def _homes_listed(given: Mapping[str, Any]) -> list[str]:
    homes = given.get("home")
    words = [homes] if isinstance(homes, str) else items(homes)
    return [str(word) for word in words if re.fullmatch(r"[A-Z]{1,2}\d{1,2}", str(word))]


def _typed(game: Mapping[str, Any], given: Mapping[str, Any], key: str, types: str, usual: str) -> list[Any]:
    """List of a company: its own, or that of its type."""
    known, own = table(game.get(types)), given.get(key)
    if isinstance(own, str):
        own = known.get(own)
    return items(known.get(usual, known.get("default")) if own is None else own)


def _shares(shares: list[Any], losses: LossList, symbol: str) -> Raw:
    """Size of a share and of the president's certificate, where they differ from 10 % and two shares."""
    found = tables(shares)
    ordinary = [each for each in found if number(each.get("shares", 1)) == 1]
    size = min((number(each.get("percent")) for each in ordinary if number(each.get("percent"))), default=10)
    president = max((number(each.get("shares", 1)) for each in found), default=2)
    line: Raw = {}
    if size != 10 and 100 % size == 0:
        line["share"] = size
    if president != 2:
        line["president_shares"] = president
    count = sum(number(each.get("quantity")) for each in found)
    if found and count * size + (president - 1) * size != 100:
        losses.add("certificates that do not make up 100 % are read as usual ones", symbol)
    return line


def _colour(given: Mapping[str, Any], losses: LossList) -> str:
    word = text(given.get("color")).lower().replace(" ", "")
    if COLOUR.fullmatch(word):
        return word
    if word not in NAMED_COLOURS:
        losses.add(f"the colour {word or 'none'} of companies is read as grey", text(given.get("abbrev")))
    return NAMED_COLOURS.get(word, "#6b6b6b")


def _symbol(given: Mapping[str, Any], used: set[str]) -> str:
    """Symbol of a private: its id, or the first letters of its name."""
    letters = "".join(word[0] for word in re.findall(r"[A-Za-z]+", text(given.get("name"))))
    symbol = re.sub(r"[^A-Za-z0-9_-]", "", text(given.get("id"))) or letters.upper() or "P"
    return next(each for each in (symbol, *(f"{symbol}{index}" for index in range(2, 999))) if each not in used)


def _private(given: Mapping[str, Any], symbol: str, losses: LossList) -> str:
    revenue = given.get("revenue", 0)
    incomes = revenue if isinstance(revenue, list) else [revenue]
    if len(incomes) > 1:
        losses.add("privates: later incomes are not read", symbol)
    if given.get("description"):
        losses.add("privates: descriptions are not read; write them as powers", symbol)
    letter = text(given.get("note"))[:3]
    line: Raw = {**({"letter": letter} if letter else {}), "name": text(given.get("name"), symbol)}
    line |= {"price": number(given.get("price", 0)), "income": number(incomes[0] if incomes else 0)}
    return "".join(f"{key} = {value_text(value)}\n" for key, value in line.items())


# Numbers, trains, phases


def _main(game: Mapping[str, Any], info: Mapping[str, Any], losses: LossList) -> str:
    usual = read(starter(MAIN_FILE).replace("$players", "").replace("$name", '""').replace("$bank", "0"))
    name = text(info.get("title")).strip() or "Imported"
    currency = text(info.get("currency"), "$#").replace("#", "").strip() or "$"
    trains = _trains(game, losses) or usual["trains"]
    bank = number(game.get("bank", 0))
    if not bank:
        bank = 12000
        losses.add(f"the bank has no amount; it is read as {bank}")
    rules = {**usual["rules"], "bank": bank}
    head = {"name": name, "designer": text(info.get("designer")), "publisher": text(info.get("publisher"))}
    lines = "".join(f"{key} = {value_text(value)}\n" for key, value in {**head, "currency": currency}.items())
    comment = "# From a game file of 18xx-maker. It has few rules: look at each of those below.\n\n"
    return "\n".join(
        (
            comment + lines,
            _lines("players", _players(game, losses)),
            "[rules]\n" + "".join(f"{key} = {value_text(value)}\n" for key, value in rules.items()),
            _lines("trains", trains),
            _lines("phases", _phases(game, trains, losses) or usual["phases"]),
            "[reasons]\n",
        )
    )


def _players(game: Mapping[str, Any], losses: LossList) -> dict[str, Raw]:
    found: dict[str, Raw] = {}
    for row in tables(game.get("players")):
        seats = number(row.get("number"))
        capital = number(row.get("capital", game.get("capital", 0)))
        limit = number(row.get("certLimit", game.get("certLimit", 0)))
        if not 2 <= seats <= 20:
            losses.add("numbers of players from 2 to 20 are read", str(seats))
            continue
        if not capital or not limit:
            losses.add("players without capital or certificate limit have usual ones", str(seats))
        found[str(seats)] = {"starting_cash": capital or 1200 // seats, "certificate_limit": limit or 60 // seats}
    if found:
        return dict(sorted(found.items(), key=lambda item: int(item[0])))
    losses.add("there are no numbers of players; 3 and 4 are taken")
    return {str(seats): {"starting_cash": 1200 // seats, "certificate_limit": 60 // seats} for seats in (3, 4)}


def _trains(game: Mapping[str, Any], losses: LossList) -> dict[str, Raw]:
    found: dict[str, Raw] = {}
    given = tables(game.get("trains"))
    names = [text(each.get("name")) for each in given]
    for each, name in zip(given, names, strict=True):
        if each.get("variant") or name in found:
            losses.add("trains of variants are left out", name)
            continue
        quantity = each.get("quantity", 1)
        stops = number(name)
        line: Raw = {"stops": stops, "count": 0 if quantity == ENDLESS else number(quantity)}
        line["price"] = number(each.get("price", 0))
        if not stops:
            losses.add("trains without a number run to any number of stops", name)
        rust = each.get("rust")
        if isinstance(rust, str) and rust in names:
            line["rusted_by"] = rust
        elif rust is not None:
            losses.add("trains: their end is not read", name)
        for key in sorted(each.keys() & {"tradeIn", "upgrade", "available", "obsolete", "phased", "description"}):
            losses.add(f"trains: {key} is not read", name)
        found[name] = line
    return found


def _phases(game: Mapping[str, Any], trains: Mapping[str, Raw], losses: LossList) -> dict[str, Raw]:
    """Phases. Without an `on`, one begins with the train of its name."""
    found: dict[str, Raw] = {}
    for each in tables(game.get("phases")):
        name = text(each.get("name")) or text(each.get("train"))
        on = each.get("on", name if found else None)
        if each.get("minor") or name in found or (found and (not isinstance(on, str) or on not in trains)):
            losses.add("phases that begin with no train are left out", name)
            continue
        colour = _phase_colour(text(each.get("tiles"), "yellow"))
        line: Raw = {"train_limit": number(each.get("limit", 4)) or 4}
        line |= {"operating_rounds": number(each.get("rounds", 1)) or 1, "tiles": colour}
        line["offboard"] = {"green": "yellow"}.get(colour, colour)
        if found:
            line["trigger"] = on
        events = table(each.get("events"))
        if each.get("buyCompanies", each.get("buy_companies")):
            line["sells_privates"] = True
        if events.get("closeCompanies", events.get("close_companies")):
            line["closes_privates"] = True
        for event in sorted(events.keys() - {"closeCompanies", "close_companies"}):
            losses.add(f"phases: the event {event} is not read", name)
        if each.get("notes"):
            losses.add("phases: notes are not read", name)
        found[name] = line
    return found


def _phase_colour(word: str) -> str:
    colour = re.split(r"[/ ]", word.replace("gray", "grey"))[-1]
    return colour if colour in ("yellow", "green", "brown", "grey") else "yellow"
