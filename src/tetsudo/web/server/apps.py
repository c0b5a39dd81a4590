"""Django application of the pages: template tags, static files, translations."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Configuration of the pages, without models."""

    name = "tetsudo.web"
    label = "web"
