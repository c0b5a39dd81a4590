"""Attributes of form fields without a template for each: New table has sixty fields, and they took a fifth of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.forms.utils import flatatt
from django.template import Library
from django.utils.safestring import SafeString

register = Library()
register.filter("attributes", flatatt)


@register.filter
def name_and_value(widget: Mapping[str, Any]) -> SafeString:
    """Name of an input and its value, if it has one, as HTML attributes."""
    value = widget["value"]
    return flatatt({"name": widget["name"], "value": None if value is None else str(value)})
