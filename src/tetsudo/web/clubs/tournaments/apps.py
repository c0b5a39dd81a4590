"""Django application of the tournaments."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Models, their migrations, and the export of a person's data."""

    name = "tetsudo.web.clubs.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Add the rows to the export."""
        from tetsudo.web.accounts import export
        from tetsudo.web.clubs.tournaments import own_data

        export.add_rows(own_data.rows)
