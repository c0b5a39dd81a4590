"""Attributes of form fields without a template for each: New table has sixty fields, and they took a fifth of it."""

from __future__ import annotations

from django.forms.utils import flatatt
from django.template import Library

register = Library()
register.filter("attributes", flatatt)
