"""Django application of the tournaments."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Models and their migrations."""

    name = "tetsudo.web.clubs.tournaments"
    label = "tournaments"
