"""Adapters of django-allauth: who may sign up, addresses, redirects, and the drawing of QR codes."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tetsudo.web.accounts import identity, recovery
from tetsudo.web.accounts.desk import trace
from tetsudo.web.accounts.desk.models import Trace
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.signing_up import invitations, mail_domains, sign_in_names
from tetsudo.web.common.client_address import client_key
from tetsudo.web.common.qr_codes import qr_svg

SILENT_MESSAGES: Final = ("account/messages/logged_in.txt", "account/messages/logged_out.txt")
"""Messages that tell what the page shows anyway."""


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Accounts of this site."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """True if whoever sends this request may sign up."""
        sent = request.POST if request.method == "POST" else request.GET
        return invitations.may_sign_up(sent.get(invitations.FIELD, ""))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Visitor for rate limits: the address that trusted proxies gave, as in all limits of the site."""
        return client_key(request.META.get("REMOTE_ADDR", "") or "unknown")

    def clean_email(self, email: str) -> str:
        """Refuse disposable addresses."""
        if mail_domains.is_refused(email):
            raise ValidationError(_("Addresses of this provider cannot be used here."))
        return str(super().clean_email(email))

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """Draw a name to sign in with, if the form has none."""
        user.username = user.username or sign_in_names.offered_name()

    def set_password(self, user: User, password: str) -> None:
        """Set a password, and save nothing else: the rest of the account may have changed meanwhile, as by a ban."""
        user.set_password(password)
        user.save(update_fields=["password"])

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Save a new account with its guest; without mail, make its recovery code. Call within a transaction."""
        saved: User = super().save_user(request, user, form, commit=False)
        saved.password = form.password_hash
        saved.is_organiser = form.makes_organiser
        saved.save()
        identity.create(saved, form.cleaned_data["name"])
        if saved.is_organiser:
            trace.record(None, Trace.Deed.ORGANISER, _("signed up with the host's invitation"), about=saved)
        if not saved.email:
            request.session[recovery.IN_SESSION] = recovery.new_code(saved)
        return saved

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The page with the recovery code, or the lobby."""
        return reverse("recovery-code") if recovery.IN_SESSION in request.session else reverse("lobby")

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """The page of a ban, with its reason and its end. Only who has proved to be the person comes here."""
        return render(request, "account/account_inactive.html", {"banned": user}, status=403)

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        """Add a message to the next page."""
        template = args[0] if args else kwargs.get("message_template")
        if template not in SILENT_MESSAGES:
            super().add_message(request, level, *args, **kwargs)


class KeysAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Passkeys and authenticator apps."""

    def build_totp_svg(self, url: str) -> str:
        """QR code for an authenticator app, without the inline styles that the site's policy forbids."""
        return str(qr_svg(url))
