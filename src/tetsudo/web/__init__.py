"""The web site: tables to play at, rendered from the engine's lists of actions. It contains no rules or title names."""

from tetsudo.core.extras import require

require(
    "site",
    "The site",
    *("allauth", "altcha", "dj_database_url", "django", "django_htmx", "h11", "limits", "starlette", "uvicorn"),
)
