"""Django application of the clubs."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save


class ClubsConfig(AppConfig):
    """Models, their migrations, and what follows from changes of accounts and tables."""

    name = "tetsudo.web.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Connect the signals, and the rules for admission and export."""
        from tetsudo.web.accounts import export
        from tetsudo.web.clubs import club_tables, membership, own_data
        from tetsudo.web.clubs.models import Member
        from tetsudo.web.tables.models import Table
        from tetsudo.web.tables.people import admission

        post_delete.connect(membership.succeed, sender=Member, dispatch_uid="club-succession")
        post_save.connect(club_tables.follow_rematch, sender=Table, dispatch_uid="club-rematch")
        admission.add_rule(club_tables.admits)
        export.add_rows(own_data.rows)
