"""Django application of the tables."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate

from tetsudo.web.common.database import shared


class TablesConfig(AppConfig):
    """Models and their migrations."""

    name = "tetsudo.web.tables"
    label = "tables"

    def ready(self) -> None:
        """Create the tables that belong to no model along with the others."""
        post_migrate.connect(shared.create_tables, sender=self)
