"""Setup of a game before its first action, from the head of an 18xx.games file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.core.units import PlayerId
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.game.game import Game
from tetsudo.game.record import new
from tetsudo.interop import known_discrepancies
from tetsudo.interop.ids.trains import DEFAULT_UNLIMITED_COPIES
from tetsudo.interop.json_fields import Fields
from tetsudo.interop.undo_resolution import FileAction
from tetsudo.titles import loader

PRESET: Final = "18xx.games"
"""Variant of each title with the rules of 18xx.games."""

AUTO_PASS_OPTIONS: Final[Mapping[str, OptionValue]] = {"passes_without_trade": True}
"""18xx.games passes for a player who cannot trade, and does not record it."""


class Edition(NamedTuple):
    """Tetsudo title that is an optional rule on 18xx.games, and the player counts of that rule."""

    title: str
    players: range


class TitleNames(NamedTuple):
    """Tetsudo names for a title of 18xx.games: our title, the variant of each optional rule, and odd tiles.

    `editions`: optional rules that select another title here, the one in use first. `missing`: optional rules not
    available here, and what they need. `privates`: our symbols by the names in files before November 2020. `phases`:
    our phases that share a phase of 18xx.games. `endless`: number of copies of a train that never runs out.
    """

    title: str
    variants: dict[str, str]
    tiles: dict[str, str]
    editions: Mapping[str, Edition] = MappingProxyType({})
    missing: Mapping[str, str] = MappingProxyType({})
    privates: Mapping[str, str] = MappingProxyType({})
    phases: Mapping[str, str] = MappingProxyType({})
    endless: int = DEFAULT_UNLIMITED_COPIES

    def titles(self) -> dict[str, tuple[str, ...]]:
        """Our titles, with the optional rules that select each."""
        found: dict[str, tuple[str, ...]] = {self.title: ()}
        for rule, ours in self.editions.items():
            found.setdefault(ours.title, (rule,))
        return found

    def optional_rules(self) -> list[str]:
        """Optional rules that can be imported."""
        return [*self.editions, *self.variants]


TITLES: Final = {
    # On 18xx.games the beginner variant's extra tiles have names of their own; here they are more copies of the plain
    # ones.
    "1889": TitleNames(
        "1889",
        {"beginner_game": "beginner"},
        {f"Beg{tile}": tile for tile in ("6", "7", "8", "9", "23", "24")},
        privates={
            "Takamatsu E-Railroad": "TR",
            "Mitsubishi Ferry": "MF",
            "Ehime Railway": "ER",
            "Sumitomo Mines Railway": "SMR",
            "Dougo Railway": "DR",
            "South Iyo Railway": "SIR",
            "Uno-Takamatsu Ferry": "UTF",
        },
    ),
    # On 18xx.games the phases have other names, and the first phase is not separate.
    "1888": TitleNames(
        "1888",
        {},
        {},
        # `small_bank`, an early name of the published rules, is for any number of players.
        editions={"north": Edition("1888n", range(3, 7)), "small_bank": Edition("1888n", range(2, 7))},
        missing={"east": "the map and the companies of 1888-E"},
        phases={"1": "2", "7": "D"},
        endless=17,
    ),
}
"""Known titles by their name in 18xx.games files."""


def names_for_file(file: Fields) -> TitleNames:
    """Names for the title of a file; BadInput if it is unknown."""
    theirs = file.text("title")
    if theirs not in TITLES:
        raise file.error(f"games of {theirs} cannot be read; those of {', '.join(TITLES)} can", "title")
    return TITLES[theirs]


def names_for_title(title: str) -> tuple[str, tuple[str, ...], TitleNames] | None:
    """18xx.games name of a title, the optional rules it needs there, and its other names."""
    for theirs, ours in TITLES.items():
        rules = ours.titles().get(title)
        if rules is not None:
            return theirs, rules, ours
    return None


def unlimited_copies(title: str) -> int:
    """Number of copies, on 18xx.games, of a train that never runs out."""
    found = names_for_title(title)
    return found[2].endless if found else DEFAULT_UNLIMITED_COPIES


def new_game(
    file: Fields, sent: Sequence[FileAction], options: Mapping[str, OptionValue]
) -> tuple[Game, dict[str, PlayerId]]:
    """Game of a file, and the seat of each player by name or number. `options`: options besides the preset's."""
    ours = names_for_file(file)
    rules = file.object("settings") if "optional_rules" not in file else file
    names, seats = _players(file)
    title, variants = ours.title, [PRESET]
    for at, rule in enumerate(rules.texts("optional_rules", [])):
        if rule in ours.editions:
            # 18xx.games drops the rule at other player counts.
            title = ours.editions[rule].title if len(names) in ours.editions[rule].players else title
        elif rule in ours.variants:
            variants.append(ours.variants[rule])
        else:
            raise rules.error(_unsupported_rule(file.text("title"), ours, rule), f"optional_rules[{at}]")
    fixed = loader.setup(title, len(names), variants)
    deal = None if fixed.settings.auction else _deal(file, fixed, names)
    chosen = {
        **AUTO_PASS_OPTIONS,
        **known_discrepancies.options(fixed, [each.fields for each in sent], ours.tiles),
        **options,
    }
    return new(title, names, variants=variants, options=chosen, deal=deal), seats


