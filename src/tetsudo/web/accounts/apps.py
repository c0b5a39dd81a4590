"""Django application of the accounts."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Models, their migrations, and what happens when someone signs in."""

    name = "tetsudo.web.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Connect the signals, and add to the daily cleanup."""
        from tetsudo.web.accounts import identity
        from tetsudo.web.accounts.deletion import unconfirmed
        from tetsudo.web.tables.games import cleanup

        identity.connect()
        cleanup.KINDS.extend(kind for kind in unconfirmed.KINDS if kind not in cleanup.KINDS)
