"""Every catalogue has every sentence, and its compiled file is up to date."""

from __future__ import annotations

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Message

from tests.messages import (
    SOURCE,
    UNTRANSLATED_MODULES,
    catalogues,
    compiled_catalogue,
    placeholders,
    read,
    updated_catalogue,
)
from tetsudo.core.errors import BadInput
from tetsudo.core.translation import translator
from tetsudo.titles.loader import title_info, titles

each_catalogue = pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parents[1].name)


def _texts(said: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [said] if isinstance(said, str) else list(said or [""])


def _sentences(path: Path) -> list[Message]:
    return [message for message in read(path) if message.id]


def test_untranslated_modules_exist() -> None:
    assert [pattern for pattern in UNTRANSLATED_MODULES if not any(SOURCE.glob(pattern))] == []


@each_catalogue
def test_it_has_every_sentence_and_no_other(path: Path) -> None:
    """`make messages` updates it."""
    there, wanted = (
        {(each.context, str(each.id)) for each in of if each.id} for of in (read(path), updated_catalogue(path))
    )
    assert there == wanted


@each_catalogue
def test_every_sentence_is_translated(path: Path) -> None:
    assert [message.id for message in _sentences(path) if message.fuzzy or not all(_texts(message.string))] == []


@each_catalogue
def test_what_is_put_into_a_sentence_stays(path: Path) -> None:
    for message in _sentences(path):
        many = placeholders(_texts(message.id)[-1])
        for text in _texts(message.string):
            assert placeholders(text) == many, message.id


@each_catalogue
def test_no_percent_sign_comes_in(path: Path) -> None:
    """A template fills every sentence of a block by `%`: a sign that is alone makes it fall back to English."""
    found = [
        message.id
        for message in _sentences(path)
        if "%" not in _texts(message.id)[-1] and any("%" in text for text in _texts(message.string))
    ]
    assert found == []


@each_catalogue
def test_what_programs_read_is_made_of_it(path: Path) -> None:
    """`make messages` builds it; its header may differ."""
    kept, made = (_read(content) for content in (path.with_suffix(".mo").read_bytes(), compiled_catalogue(path)))
    assert kept == made


def _read(content: bytes) -> dict[object, str]:
    messages: dict[object, str] = vars(GNUTranslations(BytesIO(content)))["_catalog"]
    return {said: told for said, told in messages.items() if said}


def test_placeholders_of_both_kinds_are_found() -> None:
    assert placeholders("{a} of %(b)s, 10 %% and {a}") == {"{a}", "%(b)s", "%%"}


def test_a_title_that_is_not_there_is_told_whole_in_a_language() -> None:
    known = ", ".join(sorted(info.name for info in titles()))
    for typed, meant in (("1898", "1889のことですか。"), ("chess", "")):
        with pytest.raises(BadInput) as refused:
            title_info(typed)
        assert refused.value.translate(translator("ja")) == f"ゲーム{typed}はありません。{meant}ゲーム：{known}。"
