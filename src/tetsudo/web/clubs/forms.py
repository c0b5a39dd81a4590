"""Form of a club."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.conf.locale import LANG_INFO
from django.utils.translation import gettext_lazy as _

from tetsudo.web.clubs.models import MAX_CLUB_NAME_LENGTH, MAX_DESCRIPTION_LENGTH, Club
from tetsudo.web.tables.people.display_names import is_readable

LANGUAGES: Final[list[tuple[str, str]]] = sorted(
    ((code, str(info["name_local"])) for code, info in LANG_INFO.items() if "name_local" in info),
    key=lambda pair: pair[1].casefold(),
)
"""Languages by code, each under its own name."""

FIELDS: Final = ("name", "description", "language", "is_listed", "is_open")


class ClubForm(forms.Form):
    """Form of what people read about a club, and who may join it."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_CLUB_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Enter a name for the club.")},
    )
    description = forms.CharField(
        label=_("Description"),
        help_text=_("A sentence or two: who you are, and how you play."),
        max_length=MAX_DESCRIPTION_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        required=False,
    )
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    is_listed = forms.BooleanField(
        label=_("In the list of clubs"),
        help_text=_("Everyone sees the club, its members and its listed tables. Otherwise only members do."),
        required=False,
    )
    is_open = forms.BooleanField(
        label=_("Anyone with an account may join"),
        help_text=_("Clubs in the list only. Otherwise people join by the invitation link."),
        required=False,
    )

    def clean_name(self) -> str:
        """Refuse invisible characters."""
        return _readable(str(self.cleaned_data["name"]))

    def clean_description(self) -> str:
        """Put the text on one line, and refuse invisible characters."""
        return _readable(" ".join(str(self.cleaned_data["description"]).split()))

    @property
    def chosen(self) -> dict[str, Any]:
        """Valid values by field of the model."""
        return {field: self.cleaned_data[field] for field in FIELDS}


def values_of(club: Club) -> dict[str, Any]:
    """Values of the form for a club."""
    return {field: getattr(club, field) for field in FIELDS}


def language_name(code: str) -> str:
    """A language's own name."""
    return dict(LANGUAGES).get(code, code)


def _readable(text: str) -> str:
    if text and not is_readable(text):
        raise forms.ValidationError(_("Use visible characters only."))
    return text
