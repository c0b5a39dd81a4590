"""Style sheets with the colours of maps, markets, companies and players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.draw import css_variables, player_variables, safe_colours
from tetsudo.draw.style.player_marks import SAFE_PLAYER_COLOURS
from tetsudo.draw.style.theme import ink_on
from tetsudo.titles.loader import setup, titles

SAFE = ':root[data-colours="safe"]'


@cache
def _sheet() -> str:
    """Style sheet of the palette: light, unless the system or the reader chooses dark."""
    light, dark = css_variables("light"), css_variables("dark")
    return (
        f":root{{{player_variables()}{light}}}\n"
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}\n'
        f':root[data-theme="dark"]{{{dark}}}\n'
    )


@require_safe
@cache_control(public=True, max_age=3600)
def palette(request: HttpRequest) -> HttpResponse:
    """Serve the CSS variables that pictures of the theme "page" use."""
    return HttpResponse(_sheet(), content_type="text/css; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=3600)
def safe_palette(request: HttpRequest) -> HttpResponse:
    """Serve the alternative colours of companies and players, for readers who chose them: drawings stay the same."""
    return HttpResponse("".join(_safe_sheet()), content_type="text/css; charset=utf-8")


def _safe_sheet() -> Iterator[str]:
    light, dark = (player_variables(SAFE_PLAYER_COLOURS[theme]) for theme in ("light", "dark"))
    yield f"{SAFE}{{{light}}}\n"
    yield f'@media (prefers-color-scheme:dark){{{SAFE}:not([data-theme="light"]){{{dark}}}}}\n'
    yield f'{SAFE}[data-theme="dark"]{{{dark}}}\n'
    changes = colour_replacements().items()
    declared = (f"{_name(usual)}:{instead};{_name(usual)}-ink:{ink_on(instead)};" for usual, instead in changes)
    yield f"{SAFE}{{{''.join(declared)}}}\n"
    for usual, _instead in changes:
        for part in ("fill", "stroke"):
            yield f'[{part}="{usual}"]{{{part}:var({_name(usual)},{usual})}}'
        yield f'[fill="{usual}"]~text{{fill:var({_name(usual)}-ink,{ink_on(usual)})}}\n'


def _name(colour: str) -> str:
    """CSS variable for a colour. Variables reach parts that a picture reuses; selectors from the root do not."""
    return f"--company-{colour[1:]}"


def colour_replacements() -> dict[str, str]:
    """Replacements of the company colours of all titles; for a colour in several titles, the first title decides."""
    found: dict[str, str] = {}
    for info in reversed(titles()):
        companies = setup(info.name, info.maximum_players).companies
        found |= safe_colours(company.colour for company in companies)
    return found
