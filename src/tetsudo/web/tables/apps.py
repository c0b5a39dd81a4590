"""Django application of the tables."""

from __future__ import annotations

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Models and their migrations."""

    name = "tetsudo.web.tables"
    label = "tables"
