"""Plain English: first words of docstrings, and words that are no longer used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ROOT
from tests.messages import messages

FOLDERS: Final = ("src", "tests", "benchmarks")
FIRST_WORDS: Final = re.compile(r"(What|Whether|How|Who|Whom|Whose|Where|Why|Which|When|Those|That|All that)\b")
"""First words that paraphrase; a docstring starts with a noun or an imperative verb."""

OLD_WORDS: Final = re.compile(
    r"\b(dear|dearest|mended|somebody|nobody|one sits|the hand|besides|stranger|taken back|took back|chance decides"
    r"|has not got|is no longer one|by cardboard|becomes part of|makes? room for|who looks on|in a head)\b",
    re.IGNORECASE,
)
GAP: Final = re.compile(r"\{\w+[^}]*\}|%\(\w+\)s")
"""A placeholder of a message, whose name nobody reads."""

PAGES: Final = ("README.md", "benchmarks/README.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")))
DIARY: Final = "docs/bots-diary.md"
"""Notes of earlier experiments, kept as they were written."""

CODE: Final = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of each docstring in a module, those of constants and attributes included."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        for each in getattr(node, "body", []) if isinstance(getattr(node, "body", None), list) else []:
            match each:
                case ast.Expr(value=ast.Constant(value=str() as text)):
                    yield each.lineno, text.strip()


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_start_with_a_noun_or_a_verb(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, text in docstrings(path)
        if FIRST_WORDS.match(text)
    ]
    assert wrong == []


def test_messages_have_none_of_the_old_words() -> None:
    said = {text for _where, both, _context in messages() for text in ((both,) if isinstance(both, str) else both)}
    assert sorted(text for text in said if OLD_WORDS.search(GAP.sub("", text))) == []


@pytest.mark.parametrize("page", sorted({*PAGES} - {DIARY}))
def test_pages_have_none_of_the_old_words(page: str) -> None:
    text = CODE.sub(lambda code: "\n" * code[0].count("\n"), (ROOT / page).read_text("utf-8"))
    wrong = [f"{number}: {line}" for number, line in enumerate(text.splitlines(), 1) if OLD_WORDS.search(line)]
    assert wrong == []
