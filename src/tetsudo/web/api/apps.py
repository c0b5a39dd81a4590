"""Django application of the API."""

from __future__ import annotations

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Models and their migrations."""

    name = "tetsudo.web.api"
    label = "api"

    def ready(self) -> None:
        """Add keys to the export of a person's data."""
        from tetsudo.web.accounts import export
        from tetsudo.web.api import keys

        export.add_rows(keys.rows)
