"""Start of the workbench: Django with its few pages, uvicorn, and a browser."""

from __future__ import annotations

import contextlib
import os
import threading
from pathlib import Path
from typing import Any, Final

from tetsudo.lab.design.workspace import Workspace
from tetsudo.web.reference.design.guard import HOST, Guard, new_secret

TEMPLATES: Final = Path(__file__).parents[2] / "templates"


def serve(folder: str | os.PathLike[str], port: int = 0, *, opens_browser: bool = True) -> None:
    """Serve the workbench for a title's folder until it is stopped, and print its address. Port 0: any free port."""
    workspace = Workspace(folder)
    configure(workspace)
    import uvicorn

    from tetsudo.web.server.run import listen, open_browser

    listening, secret = listen(HOST, port), new_secret()
    bound = listening.getsockname()[1]
    address = f"http://{HOST}:{bound}/{secret}/"
    print(f"The workbench for {workspace.folder} is at {address}  (Ctrl+C stops it)", flush=True)
    if opens_browser:
        threading.Timer(0.7, open_browser, (address,)).start()
    config = uvicorn.Config(
        application(secret, bound),
        log_config=None,
        access_log=False,
        log_level="warning",
        lifespan="off",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


def configure(workspace: Workspace) -> None:
    """Set up Django for the pages of one workspace, without a database."""
    import django
    from django.conf import settings

    settings.configure(
        WORKSPACE=workspace,
        SECRET_KEY=new_secret(),
        ALLOWED_HOSTS=[HOST, "localhost"],
        ROOT_URLCONF="tetsudo.web.reference.design.urls",
        MIDDLEWARE=["tetsudo.web.reference.design.pages.Refusals"],
        INSTALLED_APPS=["django_htmx"],
        TEMPLATES=[_templates()],
        DATABASES={},
        LANGUAGE_CODE="en",
        USE_I18N=False,
        USE_TZ=True,
        STATIC_URL="/static/",
        APPEND_SLASH=False,
        DATA_UPLOAD_MAX_NUMBER_FIELDS=2000,
    )
    django.setup(set_prefix=False)


def _templates() -> dict[str, Any]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATES],
        "OPTIONS": {"builtins": ["django.templatetags.static", "tetsudo.web.common.icons"]},
    }


def application(secret: str, port: int) -> Any:
    """ASGI application of the workbench: the guard, the pages and the site's static files."""
    from django.core.handlers.asgi import ASGIHandler

    from tetsudo.web.server.security_headers import Headers
    from tetsudo.web.server.static_files import application as static_files

    pages = ASGIHandler()
    return Headers(Guard(pages, static_files(), secret, port), 0, https=False)
