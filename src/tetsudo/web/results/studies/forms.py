"""Form of a chapter: its study, its heading and its comment."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tetsudo.web.results.studies.chapters import Note
from tetsudo.web.results.studies.models import MAX_COMMENT_LENGTH, MAX_NAME_LENGTH, Study
from tetsudo.web.tables.models import Guest


class NoteForm(forms.Form):
    """Form of the heading and the comment of a position."""

    heading = forms.CharField(
        label=_("Heading"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Enter a heading for the chapter.")},
    )
    comment = forms.CharField(
        label=_("Comment"),
        help_text=_("An empty line begins a new paragraph."),
        max_length=MAX_COMMENT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 8}),
        required=False,
    )

    @property
    def note(self) -> Note:
        """Entered heading and comment; for valid forms."""
        return Note(str(self.cleaned_data["heading"]), str(self.cleaned_data["comment"]).replace("\r\n", "\n"))


class ChapterForm(NoteForm):
    """A new chapter, in one of the guest's studies or in a new one."""

    study = forms.ChoiceField(label=_("Study"), required=False)
    name = forms.CharField(
        label=_("Name of the new study"),
        max_length=MAX_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        required=False,
    )
    field_order = ("study", "name", "heading", "comment")

    def __init__(self, guest: Guest | None, sent: Any = None, initial: Any = None) -> None:
        """`guest`: whose studies can be chosen; `sent`: data of a request; `initial`: values shown at first."""
        super().__init__(sent, initial=initial)
        self._studies = {each.key: each for each in Study.objects.filter(guest=guest)} if guest else {}
        field = self.fields["study"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [*((key, each.name) for key, each in self._studies.items()), ("", _("A new study"))]

    def clean(self) -> None:
        """Ask for a name if no study is chosen."""
        if not self.cleaned_data.get("study") and not self.cleaned_data.get("name"):
            self.add_error("name", _("Enter a name for the study."))

    @property
    def chosen(self) -> Study | None:
        """Chosen study; None for a new one."""
        return self._studies.get(self.cleaned_data["study"])
