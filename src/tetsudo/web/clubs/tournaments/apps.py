"""Django application of the tournaments."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Models, their migrations, the export of a person's data, and closed tables."""

    name = "tetsudo.web.clubs.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Add the rows to the export, and close tables to the public."""
        from tetsudo.web.accounts import export
        from tetsudo.web.clubs.tournaments import closed_tables, own_data
        from tetsudo.web.tables.people import admission

        export.add_rows(own_data.rows)
        admission.add_closing(closed_tables.is_table_closed)
