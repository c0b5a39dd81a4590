"""Django application of the clubs."""

from __future__ import annotations

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    """Models and their migrations."""

    name = "tetsudo.web.clubs"
    label = "clubs"