def _unsupported_rule(title: str, ours: TitleNames, rule: str) -> str:
    """Refusal of a game with an optional rule that is not available here."""
    known = ", ".join(ours.optional_rules())
    what = f": {ours.missing[rule]} are not here" if rule in ours.missing else ""
    return f"the optional rule {rule!r} of {title} is not supported{what}; without any, or with {known}, a game is read"


def _players(file: Fields) -> tuple[list[str], dict[str, PlayerId]]:
    """Names in seat order, and the seat of each player by the id used in actions.

    Actions identify players by name (cleaned files, and all files before November 2020) or by number (today's files).
    Hotseat games of 2020 have no numbers.
    """
    names: list[str] = []
    ids: list[str] = []
    for seat, player in enumerate(file.items("players", most=20)):
        if isinstance(player, str):
            names.append(player)
            ids.append(player)
        else:
            fields = Fields(player, file.path(f"players[{seat}]"))
            names.append(fields.text("name"))
            ids.append(fields.text("id", names[-1]))
    seats = {id: seat for seat, id in enumerate(ids)}
    if len(seats) < len(names):
        raise file.error("two players have the same number or, without numbers, the same name", "players")
    return names, {name: seat for seat, name in enumerate(names)} | seats


def _deal(file: Fields, fixed: Setup, names: Sequence[str]) -> list[str]:
    """Private dealt to each player, from the file or from the draw of 18xx.games."""
    if "initial" not in file:
        return _drawn_privates(file, [private.symbol for private in fixed.privates])
    players = file.object("initial").object("players")
    return [_dealt_private(player, "companies") for player in map(players.object, names)]


def _dealt_private(fields: Fields, key: str) -> str:
    values = fields.texts(key, [])
    if len(values) != 1:
        raise fields.error("must be the one private that is dealt", key)
    return values[0]


def _drawn_privates(file: Fields, privates: list[str]) -> list[str]:
    """Draw of 18xx.games: the privates sorted by one number each from a linear generator with the game's seed."""
    seed = file.object("settings").raw.get("seed")
    if not isinstance(seed, int) or not 0 <= seed < 2**31:
        # Files of 2020 have a fraction there; the seed was the number of the game.
        digits = re.search(r"[0-9]{1,18}", file.text("id", ""))
        if not digits:
            raise BadInput(
                "the deal of privates depends on a seed that the file does not hold", file.path("settings.seed")
            )
        seed = int(digits[0]) % 2**31
    return deal_order(seed, privates)


def deal_order(seed: int, privates: Sequence[str]) -> list[str]:
    """Privates in the order in which a seed deals them."""
    numbers = []
    for _ in privates:
        seed = (1_103_515_245 * seed + 12_345) % 2**31
        numbers.append(seed)
    return [private for _, private in sorted(zip(numbers, privates, strict=True))]
