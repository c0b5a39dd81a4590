"""The Django application of the pages: templates' tags, static files, texts."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """No models of its own."""

    name = "tetsudo.web"
    label = "web"
