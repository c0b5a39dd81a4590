"""Attributes of form fields in Python: New table has sixty fields, and a template for each would take a fifth of it."""

from __future__ import annotations

from collections.abc import Mapping

from django.template import Library
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = Library()


@register.filter
def attributes(values: Mapping[str, object]) -> SafeString:
    """HTML attributes as Django's template writes them: none for False, without a value for True."""
    shown = ((name, value) for name, value in values.items() if value is not False)
    said = (f" {escape(name)}" if value is True else f' {escape(name)}="{escape(value)}"' for name, value in shown)
    return mark_safe("".join(said))  # safe: all parts are escaped
