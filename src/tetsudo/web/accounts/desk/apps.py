"""Django application of the organiser's desk."""

from __future__ import annotations

from django.apps import AppConfig


class DeskConfig(AppConfig):
    """Models, their migrations, and additions to the cleanup, the merging of guests and the export."""

    name = "tetsudo.web.accounts.desk"
    label = "desk"

    def ready(self) -> None:
        """Add the rules."""
        from tetsudo.web.accounts import export
        from tetsudo.web.accounts.desk import own_data, reporting, trace
        from tetsudo.web.accounts.desk.models import Report
        from tetsudo.web.tables.games import cleanup
        from tetsudo.web.tables.people import merging

        for field in ("by", "about"):
            merging.RULES.setdefault((Report, field), merging.all_of(Report, field))
        kinds = (*trace.KINDS, *reporting.KINDS)
        cleanup.KINDS.extend(kind for kind in kinds if kind not in cleanup.KINDS)
        export.add_rows(own_data.rows)
