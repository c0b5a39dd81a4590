"""Variants in data: the scenarios that offer them, conflicts with others, and their changes."""

from __future__ import annotations

import pytest

from tests.titles.renaming import read_own, title_copy
from tetsudo.core.errors import BadData, BadInput
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader
from tetsudo.titles.data.toml_table import Raw

LINES: Raw = {
    "everywhere": {"source": "1.2", "pace": "Slow."},
    "whole": {"scenarios": "C D"},
    "rich": {"excludes": {"poor": "money is one thing"}, "rules": {"bank": 20000}},
    "poor": {"rules": {"bank": 9000}, "in": {"B": {"rules": {"bank": 4000}}, "A": {"rules": {"turn_limit": 3}}}},
    "paid": {"companies": {"SY": {"powers": {"paid_for_lays": {"colour": "green", "amount": 5}}}}},
    "better": {"companies": {"HS": {"powers": {"run_bonus": {"amount": 30}}}}},
    "none": {"companies": {"HK": {"powers": {"paid_for_lays": {"dropped": True}}}}},
    "back": {"companies": {"HK": {"powers": {"paid_for_lays": {"dropped": False}}}}},
}


@pytest.fixture
def title(monkeypatch: pytest.MonkeyPatch) -> str:
    """1890 with exactly these variants."""
    lines = {name: {"name": name.title(), "help": f"{name}.", **line} for name, line in LINES.items()}
    kinki = {"normal-kinki": (read_own("1890", "title.toml") or {})["variants"]["normal-kinki"]}
    return with_variants(monkeypatch, {**lines, **kinki})


def with_variants(patch: pytest.MonkeyPatch, lines: Raw) -> str:
    """The name of 1890 with other variants."""
    patch.setattr(loader, "find_name", str)  # would find no match for the new name
    return title_copy(patch, "1890", {"title.toml": {**(read_own("1890", "title.toml") or {}), "variants": lines}})


def made(title: str, scenario: str, *variants: str) -> Setup:
    return loader.setup(title, 4, variants, scenario=scenario)


def refusal(title: str, scenario: str, *variants: str) -> str:
    with pytest.raises(BadInput) as caught:
        made(title, scenario, *variants)
    assert caught.value.where == "variants"
    return caught.value.sentence


def test_a_variant_is_offered_in_its_scenarios_only(title: str) -> None:
    info = loader._title_info(title)
    offered = {scenario: "whole" in [each.name for each in info.variants_in(scenario)] for scenario in "ABCD"}
    assert offered == {"A": False, "B": False, "C": True, "D": True}
    assert refusal(title, "A", "whole") == "the variant 'whole' exists only in C, D, not in A"
    assert made(title, "D", "whole", "everywhere").variants == ("everywhere", "whole")


def test_where_it_comes_from_and_its_pace_are_told(title: str) -> None:
    first = loader._title_info(title).variants[0]
    assert (first.source, first.pace) == ("1.2", "Slow.")


@pytest.mark.parametrize("variants", [("rich", "poor"), ("poor", "rich")])
def test_what_does_not_go_together_is_refused_with_the_reason(title: str, variants: tuple[str, str]) -> None:
    wanted = "the variants 'rich' and 'poor' cannot be combined: money is one thing"
    assert refusal(title, "C", *variants) == wanted
    rich, poor = (next(each for each in loader._title_info(title).variants if each.name == name) for name in variants)
    assert [(each.name, each.title, each.reason) for each in rich.excludes] == [
        (poor.name, poor.title, "money is one thing")
    ]


def test_as_many_as_go_together_are_playable(title: str) -> None:
    info = loader._title_info(title)
    assert info.playable("A", ["poor", "whole", "rich", "everywhere", "x"]) == ("everywhere", "rich")


def test_changes_for_one_scenario_hold_for_those_like_it_too(title: str) -> None:
    """A is like B, so its bank changes with B's."""
    found = {scenario: made(title, scenario, "poor").settings for scenario in "ABCD"}
    assert {name: each.bank for name, each in found.items()} == {"A": 4000, "B": 4000, "C": 9000, "D": 9000}
    assert {name: each.turn_limit for name, each in found.items()} == {"A": 3, "B": 8, "C": 10, "D": 10}


def powers_of(setup: Setup, symbol: str) -> dict[str, object]:
    return {power.kind: power.values.get("amount") for power in setup.company(symbol).powers}


def test_powers_are_added_changed_and_dropped_by_their_kinds(title: str) -> None:
    assert powers_of(made(title, "C", "paid"), "SY") == {"paid_for_lays": 5}
    assert powers_of(made(title, "C", "better"), "HS") == {"run_bonus": 30}
    assert powers_of(made(title, "C", "none"), "HK") == {"pays_for_token": 40}
    assert powers_of(made(title, "C", "none", "back"), "HK") == {"pays_for_token": 40, "paid_for_lays": 10}
    assert powers_of(made(title, "A"), "HK") == {}
    assert powers_of(made(title, "A", "back"), "HK") == {"paid_for_lays": 10}


def test_a_power_that_is_not_there_cannot_be_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    gone = {"name": "Gone", "help": "Gone.", "companies": {"SY": {"powers": {"brings": {"dropped": True}}}}}
    kinki = {"name": "", "help": ""}
    name = with_variants(monkeypatch, {"gone": gone, "normal-kinki": kinki})
    with pytest.raises(BadData, match=r"variants\.gone\.companies\.SY\.powers\.brings: there is nothing to drop"):
        made(name, "C", "gone")


def test_a_scenario_may_be_played_with_a_variant_that_others_choose() -> None:
    """1890's D has the Kinki that C may choose, key by key (1890-D.8.4-a)."""
    chosen, simple = loader.setup("1890", 4, ["normal-kinki"], scenario="C"), loader.setup("1890", 4, scenario="D")
    assert chosen.company("KN") == simple.company("KN")
    assert chosen.trains == simple.trains
    assert chosen.phases == simple.phases
