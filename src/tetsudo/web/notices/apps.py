"""Django application of the notices."""

from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Models and their migrations; records what tables announce."""

    name = "tetsudo.web.notices"
    label = "notices"

    def ready(self) -> None:
        """Listen to the tables, and say how notices are merged."""
        from tetsudo.web.notices import merging as own_rules
        from tetsudo.web.notices import outbox
        from tetsudo.web.tables.people import announcements, merging

        announcements.listen(outbox.record)
        merging.RULES.update(own_rules.RULES)
