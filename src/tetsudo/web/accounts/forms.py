"""Forms to sign up, to sign in, to add a passkey, and to use a recovery code."""

from __future__ import annotations

from typing import Any, Final

from allauth.account.fields import SetPasswordField
from allauth.account.forms import LoginForm, SignupForm
from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tetsudo.core.errors import BadInput
from tetsudo.core.player_names import MAX_NAME_LENGTH
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.signing_up import invitations, proof_of_work, sign_in_names
from tetsudo.web.common.error_pages import field_message
from tetsudo.web.tables.people.display_names import valid_name

PASSWORD_HELP: Final = _("At least 10 characters, and not a common password.")


class NameField(forms.CharField):
    """Name shown at tables. Any number of people may have it."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Your name"),
            help_text=_("Shown at your tables. You can change it."),
            max_length=MAX_NAME_LENGTH,
            widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
        )

    def clean(self, value: Any) -> str:
        """Validate as at tables."""
        try:
            return valid_name(str(super().clean(value)))
        except BadInput as error:
            raise ValidationError(field_message(error)) from None


class SignInForm(LoginForm):  # type: ignore[misc]
    """Form to sign in, by address or by sign-in name."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["login"]
        field.label = _("E-mail address or sign-in name") if settings.HAS_MAIL else _("Sign-in name")
        field.widget.attrs |= {"autocomplete": "username", "placeholder": "", "autocapitalize": "none"}
        self.fields["password"].widget.attrs["placeholder"] = ""

    def user_credentials(self) -> dict[str, str]:
        """Credentials by one way only: a second look-up would take longer where the first has found an account."""
        login = self.cleaned_data["login"]
        return {"email" if "@" in login else "username": login, "password": self.cleaned_data["password"]}


class SignUpForm(SignupForm):  # type: ignore[misc]
    """Form to sign up. Its answers are the same whether the address is known or not."""

    field_order = ("name", "email", "username", "password1")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"] = NameField()
        key = context.request.GET.get(invitations.FIELD, "")
        self.fields[invitations.FIELD] = forms.CharField(widget=forms.HiddenInput, required=False, initial=key)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["password1"].help_text = PASSWORD_HELP
        if "username" in self.fields:
            self._offer_name()
        self.order_fields(self.field_order)
        if settings.SIGN_UP == "open":
            self.fields["proof"] = forms.CharField(widget=proof_of_work.ProofInput, required=False)

    def _offer_name(self) -> None:
        """Offer a sign-in name, which cannot be chosen."""
        name = sign_in_names.offered_name()
        field = self.fields["username"]
        field.label, field.initial = _("Sign-in name"), name
        field.help_text = _("Save it together with your password: you sign in with both.")
        field.widget.attrs["readonly"] = True
        signature = forms.CharField(widget=forms.HiddenInput, required=False, initial=sign_in_names.signed(name))
        self.fields["offer"] = signature

    def clean_username(self) -> str:
        """Accept only a name that the site offered."""
        name = str(self.cleaned_data["username"])
        is_offered = sign_in_names.is_offered(name, self.data.get("offer", ""))
        if not is_offered or User.objects.filter(username=name).exists():
            raise ValidationError(_("This page is too old. Reload it and try again."))
        return name

    def clean(self) -> dict[str, Any]:
        """Check the proof of work, once everything else is right: a solution counts once."""
        cleaned: dict[str, Any] = super().clean()
        key = self.data.get(invitations.FIELD, "")
        if self.errors or settings.SIGN_UP != "open" or invitations.has_invitation(key):
            return cleaned
        if not proof_of_work.is_solved(self.data.get("proof", "")):
            raise ValidationError(
                _("Your browser has not finished a calculation against automatic sign-ups. Try again.")
            )
        return cleaned

    def try_save(self, request: HttpRequest) -> Any:
        """Use the invitation, also if the address is known, and take as long as if it were not.

        An organiser's counts only for a new account: there is one, for one person.
        The password is hashed before the transaction, which keeps all other writers waiting.
        """
        key = self.data.get(invitations.FIELD, "")
        self.makes_organiser = invitations.makes_organiser(key)
        use = invitations.has_invitation if self.makes_organiser else invitations.use
        if not use(key):
            return None, redirect("account_signup")  # used up since the form was shown
        self.password_hash = make_password(self.cleaned_data.pop("password1"))
        if self.account_already_exists:
            return super().try_save(request)
        with transaction.atomic():
            if self.makes_organiser and not invitations.use(key):
                return None, redirect("account_signup")
            return super().try_save(request)


class PasskeyForm(AddWebAuthnForm):  # type: ignore[misc]
    """Form to add a passkey, or a key that is only a second factor."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name")
        self.fields["passwordless"].initial = True  # what most people come for


class RecoveryForm(forms.Form):
    """Form to set a new password with a recovery code."""

    code = forms.CharField(
        label=_("Recovery code"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    password1 = SetPasswordField(label=_("New password"), help_text=PASSWORD_HELP)
