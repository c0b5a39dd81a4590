"""Django application of the moments."""

from __future__ import annotations

from django.apps import AppConfig


class MomentsConfig(AppConfig):
    """The model of a search and its migrations."""

    name = "tetsudo.web.results.moments"
    label = "moments"
