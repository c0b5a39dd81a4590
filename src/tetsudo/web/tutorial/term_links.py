"""Glossary links for terms in pages: `{% term "par" %}`, `{{ sentence|terms }}`.

A marked term is a link to the glossary that carries its meaning; `terms.js` shows the meaning in a card beside it. So
screen readers read it out, and it works without scripts. Do not use it inside a button, link or label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from django.template import Context, Library
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tetsudo.draw import player_svg
from tetsudo.titles.loader import is_name
from tetsudo.web.tutorial.glossary import TERMS, clause_of

FORM_SEPARATOR: Final = "|"
"""Separator of a term's forms."""

register = Library()


class Forms(NamedTuple):
    """Forms of all terms in a language: the pattern that finds them, and the term id by form."""

    pattern: re.Pattern[str]
    meant: Mapping[str, str]


@cache
def _forms(language: str | None) -> Forms:
    """Forms in a language; the pattern tries longer forms first."""
    meant = {form.casefold(): id for id, term in TERMS.items() for form in str(term.forms).split(FORM_SEPARATOR)}
    longest = sorted(meant, key=len, reverse=True)
    return Forms(re.compile("|".join(map(_form_pattern, longest)), re.IGNORECASE), meant)


def _form_pattern(form: str) -> str:
    """Pattern for a form that is not part of a longer word; words in Chinese characters have no visible ends."""
    letters = r"\w" if form.isascii() else "ァ-ヺー"
    before = rf"(?<![{letters}])" if re.match(f"[{letters}]", form) else ""
    after = rf"(?![{letters}])" if re.search(f"[{letters}]$", form) else ""
    return f"{before}{re.escape(form)}{after}"


@register.simple_tag(takes_context=True)
def term(context: Context, id: str, label: str | Promise | None = None) -> SafeString:
    """A marked glossary term; `label`: the text shown, by default the term's name."""
    return _term_link(id, str(TERMS[id].name if label is None else label), _title(context))


@register.filter
def terms(text: str | Promise, title: str = "") -> SafeString:
    """A text with the first occurrence of each glossary term marked."""
    return mark_terms(str(text), title)


@register.filter
def other_terms(text: str | Promise, own: str) -> SafeString:
    """The same for the explanation of the term `own`, which is not marked."""
    return mark_terms(str(text), "", (own,))


def mark_terms(text: str, title: str, known: tuple[str, ...] = ()) -> SafeString:
    """A text with its terms marked, except for those in `known`."""
    forms, seen, parts, end = _forms(get_language()), set(known), [], 0
    for found in forms.pattern.finditer(text):
        id = forms.meant[found[0].casefold()]
        if id not in seen:
            seen.add(id)
            parts += [escape(text[end : found.start()]), _term_link(id, found[0], title)]
            end = found.end()
    return mark_safe("".join([*parts, escape(text[end:])]))


@register.simple_tag
def player_mark(seat: int) -> SafeString:
    """A player's mark by seat, in their colour."""
    return mark_safe(player_svg(seat))


def _title(context: Context) -> str:
    """The title that a page is about; "" if there is none."""
    table, info = context.get("table"), context.get("info")
    return str(getattr(table, "title", "") or getattr(info, "name", ""))


def _term_link(id: str, label: str, title: str) -> SafeString:
    return format_html(
        '<a class="term" href="{}#{}" aria-description="{}"{}>{}</a>',
        reverse("glossary"),
        id,
        TERMS[id].says,
        _rule(clause_of(id, title), title) if title and is_name(title) else "",
        label,
    )


def _rule(clause: str, title: str) -> SafeString:
    """Attributes with the id and URL of a term's clause; empty if there is none."""
    if not clause:
        return SafeString()
    return format_html(' data-clause="{}" data-rule="{}"', clause, reverse("clause", args=[title, clause]))
