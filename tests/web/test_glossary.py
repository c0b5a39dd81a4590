"""The glossary: every marked word has an entry, and a mark shows it in place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from tests.conftest import ROOT
from tetsudo.titles.introductions import guide_of
from tetsudo.titles.loader import clauses, titles
from tetsudo.web import settings
from tetsudo.web.tutorial.glossary import TERMS, clause_of
from tetsudo.web.tutorial.lessons import LESSONS
from tetsudo.web.tutorial.term_links import mark_terms

pytestmark = pytest.mark.django_db

TEMPLATES: Final = Path(settings.HERE) / "templates"
WANTED: Final = (
    "president par float ipo market certificate limit token rust phase withhold treasury private minor operating stock"
    " priority tile upgrade home route run dividend bank-breaks emergency dumping"
)
"""Terms that a newcomer does not know."""


def marked(text: str, title: str = "") -> list[tuple[str, str]]:
    """The marked words of a text, each with its id."""
    return [(id, word) for id, word in re.findall(r'href="/glossary/#([\w-]+)"[^>]*>([^<]*)<', mark_terms(text, title))]


def test_it_has_what_newcomers_do_not_know() -> None:
    assert set(WANTED.split()) <= set(TERMS)


def test_every_word_that_a_page_marks_is_in_it() -> None:
    used = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r"{% term \"([^\"]+)\"", path.read_text("utf-8"))
    }
    assert used
    assert used <= set(TERMS)


@pytest.mark.parametrize("title", [info.name for info in titles()])
def test_every_word_of_a_title_is_in_it_and_most_have_a_clause(title: str) -> None:
    assert set(guide_of(title).terms) <= set(TERMS)
    assert set(guide_of(title).lessons) <= {lesson.name for lesson in LESSONS}
    known = {clause.id for clause in clauses(title)}
    found = {clause_of(term, title) for term in TERMS} - {""}
    assert found <= known
    assert len([term for term in TERMS if clause_of(term, title)]) > len(TERMS) * 3 / 4


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_word_is_found_in_its_own_sentence_of_the_glossary_page(client: Client, language: str) -> None:
    client.cookies["django_language"] = language
    page = client.get("/glossary/").content.decode()
    with translation.override(language):
        for id, term in TERMS.items():
            entry = page[page.index(f'<div id="{id}">') :].partition("</div>")[0]
            assert f"<dt>{term.name}</dt>" in entry
            assert f'href="/glossary/#{id}"' not in entry
    assert re.search(r'<a\s+href="/titles/1889/rules/1889-BUY-02/">1889-BUY-02</a>', page)


def test_words_are_marked_where_they_first_stand() -> None:
    with translation.override("en"):
        assert marked("Set a par price. A par is set once.") == [("par", "par price")]
        assert marked("The president's certificate floats it") == [
            ("president", "president"),
            ("certificate", "certificate"),
            ("float", "floats"),
        ]
        assert marked("separate, parse, Parma") == []
        assert marked("Operating rounds and stock rounds") == [
            ("operating", "Operating rounds"),
            ("stock", "stock rounds"),
        ]


def test_words_in_japanese_are_marked_but_not_within_others() -> None:
    with translation.override("ja"):
        assert marked("パー価格を決め、パーは変わらない。") == [("par", "パー価格")]
        assert marked("60パーセントの株券") == [("certificate", "株券")]
        assert marked("株式ラウンドで株式を買う") == [("stock", "株式ラウンド"), ("share", "株式")]


def test_what_stands_round_a_word_is_escaped() -> None:
    with translation.override("en"):
        assert mark_terms("<b>par</b>", "").startswith("&lt;b&gt;<a ")


def test_a_mark_says_what_the_word_means_and_where_the_title_says_so() -> None:
    with translation.override("en"):
        written = Template('{% term "par" "Par" %}').render(Context({"info": titles()[0]}))
    assert f'aria-description="{str(TERMS["par"].says).replace(chr(39), "&#x27;")}"' in written
    assert 'data-clause="1889-BUY-02" data-rule="/titles/1889/rules/1889-BUY-02/"' in written
    assert written.endswith(">Par</a>")


def test_the_manual_has_every_word_with_the_same_sentence() -> None:
    manual = " ".join((ROOT / "docs" / "glossary.md").read_text("utf-8").split())
    with translation.override("en"):
        for term in TERMS.values():
            assert f"**{str(term.name).capitalize()}.** {term.says}" in manual
    assert manual.count("**") == 2 * len(TERMS)
