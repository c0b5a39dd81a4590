"""A title's scenarios and variants, and the combinations that can be played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tetsudo.core.errors import BadInput
from tetsudo.core.unknown_names import hint, unknown_name
from tetsudo.titles.data.toml_table import TomlTable
from tetsudo.titles.data.variants import FILE_OF


class Exclusion(NamedTuple):
    """A variant that another variant excludes, with the reason."""

    name: str
    title: str
    reason: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A scenario or a variant of a title.

    A scenario has a minimum and a maximum number of players. A variant may list the scenarios that offer it (none: all
    of them), its place in the rulebook (`source`), its effect on the pace of a game, and the variants it excludes.
    """

    name: str
    title: str  # for people
    help: str
    minimum_players: int = 0
    maximum_players: int = 0
    scenarios: tuple[str, ...] = ()
    source: str = ""
    pace: str = ""
    excludes: tuple[Exclusion, ...] = ()

    def is_for(self, scenario: str) -> bool:
        """True if the scenario offers this variant."""
        return not self.scenarios or scenario in self.scenarios


# Reading


def read_scenarios(main: TomlTable) -> tuple[Choice, ...]:
    """Scenarios of a title, without their numbers of players."""
    lines = main.table("scenarios", optional=True)
    variants = tuple(main.table("variants", optional=True).raw)
    return tuple(_scenario(lines, name, line, variants) for name, line in lines.tables())


def _scenario(lines: TomlTable, name: str, line: TomlTable, variants: tuple[str, ...]) -> Choice:
    like = line.text("like", "")
    if like and (like not in lines or "like" in lines.table(like)):
        line.refuse(f"must be another one, which is like none itself{hint(like, lines.raw, listed=False)}", "like")
    line.words_among("variants", variants, "")
    choice = Choice(name, line.text("name"), line.text("help"))
    _check_changes(line)
    return choice


def read_variants(main: TomlTable) -> tuple[Choice, ...]:
    """Variants of a title."""
    lines = main.table("variants", optional=True)
    scenarios = tuple(main.table("scenarios", optional=True).raw)
    return tuple(_variant(lines, name, line, scenarios) for name, line in lines.tables())


def _variant(lines: TomlTable, name: str, line: TomlTable, scenarios: tuple[str, ...]) -> Choice:
    choice = Choice(
        name,
        line.text("name"),
        line.text("help"),
        scenarios=line.words_among("scenarios", scenarios, ""),
        source=line.text("source", ""),
        pace=line.text("pace", ""),
        excludes=_excludes(lines, name),
    )
    line.table("excludes", optional=True)
    places = line.table("in", optional=True)
    for scenario, changes in places.tables():
        if scenario not in scenarios:
            places.refuse(f"is no scenario{hint(scenario, scenarios)}", scenario)
        _check_changes(changes)
    _check_changes(line)
    return choice


def _excludes(lines: TomlTable, name: str) -> tuple[Exclusion, ...]:
    """Exclusions of a variant, in both directions: a reason given by either variant counts for both."""
    own = lines.table(name).table("excludes", optional=True)
    for other in own.raw:
        if other not in lines or other == name:
            own.refuse(f"must name another variant of this title{hint(other, set(lines.raw) - {name})}", other)
    found = []
    for other, line in lines.tables():
        for reasons, key in ((own, other), (line.table("excludes", optional=True), name)):
            if key in reasons:
                found.append(Exclusion(other, line.text("name"), reasons.text(key)))
    return tuple(found)


def _check_changes(line: TomlTable) -> None:
    """Raise BadData for unknown keys of a scenario or variant. Its own keys must be read before."""
    for section in FILE_OF:
        line.table(section, optional=True)
    line.check_all_read()


# Choosing


def sort_choices(choices: Sequence[Choice], names: Sequence[str], what: str) -> tuple[str, ...]:
    """Sort names into the title's order, each once; raise BadInput for an unknown name."""
    known = tuple(choice.name for choice in choices)
    for name in names:
        if name not in known:
            raise unknown_name(what, name, known, remedy="" if known else BadInput(" This title has none."))
    return tuple(name for name in known if name in names)


def variants_refusal(variants: Sequence[Choice], scenario: str) -> BadInput | None:
    """Reason why the variants cannot be played in the scenario or together; None if they can (1890-C.10-a)."""
    for variant in variants:
        if not variant.is_for(scenario):
            known = ", ".join(variant.scenarios)
            return BadInput(
                "the variant {variant!r} exists only in {known}, not in {scenario}",
                "variants",
                variant=variant.name,
                known=known,
                scenario=scenario,
            )
    names = [variant.name for variant in variants]
    for variant in variants:
        for other, _title, reason in variant.excludes:
            if other in names:
                return BadInput(
                    "the variants {variant!r} and {other!r} cannot be combined: {reason}",
                    "variants",
                    variant=variant.name,
                    other=other,
                    reason=BadInput(reason),
                )
    return None


def playable_variants(variants: Sequence[Choice], scenario: str) -> tuple[Choice, ...]:
    """Variants that can be played together in a scenario; earlier ones win conflicts."""
    chosen: tuple[Choice, ...] = ()
    for variant in variants:
        if variants_refusal((*chosen, variant), scenario) is None:
            chosen += (variant,)
    return chosen
