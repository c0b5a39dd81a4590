"""Page of the user's display and sound preferences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tetsudo.draw import safe_colours, token_svg
from tetsudo.draw.style.player_marks import PLAYER_COLOURS
from tetsudo.engine.model.title import Company
from tetsudo.titles.loader import setup, titles
from tetsudo.web.common.preferences import preferences_of, save_preferences
from tetsudo.web.results.statistics.wishes import is_left_out, set_left_out
from tetsudo.web.tables.seats.guests import guest_of

Words: TypeAlias = str | Promise


class Question(NamedTuple):
    """A preference as shown to users: its label, its help text and its choices."""

    label: Words
    help: Words
    choices: Mapping[str, Words]


QUESTIONS: Final[Mapping[str, Question]] = {
    "colours": Question(
        _("Colours of companies and players"),
        _("The second set can be told apart without red, without green, and by lightness."),
        {"usual": _("original"), "safe": _("colour-blind safe")},
    ),
    "coordinates": Question(
        _("Coordinates of hexes"),
        _("Small labels on the map."),
        {"near": _("when zoomed in"), "always": _("always"), "never": _("never")},
    ),
    "names": Question(
        _("Names of companies and places"),
        _("Games from Japan or China also have names in their own script."),
        {"reader": _("in my language"), "native": _("in the game's own language")},
    ),
    "pace": Question(
        _("Others' moves"),
        _("How fast other players' moves are replayed."),
        {"instant": _("all at once"), "quick": _("fast"), "calm": _("slow"), "step": _("one at a time")},
    ),
    "review": Question(
        _("Review after a game"),
        _("The page of a finished game has a button that shows what each player could have done better."),
        {"on": _("on"), "off": _("off")},
    ),
    "sounds": Question(
        _("Sounds"),
        _("A short sound when it is your turn."),
        {"off": _("none"), "on": _("on my turn")},
    ),
    "text": Question(
        _("Size of text"),
        _("For pages and for the table beside the map; the map zooms separately."),
        {"usual": _("browser default"), "large": _("large"), "largest": _("very large")},
    ),
}
"""Questions by the name of the preference."""


def samples() -> dict[str, SafeString]:
    """Tokens of the first title's companies in each set of colours.

    The default colours are in capital letters, so that the style sheet of the other set does not change them.
    """
    info = titles()[0]
    companies = setup(info.name, info.maximum_players).companies
    instead = safe_colours(company.colour for company in companies)
    usual = [replace(company, colour=company.colour.upper()) for company in companies]
    safe = [replace(company, colour=instead[company.colour]) for company in companies]
    return {name: mark_safe("".join(map(_mark, those))) for name, those in (("usual", usual), ("safe", safe))}


def _mark(company: Company) -> str:
    return token_svg(company, 24, hidden=True)


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Show the preferences, or save those sent; a form of its own says whether one's games may be in the archive."""
    if request.method == "POST":
        answer = redirect("preferences")
        if "archive" in request.POST:
            _save_archive_wish(request)
            return answer
        save_preferences(answer, request.POST.dict())
        return answer
    chosen = preferences_of(request)
    guest = guest_of(request)
    shown = {
        "is_left_out": guest is not None and is_left_out(guest),
        "asked": [_question_context(name, chosen[name]) for name in QUESTIONS],
        "players": range(len(PLAYER_COLOURS)),
    }
    return render(request, "lobby/preferences.html", shown)


def _save_archive_wish(request: HttpRequest) -> None:
    """Let a person's games into the archive, or leave them out; visitors have none."""
    guest = guest_of(request)
    if guest is not None:
        set_left_out(guest, request.POST["archive"] == "out")


def _question_context(name: str, chosen: str) -> dict[str, object]:
    """Question for the template: each choice with its word, label, True if it is chosen, and a picture."""
    question, pictures = QUESTIONS[name], samples() if name == "colours" else {}
    choices = [(word, label, word == chosen, pictures.get(word, "")) for word, label in question.choices.items()]
    return {"name": name, "label": question.label, "help": question.help, "choices": choices}
