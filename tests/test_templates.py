"""The formatter of templates: `tests/templates.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates import MAX_LENGTH, TEMPLATES, format_template

PATHS = sorted(TEMPLATES.rglob("*.html"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_templates_are_formatted(path: Path) -> None:
    """`make format` does it."""
    text = path.read_text("utf-8")
    assert format_template(text) == text


def test_what_is_together_stays_together() -> None:
    """A break within an inline element's tag is not shown; one between two words that touch would be."""
    word = "word" * 12
    text = f'<p>{word}<b class="one" title="two">{word}</b>{word} {word}</p>'
    lines = format_template(text).splitlines()
    assert len(lines) > 1
    assert all(len(line) <= MAX_LENGTH for line in lines)
    shown = format_template(text).replace("\n      class", " class").replace("\n    title", " title")
    assert " ".join(shown.split()) == text


def test_a_message_stays_as_it_is() -> None:
    message = "{% blocktranslate %}One  and" + " two" * 40 + "{% endblocktranslate %}"
    assert format_template(f"<p>{message}</p>").replace("\n  ", "").strip() == f"<p>{message}</p>"


def test_branches_are_level() -> None:
    assert format_template("{% if x %}\n<p>\n<b>1</b>\n</p>\n{% else %}\n2\n{% endif %}\n") == (
        "{% if x %}\n  <p>\n    <b>1</b>\n  </p>\n{% else %}\n  2\n{% endif %}\n"
    )
