"""Forms of the wishes: in general, and for one table."""

from __future__ import annotations

from typing import Any, Final
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tetsudo.web.notices import addresses
from tetsudo.web.notices.channels import pinned_http, push_keys
from tetsudo.web.notices.kinds import KINDS
from tetsudo.web.notices.models import CHANNELS, HookForm, Recipient, TableWish, When

COOL_DOWNS: Final = (5, 10, 30, 60, 240)
"""Choices of minutes between two notices of a kind about a table. Not 0: after it, and three minutes, a notice is sent
again whose sender died."""

HOURS: Final[list[tuple[str, Any]]] = [(str(hour), f"{hour:02}:00") for hour in range(24)]

CHANNEL_LABELS: Final = {
    "mail": gettext_lazy("E-mail"),
    "push": gettext_lazy("Push messages to my devices"),
    "webhook": gettext_lazy("Webhook (Discord, Slack and others)"),
}


def available_channels() -> list[str]:
    """Channels that the host has set up."""
    is_set_up = {"mail": settings.HAS_MAIL, "push": bool(push_keys.public_key()), "webhook": True}
    return [channel for channel in CHANNELS if is_set_up[channel]]


def minutes_text(minutes: int) -> str:
    """Label of a cool-down."""
    if minutes < 60:
        return ngettext("a minute", "{count} minutes", minutes).format(count=minutes)
    hours = minutes // 60
    return ngettext("an hour", "{count} hours", hours).format(count=hours)


