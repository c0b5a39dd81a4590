"""The coverage tool itself, and a test for every clause that counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tetsudo.core.errors import BadInput
from tetsudo.titles import loader
from tetsudo.titles.rulebook.coverage import clause_tests, counted_clauses, measure_coverage

TESTS = Path(__file__).resolve().parent


def clause(name: str, counts: bool = True) -> loader.Clause:
    return loader.Clause(name, section="", kind="stock", text="", counts=counts)


MARKED = """
import pytest

pytestmark = [pytest.mark.rule("X-1")]

@pytest.mark.rule("X-2", "X-3")
def test_one(): ...

@pytest.mark.rule("X-4")
def helper(): ...

@pytest.mark.rule("X-5")
class TestMany:
    @pytest.mark.rule("X-2")
    def test_two(self): ...

@pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.rule("X-6"))])
def test_three(n): ...
"""


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "test_some.py").write_text(MARKED)
    (folder / "builders.py").write_text('@pytest.mark.rule("X-7")\ndef test_not_collected(): ...\n')
    return folder


def test_marks_on_functions_classes_modules_and_parameters_are_found(tests: Path) -> None:
    file = "tests/rules/test_some.py"
    one, two, three = f"{file}::test_one", f"{file}::TestMany::test_two", f"{file}::test_three"
    assert clause_tests(tests) == {
        "X-1": (one, two, three),
        "X-2": (one, two),
        "X-3": (one,),
        "X-5": (two,),
        "X-6": (three,),
    }


def test_clauses_are_held_against_the_marks(tests: Path) -> None:
    clauses = [clause("X-1"), clause("X-2"), clause("X-4"), clause("X-9", counts=False)]
    coverage = measure_coverage(clauses, tests, prefix="X-")
    assert [each.id for each in counted_clauses(clauses)] == ["X-1", "X-2", "X-4"]
    assert coverage.missing == ("X-4",)
    assert set(coverage.unknown) == {"X-3", "X-5", "X-6"}
    assert round(coverage.percent) == 67


def test_a_mark_may_name_a_clause_of_several_editions(tests: Path) -> None:
    (tests / "test_both.py").write_text('@pytest.mark.rule("Y*-1", "Y*-9")\ndef test_it(): ...\n')
    for id in ("Y-1", "YN-1"):
        coverage = measure_coverage([clause(id)], tests, prefix="Y")
        assert coverage.tests == {id: ("tests/test_both.py::test_it",)}
        assert set(coverage.unknown) == {"Y*-9"}


def test_an_id_that_is_computed_is_refused(tests: Path) -> None:
    (tests / "test_bad.py").write_text("@pytest.mark.rule(NAME)\ndef test_it(): ...\n")
    with pytest.raises(BadInput, match=r"tests/test_bad\.py:1: .* spells out"):
        clause_tests(tests)


@pytest.mark.parametrize("title", ["1888", "1888n", "1889", "1890"])
def test_each_clause_that_counts_has_a_test(title: str) -> None:
    coverage = measure_coverage(loader.clauses(title), TESTS, prefix=f"{loader.clause_prefix(title)}-")
    assert not coverage.unknown
    assert not coverage.missing, f"{coverage.percent:.1f} % of the clauses have a test"
