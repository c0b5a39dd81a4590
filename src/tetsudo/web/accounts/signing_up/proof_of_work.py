"""Proof of work at an open sign-up: the browser finds a number, which takes a second, and the site checks it at once.

The challenge is ALTCHA's (version 1: the SHA-256 of a salt and a number), made and checked by its library. ALTCHA's
widget starts workers from inline code, which our content security policy forbids, so a script of the site solves it
(`accounts/proof_of_work.js`).
"""

from __future__ import annotations

import base64
import json
from datetime import timedelta
from typing import Any, Final

from altcha.v1 import ChallengeOptions, create_challenge, verify_solution
from django import forms
from django.conf import settings
from django.core.cache import cache
from django.forms.widgets import Script
from django.utils import timezone
from django.utils.crypto import salted_hmac

VALID_SECONDS: Final = 1200
"""Seconds in which a form with a challenge is to be sent."""

SCRIPT: Final = "tetsudo/accounts/proof_of_work.js"


class ProofInput(forms.HiddenInput):
    """Hidden field with a new challenge, which the script replaces by its solution."""

    class Media:
        js = (Script(SCRIPT, type="module"),)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add the challenge. A solution that was sent is not shown again: it counts once."""
        return super().get_context(name, "", {**(attrs or {}), "data-challenge": json.dumps(new_challenge())})


def new_challenge() -> dict[str, Any]:
    """A challenge for one sign-up. Nothing is stored: it is signed."""
    options = ChallengeOptions(
        max_number=settings.CHALLENGE_SIZE,
        hmac_key=_key(),
        expires=timezone.now() + timedelta(seconds=VALID_SECONDS),
    )
    return create_challenge(options).to_dict()


def is_solved(solution: str) -> bool:
    """True for a solution that is right, not too old, and was not used before."""
    if len(solution) > 2000:
        return False
    try:
        is_right, _error = verify_solution(solution, _key())
    except (AttributeError, KeyError, TypeError, ValueError):  # JSON of another shape
        return False
    return bool(is_right) and cache.add(f"proof:{_challenge_of(solution)}", True, VALID_SECONDS)


def _challenge_of(solution: str) -> str:
    """Challenge of a right solution: the same in every way of writing it."""
    return str(json.loads(base64.b64decode(solution))["challenge"])


def _key() -> str:
    return salted_hmac("proof of work", "challenge", algorithm="sha256").hexdigest()