class WishesForm(forms.Form):
    """Form for a guest's wishes."""

    mail = forms.ChoiceField(label=CHANNEL_LABELS["mail"], choices=When.choices)
    address = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        required=False,
        help_text=gettext_lazy("You get a mail to confirm it. Other players never see it."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    digest_hour = forms.ChoiceField(
        label=gettext_lazy("Mails"),
        required=False,
        choices=[
            ("", gettext_lazy("each at once")),
            *((hour, format_lazy(gettext_lazy("one a day, at {time}"), time=text)) for hour, text in HOURS),
        ],
    )
    has_live_mail = forms.BooleanField(
        label=gettext_lazy("Mails about live tables too"),
        help_text=gettext_lazy("Live tables have the pace “live”: everyone is there anyway."),
        required=False,
    )
    push = forms.ChoiceField(
        label=CHANNEL_LABELS["push"], choices=When.choices, help_text=gettext_lazy("Add your devices below.")
    )
    webhook = forms.ChoiceField(label=CHANNEL_LABELS["webhook"], choices=When.choices)
    hook_address = forms.CharField(
        label=gettext_lazy("Address of the webhook"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Begins with https://. Anyone who knows it can write there: keep it secret."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    hook_form = forms.ChoiceField(label=gettext_lazy("Form of its messages"), choices=HookForm.choices)
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Tell me when"),
        required=False,
        choices=[(name, kind.label) for name, kind in KINDS.items()],
        widget=forms.CheckboxSelectMultiple,
    )
    cool_down = forms.TypedChoiceField(label=gettext_lazy("At most one notice of a kind per table every"), coerce=int)
    quiet_from = forms.TypedChoiceField(
        label=gettext_lazy("Quiet hours from"),
        choices=[("", gettext_lazy("none")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
        help_text=gettext_lazy("Notices wait until they end."),
    )
    quiet_until = forms.TypedChoiceField(
        label=gettext_lazy("until"),
        choices=[("", gettext_lazy("none")), *HOURS],
        coerce=int,
        empty_value=None,
        required=False,
    )
    zone = forms.CharField(
        label=gettext_lazy("My time zone"), max_length=60, widget=forms.TextInput(attrs={"list": "zones"})
    )

    NEEDS: Final = {
        "mail": ("mail", "address", "digest_hour", "has_live_mail"),
        "push": ("push",),
        "webhook": ("webhook", "hook_address", "hook_form"),
    }

    def __init__(self, recipient: Recipient, sent: Any = None) -> None:
        names = [name for names in self.NEEDS.values() for name in names]
        names += ["kinds", "cool_down", "quiet_from", "quiet_until", "zone"]
        self.account_address = addresses.account_address(recipient.guest)
        initial = {name: getattr(recipient, name) for name in names}
        initial["address"] = initial["address"] or self.account_address
        super().__init__(sent, initial=initial)
        self.recipient = recipient
        cool_down = self.fields["cool_down"]
        assert isinstance(cool_down, forms.ChoiceField)
        cool_down.choices = [(minutes, minutes_text(minutes)) for minutes in COOL_DOWNS]
        for channel in set(self.NEEDS) - set(available_channels()):
            for name in self.NEEDS[channel]:
                del self.fields[name]

    def clean_digest_hour(self) -> int | None:
        """Hour of the daily mail; None for mails at once."""
        return int(self.cleaned_data["digest_hour"]) if self.cleaned_data["digest_hour"] else None

    def clean_hook_address(self) -> str:
        """Validate the address as far as possible without asking a name server."""
        address = str(self.cleaned_data["hook_address"]).strip()
        try:
            if address:
                pinned_http.check_address(address)
        except pinned_http.Forbidden:
            raise forms.ValidationError(
                _("This is not the address of a webhook: it must begin with https://.")
            ) from None
        return address

    def clean_zone(self) -> str:
        """Validate the time zone."""
        zone = str(self.cleaned_data["zone"]).strip()
        if zone not in available_timezones():
            raise forms.ValidationError(_("There is no such time zone. Examples: Europe/Berlin, Asia/Tokyo."))
        return zone

    def clean(self) -> dict[str, Any]:
        """Check what belongs together."""
        found = super().clean() or {}
        if found.get("mail", When.NEVER) != When.NEVER and not found.get("address") and "address" not in self.errors:
            self.add_error("address", _("Enter the address for your mails."))
        if found.get("webhook", When.NEVER) != When.NEVER and not found.get("hook_address"):
            if "hook_address" not in self.errors:
                self.add_error("hook_address", _("Enter the address of the webhook."))
        if (found.get("quiet_from") is None) != (found.get("quiet_until") is None):
            self.add_error("quiet_until", _("Choose both hours, or none."))
        return found

    def save(self) -> bool:
        """Save the wishes; True if a new address must be confirmed."""
        recipient, before = self.recipient, self.recipient.address
        for name, value in self.cleaned_data.items():
            setattr(recipient, name, value)
        is_new = recipient.address != before
        if is_new:
            recipient.is_confirmed = recipient.address == self.account_address != ""
        recipient.is_active = is_active(recipient)
        recipient.save()
        return is_new and bool(recipient.address) and not recipient.is_confirmed


class TableForm(forms.Form):
    """Form for a guest's wishes about one table."""

    mail = forms.ChoiceField(label=CHANNEL_LABELS["mail"], required=False)
    push = forms.ChoiceField(label=CHANNEL_LABELS["push"], required=False)
    webhook = forms.ChoiceField(label=CHANNEL_LABELS["webhook"], required=False)
    cool_down = forms.TypedChoiceField(
        label=gettext_lazy("At most one notice of a kind every"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, wish: TableWish, sent: Any = None) -> None:
        initial = {name: getattr(wish, name) for name in (*CHANNELS, "cool_down")}
        super().__init__(sent, initial={**initial, "cool_down": initial["cool_down"] or ""})
        self.wish = wish
        usual = ("", _("as at other tables"))
        choices: dict[str, list[Any]] = {name: [usual, *When.choices] for name in CHANNELS}
        choices["cool_down"] = [usual, *((str(minutes), minutes_text(minutes)) for minutes in COOL_DOWNS)]
        for name, offered in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered
        for channel in set(CHANNELS) - set(available_channels()):
            del self.fields[channel]

    def save(self, recipient: Recipient) -> None:
        """Save the wishes, or remove them if they are as at other tables."""
        for name, value in self.cleaned_data.items():
            setattr(self.wish, name, value)
        if any(self.cleaned_data.values()):
            self.wish.save()
        elif self.wish.pk:
            self.wish.delete()
        recipient.is_active = is_active(recipient)
        recipient.save()


def is_active(recipient: Recipient) -> bool:
    """True if a guest wants notices by any channel, at any table."""
    if any(getattr(recipient, channel) != When.NEVER for channel in CHANNELS):
        return True
    wishes = TableWish.objects.filter(guest=recipient.guest_id)
    return any(wishes.exclude(**{f"{channel}__in": ("", When.NEVER)}).exists() for channel in CHANNELS)
