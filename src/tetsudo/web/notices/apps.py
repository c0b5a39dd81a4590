"""Django application of the notices."""

from __future__ import annotations

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    """Models and their migrations; records what tables announce."""

    name = "tetsudo.web.notices"
    label = "notices"

    def ready(self) -> None:
        """Listen to the tables."""
        from tetsudo.web.notices import outbox
        from tetsudo.web.tables.people import announcements

        announcements.listen(outbox.record)
