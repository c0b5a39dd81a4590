"""Django application of the accounts."""

from __future__ import annotations

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Models, their migrations, and what happens when somebody signs in."""

    name = "tetsudo.web.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Connect the signals."""
        from tetsudo.web.accounts import identity

        identity.connect()
