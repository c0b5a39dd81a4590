"""Keys of the API. Only a digest is stored, so that a stolen database opens no account."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.db import models

MAX_KEY_NAME_LENGTH: Final = 60


class ApiKey(models.Model):
    """A key by which a program speaks for an account, as far as its scopes allow."""

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_keys")
    name = models.CharField(max_length=MAX_KEY_NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    scopes: models.JSONField[Any, Any] = models.JSONField(default=list)  # of `keys.SCOPES`
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateTimeField(null=True)  # within an hour of its last use

    def __str__(self) -> str:
        return f"{self.name} of {self.account_id}"
