"""Django application of the statistics and the archive."""

from __future__ import annotations

from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    """Models, their migrations, the daily count, and a person's wish to be left out."""

    name = "tetsudo.web.results.statistics"
    label = "statistics"

    def ready(self) -> None:
        """Count once a day, and keep a wish when two guests turn out to be one person."""
        from tetsudo.web.results.statistics import daily, wishes
        from tetsudo.web.results.statistics.models import ArchiveWish
        from tetsudo.web.tables.games import cleanup
        from tetsudo.web.tables.people import merging

        cleanup.add_duty(daily.count)
        merging.RULES[ArchiveWish, "guest"] = wishes.merge
