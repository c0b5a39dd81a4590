"""Form to upload a file."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy


class FileForm(forms.Form):
    """Form for a file, chosen or pasted."""

    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("or paste its content"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )

    @property
    def sent_file(self) -> UploadedFile[bytes] | None:
        """The uploaded file, if any."""
        return self.cleaned_data.get("file")

    @property
    def content(self) -> bytes:
        """Content of the file or of the pasted text."""
        file = self.sent_file
        content: bytes = file.read() if file else self.cleaned_data["text"].encode(errors="surrogatepass")
        return content
