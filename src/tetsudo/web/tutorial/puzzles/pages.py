"""Views of the list of puzzles and of one puzzle."""

from __future__ import annotations

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods, require_safe

from tetsudo.core.errors import BadInput
from tetsudo.game import position
from tetsudo.review.puzzles import KINDS, Puzzle, is_right, parse_answer, puzzles_of, shelf
from tetsudo.review.puzzles.puzzle import AMOUNTS
from tetsudo.titles.loader import TitleInfo, title_info, titles
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.common.language import language_of
from tetsudo.web.tutorial.puzzles import words
from tetsudo.web.tutorial.puzzles.daily import address_of, daily_puzzle
from tetsudo.web.tutorial.puzzles.scene import Scene
from tetsudo.web.tutorial.puzzles.solved import remember, solved

SHOWN = "show"
"""Value of the query that shows the answer."""


class Entry(NamedTuple):
    """A puzzle in the list."""

    number: str
    address: str
    is_solved: bool


class LevelRow(NamedTuple):
    """Puzzles of a kind and level."""

    level: int
    entries: list[Entry]


class KindRow(NamedTuple):
    """Puzzles of a kind, by level."""

    name: str
    heading: str | Promise
    about: str | Promise
    levels: list[LevelRow]


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    """Puzzles of a title by kind and level, with those that the viewer has solved."""
    infos = [title_info(name) for name in shelf.titles()]
    wanted = request.GET.get("title", titles()[0].name)
    chosen = next((info for info in infos if info.name == wanted), infos[0] if infos else None)
    known, kinds = solved(request), _kinds(request, chosen) if chosen else []
    shown = {
        "infos": infos,
        "chosen": chosen,
        "kinds": kinds,
        "count": len(puzzles_of(chosen.name)) if chosen else 0,
        "done": sum(each.id in known for each in puzzles_of(chosen.name)) if chosen else 0,
        "daily": daily_puzzle(request),
    }
    return render(request, "puzzles/list.html", shown)


def _kinds(request: HttpRequest, info: TitleInfo) -> list[KindRow]:
    known, found = solved(request), puzzles_of(info.name)
    rows = []
    for kind, heading in words.KINDS.items():
        of_kind = [each for each in found if each.kind == kind]
        levels = [
            LevelRow(
                level,
                [
                    Entry(each.id.rpartition(":")[2], address_of(each), each.id in known)
                    for each in of_kind
                    if each.level == level
                ],
            )
            for level in sorted({each.level for each in of_kind})
        ]
        rows += [KindRow(kind, heading, words.ABOUT[kind], levels)] if levels else []
    return rows


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, title: str, kind: str, number: int) -> HttpResponse:
    """A puzzle. POST answers it: the page that follows says if the answer is right, and why."""
    try:
        asked = shelf.puzzle(f"{title}:{kind}:{number}")
    except BadInput as error:
        raise Http404 from error
    if request.method == "POST":
        return _answer(request, asked)
    return _page(request, asked, request.GET.get("answer", ""))


def _page(request: HttpRequest, asked: Puzzle, given: str, error: str = "") -> HttpResponse:
    """Page of a puzzle with an answer, or with what was wrong with it: then the status is 400."""
    game = position.read(asked.position)
    language = language_of(request, game.setup.language)
    scene = Scene(asked, game.in_language(language), language, _parsed(asked, given), given == SHOWN)
    shown = {"scene": scene, "following": _following(request, asked), "error": error}
    return render(request, "puzzles/puzzle.html", shown, status=400 if error else 200)


def _answer(request: HttpRequest, asked: Puzzle) -> HttpResponse:
    """Remember a right answer, and go to the page that explains it."""
    try:
        answer = parse_answer(asked, " ".join(request.POST.getlist("answer")) or "0")
    except BadInput as error:
        return _page(request, asked, "", field_message(error))
    if is_right(asked, answer):
        remember(request, asked)
    first = 0 if KINDS[asked.kind].form == AMOUNTS else 1  # choices count from 1
    word = "_".join(str(each + first) for each in answer) or "0"
    return redirect(f"{address_of(asked)}?answer={word}#feedback")


def _parsed(asked: Puzzle, given: str) -> tuple[int, ...] | None:
    """Answer of an address; None if there is none."""
    try:
        return parse_answer(asked, given.replace("_", " "))
    except BadInput:
        return None


def _following(request: HttpRequest, asked: Puzzle) -> str:
    """Address of the next puzzle of the title that is not solved; "" if all are."""
    known, all = solved(request), puzzles_of(asked.title)
    place = next(at for at, each in enumerate(all) if each.id == asked.id)
    ahead = [each for each in (*all[place + 1 :], *all[:place]) if each.id not in known]
    return address_of(ahead[0]) if ahead else ""
