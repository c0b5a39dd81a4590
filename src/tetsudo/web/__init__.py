"""The web site: tables to play at, drawn from what the engine lists. It holds no rule and no title's name."""

from tetsudo.core.extras import require

require("site", "The site", "dj_database_url", "django", "django_htmx", "h11", "limits", "starlette", "uvicorn")
