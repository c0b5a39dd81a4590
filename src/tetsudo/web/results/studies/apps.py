"""Django application of the studies."""

from __future__ import annotations

from django.apps import AppConfig


class StudiesConfig(AppConfig):
    """Models, their migrations, and what follows for guests and deleted tables."""

    name = "tetsudo.web.results.studies"
    label = "studies"

    def ready(self) -> None:
        """Keep the games that chapters show, and give a guest's studies to the person that they turn out to be."""
        from tetsudo.web.results.studies import chapters
        from tetsudo.web.results.studies.models import Study
        from tetsudo.web.tables.games import removal
        from tetsudo.web.tables.people import merging

        removal.keep_games(chapters.shows)
        merging.RULES[Study, "guest"] = merging.all_of(Study, "guest")
