"""Page of a person's programs and keys for the API."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tetsudo.core.errors import TetsudoError
from tetsudo.web.accounts.deletion.former import delete_account
from tetsudo.web.accounts.forms import NameField
from tetsudo.web.accounts.models import User
from tetsudo.web.accounts.pages.access import account_page, confirmed
from tetsudo.web.api import keys
from tetsudo.web.api.models import MAX_KEY_NAME_LENGTH, ApiKey
from tetsudo.web.common.error_pages import sentence_of
from tetsudo.web.tables.models import Guest
from tetsudo.web.tables.seats.guests import check_rate_limit

PAGE: Final = "programs"


class KeyForm(forms.Form):
    """Form of a new key."""

    holder = forms.TypedChoiceField(label=gettext_lazy("The key speaks for"), coerce=int)
    name = forms.CharField(
        label=gettext_lazy("Name of the key"),
        help_text=gettext_lazy("Where you use it, such as “laptop”."),
        max_length=MAX_KEY_NAME_LENGTH,
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it allows"),
        choices=list(keys.SCOPES.items()),
        initial=[keys.READ, keys.PLAY],
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        holder = self.fields["holder"]
        assert isinstance(holder, forms.ChoiceField)
        holder.choices = [(user.pk, _("you")), *((each.pk, name_of(each)) for each in programs_of(user))]


class ProgramForm(forms.Form):
    """Form of a new program."""

    name = NameField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Name of the program")
        self.fields["name"].help_text = _("Shown at its tables. It cannot be changed.")


def programs_of(user: User) -> list[User]:
    """Programs of a person, the oldest first."""
    return list(User.objects.filter(owner=user).select_related("guest").order_by("pk"))


def name_of(program: User) -> str:
    """Name of a program at tables."""
    guest = Guest.objects.filter(account=program).first()
    return guest.name if guest else program.username


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_page
def programs(request: HttpRequest, user: User, guest: Guest) -> HttpResponse:
    """Show the page, or carry out what one of its forms asks for. A new key is shown this once."""
    if request.method != "POST":
        return _page(request, user)
    changed: HttpResponse = _change(request)
    return changed


@confirmed
def _change(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    user = User.objects.get(pk=request.user.pk)
    check_rate_limit(request, "sign_ins")
    for field, change in CHANGES.items():
        if field in request.POST:
            return change(request, user)
    return redirect(PAGE)


def _page(request: HttpRequest, user: User, status: int = 200, **more: Any) -> HttpResponse:
    own = ApiKey.objects.filter(account=user).order_by("pk")
    shown = {
        "own_keys": own,
        "programs": [
            (each, name_of(each), ApiKey.objects.filter(account=each).order_by("pk")) for each in programs_of(user)
        ],
        "key_form": KeyForm(user),
        "program_form": ProgramForm(),
        "scopes": keys.SCOPES,
        **more,
    }
    return render(request, "accounts/programs.html", shown, status=status)


def _new_key(request: HttpRequest, user: User) -> HttpResponse:
    form = KeyForm(user, request.POST)
    if not form.is_valid():
        return _page(request, user, 422, key_form=form)
    holder = User.objects.get(pk=form.cleaned_data["holder"])
    try:
        key = keys.create(holder, form.cleaned_data["name"], form.cleaned_data["scopes"])
    except TetsudoError as refusal:
        form.add_error(None, sentence_of(refusal))
        return _page(request, user, 422, key_form=form)
    return _page(request, user, new_key=key)


def _new_program(request: HttpRequest, user: User) -> HttpResponse:
    form = ProgramForm(request.POST)
    if form.is_valid():
        try:
            program = keys.create_program(user, form.cleaned_data["name"])
        except TetsudoError as refusal:
            form.add_error("name", sentence_of(refusal))
        else:
            messages.success(request, _("{name} can now get a key.").format(name=name_of(program)))
            return redirect(PAGE)
    return _page(request, user, 422, program_form=form)


def _delete_key(request: HttpRequest, user: User) -> HttpResponse:
    own = [user.pk, *User.objects.filter(owner=user).values_list("pk", flat=True)]
    ApiKey.objects.filter(pk=_number(request.POST["delete-key"]), account__in=own).delete()
    return redirect(PAGE)


def _delete_program(request: HttpRequest, user: User) -> HttpResponse:
    found = User.objects.filter(pk=_number(request.POST["delete-program"]), owner=user).first()
    if found is not None:
        delete_account(found)
    return redirect(PAGE)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


CHANGES: Final = {
    "new-key": _new_key,
    "new-program": _new_program,
    "delete-key": _delete_key,
    "delete-program": _delete_program,
}
"""Actions of the page's buttons, by name."""
