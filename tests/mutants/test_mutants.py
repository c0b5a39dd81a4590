"""The mutation driver itself, on a toy: a good test kills, a weak one does not, an endless loop counts as killed."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutants import trial
from tests.mutants.__main__ import main
from tests.mutants.making import Module, Mutant
from tests.mutants.report import Report, explanations
from tests.mutants.trial import Verdict, functions_in, try_all

TOY = '''
    def refusal(cash: int, price: int) -> str:
        """Why not."""
        if cash < price:
            return "cash"
        return ""

    def halvings(number: int) -> int:
        count = 0
        while number > 1:
            number //= 2
            count += 1
        return count

    class Shop:
        @property
        def is_open(self) -> bool:
            return all(each for each in [True, False])
'''


@dataclass
class Check:
    """A test of the toy module."""

    name: str
    ask: Callable[[], bool]
    seconds: float = 0.0

    def passes(self) -> bool:
        return self.ask()


@pytest.fixture
def toy(tmp_path: Path) -> Iterator[tuple[Path, ModuleType]]:
    path = tmp_path / "toy.py"
    path.write_text(textwrap.dedent(TOY), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("toy_of_mutants", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield path, module
    del sys.modules[spec.name]


def mutants(path: Path) -> list[Mutant]:
    return Module(path, "toy.py").mutants()


def verdicts(path: Path, *checks: Check, of: str) -> dict[str, Verdict]:
    """Verdicts on the mutants of one function, by change."""
    found: dict[str, Verdict] = {}
    work = ((mutant, checks) for mutant in mutants(path) if mutant.function == of)
    try_all(work, functions_in([path.parent]), 2, lambda each: found.update({each.mutant.change: each}))
    return found


def test_the_mutants_are_those_of_the_source(toy: tuple[Path, ModuleType]) -> None:
    found = [(each.function, each.line, each.change, each.refuses) for each in mutants(toy[0])]
    assert [each for each in found if each[0] in ("refusal", "Shop.is_open")] == [
        ("refusal", 4, "if cash < price -> if True", True),
        ("refusal", 4, "if cash < price -> if False", True),
        ("refusal", 4, "cash < price -> cash <= price", True),
        ("refusal", 5, "'cash' -> ''", True),
        (
            "Shop.is_open",
            18,
            "all((each for each in [True, False])) -> not all((each for each in [True, False]))",
            False,
        ),
        (
            "Shop.is_open",
            18,
            "all((each for each in [True, False])) -> any((each for each in [True, False]))",
            False,
        ),
        ("Shop.is_open", 18, "True -> False", False),
        ("Shop.is_open", 18, "False -> True", False),
    ]


def test_a_weak_test_lets_live_what_a_good_one_kills(toy: tuple[Path, ModuleType]) -> None:
    path, module = toy
    refusal = module.refusal  # a reference like that of an importing module
    weak = Check("weak", lambda: refusal(5, 9) == "cash" and not refusal(9, 5))
    good = Check("good", lambda: not refusal(9, 9))
    at_the_edge = "cash < price -> cash <= price"
    assert [change for change, each in verdicts(path, weak, of="refusal").items() if not each.killer] == [at_the_edge]
    both = verdicts(path, weak, good, of="refusal")
    assert {change: (each.killer, each.tests) for change, each in both.items()} == {
        "if cash < price -> if True": ("weak", 1),
        "if cash < price -> if False": ("weak", 1),
        at_the_edge: ("good", 2),
        "'cash' -> ''": ("weak", 1),
    }
    assert refusal(9, 9) == "", "the parent keeps the function as it is"


def test_methods_and_properties_are_changed_too(toy: tuple[Path, ModuleType]) -> None:
    path, module = toy
    found = verdicts(path, Check("closed", lambda: not module.Shop().is_open), of="Shop.is_open")
    assert [change for change, each in found.items() if not each.killer] == ["True -> False"]


def test_what_never_ends_is_killed(toy: tuple[Path, ModuleType], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "MIN_TIMEOUT_SECONDS", 0.1)
    path, module = toy
    found = verdicts(path, Check("halves", lambda: module.halvings(8) == 3), of="halvings")
    assert found["number //= 2 -> pass"].killer == "halves"
    assert found["number //= 2 -> number *= 2"].killer == "halves"


def test_the_score_counts_what_is_explained_and_fails_on_what_is_not(toy: tuple[Path, ModuleType]) -> None:
    path, module = toy
    weak = Check("weak", lambda: module.refusal(5, 9) == "cash" and not module.refusal(9, 5))
    found = verdicts(path, weak, of="refusal")
    at_the_edge = ("toy.py", "refusal", "if cash < price:", "cash < price -> cash <= price")
    for explained, passes in (({}, False), ({at_the_edge: "shown elsewhere"}, True)):
        report = Report(explained)
        for each in found.values():
            report.add(each)
        assert (report.score, report.passes(75), report.passes(76)) == (75, passes, False)
        assert [each.mutant.key for each in report.survivors] == [] if passes else [at_the_edge]


def test_an_explanation_of_no_mutant_is_named(toy: tuple[Path, ModuleType]) -> None:
    gone = ("toy.py", "refusal", "if cash < price:", "cash < price -> cash > price")
    report = Report({gone: "it was so once", ("other.py", "f", "x", "y"): "not asked for"})
    report.note_outdated(mutants(toy[0]))
    assert report.gone == [gone]


def test_the_list_of_explained_survivors_can_be_read() -> None:
    assert all(why.strip() for why in explanations().values())


def test_a_file_that_is_not_there_is_no_full_score(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Reported at once, before the tests are measured."""
    monkeypatch.setattr(sys, "argv", ["mutants", "--only", "rounds/stock/,rules/shop.py"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "has 'rules/shop.py' in its path" in capsys.readouterr().err
