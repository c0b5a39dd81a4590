"""A person's own page: the profile, and ways to everything about the account."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tetsudo.web.accounts.forms import NameField
from tetsudo.web.accounts.models import Profile, User
from tetsudo.web.accounts.pages.access import account_page
from tetsudo.web.tables.models import MAX_AWAY_NOTE_LENGTH, Guest
from tetsudo.web.tables.people.display_names import is_readable

HOURS: Final[list[tuple[Any, str]]] = [("", "–"), *((hour, f"{hour}:00") for hour in range(24))]


class ProfileForm(forms.Form):
    """Form of the profile: facts, and who sees them."""

    name = NameField()
    away_note = forms.CharField(
        label=_("Away note"),
        help_text=_("Shown to the players at your tables until you empty it, such as “back on Monday”."),
        max_length=MAX_AWAY_NOTE_LENGTH,
        required=False,
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False)
    hours_from = forms.TypedChoiceField(
        label=_("Usual hours, from"), choices=HOURS, coerce=int, empty_value=None, required=False
    )
    hours_to = forms.TypedChoiceField(label=_("to"), choices=HOURS, coerce=int, empty_value=None, required=False)
    shows_games = forms.BooleanField(label=_("My games, as far as they are listed in the lobby"), required=False)
    shows_results = forms.BooleanField(label=_("My wins by title, and results against the viewer"), required=False)
    shows_hours = forms.BooleanField(label=_("My time zone and usual hours"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zone = self.fields["time_zone"]
        assert isinstance(zone, forms.ChoiceField)
        zone.choices = [("", "–"), *((name, name.replace("_", " ")) for name in sorted(available_timezones()))]

    def clean_away_note(self) -> str:
        """Refuse invisible characters."""
        note = str(self.cleaned_data["away_note"]).strip()
        if note and not is_readable(note):
            raise forms.ValidationError(_("Use visible characters only."))
        return note


PROFILE_FIELDS: Final = ("time_zone", "hours_from", "hours_to", "shows_games", "shows_results", "shows_hours")


@require_http_methods(["GET", "HEAD", "POST"])
@account_page
def own(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Show the account, or save the profile."""
    profile, status = Profile.objects.get_or_create(account=user)[0], 200
    form = ProfileForm(initial=_values(profile, guest))
    if request.method == "POST":
        form, status = ProfileForm(request.POST), 422
        if form.is_valid():
            _save(form.cleaned_data, profile, guest)
            return redirect("account")
    shown = {"form": form, "profile": profile, "account": user, "has_mail": settings.HAS_MAIL}
    return render(request, "accounts/own.html", shown, status=status)


def _values(profile: Profile, guest: Guest) -> dict[str, Any]:
    own = {field: getattr(profile, field) for field in PROFILE_FIELDS}
    return {**own, "name": guest.name, "away_note": guest.away_note}


def _save(chosen: dict[str, Any], profile: Profile, guest: Guest) -> None:
    with transaction.atomic():
        for field in PROFILE_FIELDS:
            setattr(profile, field, chosen[field])
        profile.save()
        guest.name, guest.away_note = chosen["name"], chosen["away_note"]
        guest.save(update_fields=["name", "away_note"])
