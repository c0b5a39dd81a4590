"""The colours of maps and markets as a style sheet."""

from __future__ import annotations

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tetsudo.draw import css_variables


@cache
def _sheet() -> str:
    """Light, unless system or reader choose dark."""
    light, dark = css_variables("light"), css_variables("dark")
    return (
        f":root{{{light}}}\n"
        f'@media (prefers-color-scheme:dark){{:root:not([data-theme="light"]){{{dark}}}}}\n'
        f':root[data-theme="dark"]{{{dark}}}\n'
    )


@require_safe
@cache_control(public=True, max_age=3600)
def palette(request: HttpRequest) -> HttpResponse:
    """The variables that pictures of the theme "page" look for."""
    return HttpResponse(_sheet(), content_type="text/css; charset=utf-8")
