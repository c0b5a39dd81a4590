"""Django settings. A host sets them by environment variables; `serve` sets these from its options."""

from __future__ import annotations

import os
import re
import secrets
import sys
from pathlib import Path
from typing import Any, Final

from tetsudo.core.errors import BadInput
from tetsudo.core.translation import LOCALE_DIR
from tetsudo.web.common import file_permissions, renamed_variables
from tetsudo.web.common.client_address import parse_networks
from tetsudo.web.common.database import location, shared
from tetsudo.web.common.mail_settings import mail_settings
from tetsudo.web.common.static_version import static_version

HERE: Final = Path(__file__).parent

for warning in renamed_variables.move_to_new_names(os.environ):
    print(warning, file=sys.stderr, flush=True)


def _number(name: str, usual: float, least: float = 0) -> float:
    """Number from an environment variable; `usual` if it is not set."""
    text = os.environ.get(name) or str(usual)
    try:
        found = float(text)
    except ValueError:
        found = least - 1
    if not least <= found < float("inf"):
        raise BadInput(f"must be a number, at least {least:g}, not {text!r}", name)
    return found


LOCK_SECONDS: Final = _number("TETSUDO_LOCK_SECONDS", 5, 0.01)
"""Timeout for locks, in seconds: how long a request waits for other writers before it is refused."""


def database_settings(url: str = "") -> dict[str, Any]:
    """Django's settings of a database, by its URL ("": the one in use)."""
    found = location.database(url)
    found["CONN_MAX_AGE"] = None  # page threads are permanent, and so are their connections
    if location.is_shared(url):
        return {**found, **shared.connection_options(found, LOCK_SECONDS)}
    found["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a writer waits for the lock at the start, and never fails halfway
        "timeout": LOCK_SECONDS,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
    }
    if found["NAME"] != location.MEMORY:
        Path(found["NAME"]).parent.mkdir(parents=True, exist_ok=True)
    return found


def _secret_key() -> str:
    """Key that signs cookies: from the environment, or from a file beside the database, created once."""
    given = os.environ.get("TETSUDO_SECRET_KEY")
    if given:
        return file_permissions.check_key(given, "TETSUDO_SECRET_KEY")
    base = location.key_base()
    if base is None:
        return secrets.token_urlsafe(50)
    base.parent.mkdir(parents=True, exist_ok=True)
    return file_permissions.read_or_create_key(Path(f"{base}.key"))


def _hosts() -> list[str]:
    """Host names that the site answers to."""
    found = re.split(r"[\s,]+", (os.environ.get("TETSUDO_HOSTS") or "*").strip())
    for host in filter(None, found):
        if not re.fullmatch(r"\*|\.?[a-z0-9_.-]+|\[[0-9a-f:.]+\]", host, re.IGNORECASE):
            raise BadInput(
                f"must be names without https:// and port, such as games.example.org, not {host!r}", "TETSUDO_HOSTS"
            )
    return [host for host in found if host]


def _bots(text: str) -> dict[str, str]:
    """External bots, one a line or separated by commas: `NAME=PATH.py:Class`, or just the name of an installed one."""
    found: dict[str, str] = {}
    for each in filter(None, map(str.strip, re.split(r"[,\n]", text))):
        name, sign, where = each.partition("=")
        if not re.fullmatch(r"[\w .-]{1,20}", name):
            raise BadInput(f"must be NAME=PATH.py:Class, NAME of at most 20 letters, not {each!r}", "TETSUDO_BOTS")
        found[name] = where if sign else name
    return found


def _origins(hosts: list[str]) -> list[str]:
    """Trusted origins of forms over HTTPS: the site's own names, even if a proxy does not announce HTTPS."""
    return [f"https://{f'*{host}' if host.startswith('.') else host}" for host in hosts if host != "*"]


DATABASES = {"default": database_settings()}
SECRET_KEY = _secret_key()
DEBUG = os.environ.get("TETSUDO_DEBUG") == "1"
ALLOWED_HOSTS = _hosts()
CSRF_TRUSTED_ORIGINS = _origins(ALLOWED_HOSTS)
PROXIES: Final = parse_networks(os.environ.get("TETSUDO_PROXIES", ""), "TETSUDO_PROXIES")
"""Trusted proxies, whose headers give the client's address and the use of HTTPS."""

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",  # the organiser's desk; Django's own site is not used
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",  # its templates; ours in templates/django/forms come first
    "django_htmx",
    "tetsudo.web.accounts.apps.AccountsConfig",
    "tetsudo.web.accounts.desk.apps.DeskConfig",
    "tetsudo.web.tables.apps.TablesConfig",
    "tetsudo.web.results.moments.apps.MomentsConfig",
    "tetsudo.web.results.statistics.apps.StatisticsConfig",
    "tetsudo.web.results.studies.apps.StudiesConfig",
    "tetsudo.web.notices.apps.NoticesConfig",
    "tetsudo.web.clubs.apps.ClubsConfig",
    "tetsudo.web.clubs.tournaments.apps.TournamentsConfig",
    "tetsudo.web.api.apps.ApiConfig",
    "tetsudo.web.server.apps.WebConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "ninja",  # the page that documents the API
]
MIDDLEWARE = [
    "django.middleware.locale.LocaleMiddleware",  # first, so that later errors are shown in the user's language
    "tetsudo.web.common.error_pages.SecureCookies",
    "tetsudo.web.api.key_holders.KeyHolders",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tetsudo.web.clubs.tournaments.closed_tables.ClosedTables",
    "tetsudo.web.common.error_pages.Refusals",
]
ROOT_URLCONF = "tetsudo.web.urls"
ASGI_APPLICATION = "tetsudo.web.server.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "APP_DIRS": True,  # those of django-allauth, in our layouts
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "tetsudo.web.tables.seats.guests.guest_context",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                *(
                    f"tetsudo.web.{module}"
                    for module in (
                        "accounts.desk.banner",
                        "accounts.pictures",
                        "common.icons",
                        "common.language",
                        "common.preferences",
                        "lobby.drawn_fields",
                        "tutorial.term_links",
                        "tutorial.progress",
                        "play.scene.fragment_cache",
                    )
                ),
            ],
        },
    }
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ja", "日本語")]  # only complete translations: pages must not mix languages
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LOCALE_PATHS = [LOCALE_DIR]
STATIC_URL = f"/static/{static_version()}/"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The longest time that browsers keep a cookie: it is a guest's only credential.
SESSION_COOKIE_AGE = LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # the site's scripts read none
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"  # no cookie that stays after signing out
CSRF_FAILURE_VIEW = "tetsudo.web.common.error_pages.no_cookie"
HTTPS: Final = os.environ.get("TETSUDO_HTTPS") == "1"
"""True if all requests use HTTPS, even if the proxy does not say so."""

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
DATA_UPLOAD_MAX_MEMORY_SIZE = 9_000_000  # the largest game file, and a little
HSTS: Final = int(_number("TETSUDO_HSTS", 31_536_000))
"""Seconds for which browsers must keep to HTTPS after their first request with it."""

SECURE_HSTS_SECONDS = HSTS
SECURE_REFERRER_POLICY = "same-origin"  # as in `security_headers.DEFAULT_HEADERS`, for Django without that middleware
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # `security_headers` sets it where browsers accept it
X_FRAME_OPTIONS = "DENY"
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # subdomains may belong to other sites,
    "security.W021",  # and browsers' preload list is not for a site at home
    "admin.E402",  # the desk's pages use neither Django's groups nor its permissions,
    "security.W008",  # redirects to HTTPS are for the proxy, which alone speaks it
]

# Mail and accounts

_mail: Final = mail_settings(os.environ)
HAS_MAIL: Final[bool] = _mail["HAS_MAIL"]
"""True if the site can send mails."""

globals().update(_mail)
if HAS_MAIL and "*" in ALLOWED_HOSTS:
    raise BadInput("must be set if the site sends mail: links in mails name the host of the request", "TETSUDO_HOSTS")

SIGN_UP: Final = os.environ.get("TETSUDO_SIGN_UP") or "invitation"
"""Permission to create an account: `closed` (no one), `invitation` (people with one), or `open` (anyone)."""

if SIGN_UP not in ("closed", "invitation", "open"):
    raise BadInput(f"must be closed, invitation or open, not {SIGN_UP!r}", "TETSUDO_SIGN_UP")

REFUSED_MAIL_DOMAINS: Final = os.environ.get("TETSUDO_REFUSED_MAIL_DOMAINS", "")
"""File of mail domains that cannot sign up, one a line; "" for the site's own list of disposable ones."""

CHALLENGE_SIZE: Final = int(_number("TETSUDO_CHALLENGE_SIZE", 100_000, 1000))
"""Largest number that a browser tries to sign up at an open site; half of them on average."""

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "/account/login/"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
CACHES = {
    # Counters of sign-in attempts and solved challenges: none may be pushed out by making many others.
    "default": {**shared.cache_backend(), "OPTIONS": {"MAX_ENTRIES": 200_000}},
}
ACCOUNT_ADAPTER = "tetsudo.web.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "tetsudo.web.accounts.forms.SignInForm",
    "signup": "tetsudo.web.accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"email", "username"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"] if HAS_MAIL else ["username*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if HAS_MAIL else "none"
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = HAS_MAIL  # mails about changed passwords and keys
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]  # not by a code in a mail: that page has no address here
ACCOUNT_SESSION_REMEMBER = True  # as long as a guest's cookie; a shared device is left by signing out
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
MFA_FORMS = {"add_webauthn": "tetsudo.web.accounts.forms.PasskeyForm"}
MFA_ADAPTER = "tetsudo.web.accounts.adapter.KeysAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # phones' clocks are some seconds off

ACCESS_LOG: Final = os.environ.get("TETSUDO_ACCESS_LOG", "0") not in ("", "0")
"""True to log a line for each request."""

LOG_FORMAT: Final = os.environ.get("TETSUDO_LOG_FORMAT") or "lines"
LOG_FILE: Final = os.environ.get("TETSUDO_LOG_FILE", "")
LOG_BYTES: Final = int(_number("TETSUDO_LOG_BYTES", 10_000_000, 10_000))
LOG_FILES: Final = 5
"""Log file ("": the terminal), its maximum size in bytes, and the number of old files kept."""


def _handler() -> dict[str, Any]:
    if LOG_FORMAT not in ("lines", "json"):
        raise BadInput(f"must be lines or json, not {LOG_FORMAT!r}", "TETSUDO_LOG_FORMAT")
    common: dict[str, Any] = {"filters": ["counted"], "formatter": LOG_FORMAT}
    if not LOG_FILE:
        return {"class": "logging.StreamHandler", **common}
    try:
        Path(LOG_FILE).open("a").close()
    except OSError as error:
        raise BadInput(f"cannot be written: {error.strerror}", "TETSUDO_LOG_FILE") from None
    size = {"maxBytes": LOG_BYTES, "backupCount": LOG_FILES, "encoding": "utf-8"}
    return {"class": "tetsudo.web.server.logs.File", "filename": LOG_FILE, **size, **common}


_with_time = {"fmt": "%(asctime)s %(levelname)s %(message)s", "datefmt": "%Y-%m-%dT%H:%M:%SZ"}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"counted": {"()": "tetsudo.web.server.log_dedup.DedupFilter"}},
    "formatters": {
        "lines": {"()": "tetsudo.web.server.logs.TextFormatter", **(_with_time if LOG_FILE or ACCESS_LOG else {})},
        "json": {"()": "tetsudo.web.server.logs.JsonFormatter"},
    },
    "handlers": {"log": _handler()},
    "root": {"handlers": ["log"], "level": "WARNING"},
    "loggers": {
        "django.request": {"level": "ERROR"},  # a refused request is not a fault of the site
        "tetsudo.access": {"level": "INFO"},
        "tetsudo.web.tables.games.cleanup": {"level": "INFO"},  # it logs the number of rows removed
    },
}

TIDY: Final = os.environ.get("TETSUDO_TIDY", "1") not in ("", "0")
TIDY_GUEST_DAYS: Final = _number("TETSUDO_TIDY_GUEST_DAYS", 30, 1)
TIDY_TABLE_DAYS: Final = _number("TETSUDO_TIDY_TABLE_DAYS", 30, 1)
"""True for a daily cleanup; days after which guests without data, and tables that never started, are removed."""

PUBLIC_ARCHIVE: Final = os.environ.get("TETSUDO_PUBLIC_ARCHIVE", "0") not in ("", "0")
ARCHIVE_FILE: Final = f"{location.key_base() or location.MEMORY}.games.jsonl.gz"
"""True if visitors may download all public games as one file; that file, which the daily cleanup writes."""

BOT_PACE: Final = _number("TETSUDO_BOT_PACE", 0.35)
"""Delay before a bot's move in seconds, so that people can follow."""

BOTS: Final = _bots(os.environ.get("TETSUDO_BOTS", ""))
"""External bots that can play seats, by the name shown to users."""

BOT_WORKERS: Final = int(_number("TETSUDO_BOT_WORKERS", 2, 0))
"""Number of worker processes for slow bots; 0: a thread in the site's process."""

BOT_SECONDS: Final = _number("TETSUDO_BOT_SECONDS", 0) or None
"""Thinking time of a slow bot for a move, in seconds; None: the default of its level."""

BOT_TIMEOUT_SECONDS: Final = _number("TETSUDO_BOT_TIMEOUT_SECONDS", 15, 0.1)
MAX_BOT_MEMORY_BYTES: Final = int(1_000_000 * _number("TETSUDO_MAX_BOT_MEMORY_MB", 2000, 100))
"""Timeout in seconds after which its process is killed, and its memory limit in bytes (set in megabytes)."""

ADVICE_SECONDS: Final = _number("TETSUDO_ADVICE_SECONDS", 2, 0.01)
"""Thinking time of a bot for advice, in seconds."""

MAX_BOT_TABLES: Final = int(_number("TETSUDO_MAX_BOT_TABLES", 10, 1))
"""Maximum number of one guest's tables at which bots may be moving at once."""

MAX_CONNECTIONS: Final = int(_number("TETSUDO_MAX_CONNECTIONS", 4000, 10))
MAX_ADDRESS_CONNECTIONS: Final = int(_number("TETSUDO_MAX_ADDRESS_CONNECTIONS", 500, 2))
"""Maximum number of open connections, in all and from one address (a school or an office has only one)."""

METRICS_TOKEN: Final = os.environ.get("TETSUDO_METRICS_TOKEN", "")
"""Token of a monitor that asks for `/metrics`; "": no one may."""

HEAD_TIMEOUT_SECONDS: Final = _number("TETSUDO_HEAD_TIMEOUT_SECONDS", 10, 0.1)
BODY_TIMEOUT_SECONDS: Final = _number("TETSUDO_BODY_TIMEOUT_SECONDS", 20, 0.1)
READ_TIMEOUT_SECONDS: Final = _number("TETSUDO_READ_TIMEOUT_SECONDS", 20, 0.1)
"""Timeouts in seconds: for a request's head, for its body (plus one for each 32 kB), for reading some of a response."""

MAX_STREAMS: Final = int(_number("TETSUDO_MAX_STREAMS", 2000, 1))
MAX_ADDRESS_STREAMS: Final = int(_number("TETSUDO_MAX_ADDRESS_STREAMS", 250, 1))
"""Maximum number of live streams, in all and from one address: there is one for each open table page."""

RATES: Final = {
    kind: os.environ.get(f"TETSUDO_RATE_{kind.upper()}") or usual
    for kind, usual in {
        "guests": "6/minute, 60/hour",
        "tables": "6/minute, 60/hour",
        "presets": "20/minute, 200/hour",
        "imports": "40/minute, 600/hour",
        "branches": "10/minute, 120/hour",
        "chat": "20/minute, 300/hour",
        "notes": "120/minute, 2000/hour",
        "seats": "30/minute, 300/hour",
        "boards": "120/minute, 2000/hour",
        "advice": "10/minute, 200/hour",
        "sign_ups": "6/minute, 20/hour",
        "sign_ins": "10/minute, 100/hour",
        "clubs": "6/minute, 60/hour",
        "api": "1200/minute, 30000/hour",
        "exports": "3/minute, 10/hour",
        "archives": "3/minute, 10/hour",
        "reads": "60/minute, 600/hour",  # of the past, without account or seat: for an address, ten times as many
        "mails": "3/hour, 10/day",
        "test_mails": "3/minute, 30/hour",
        "reports": "3/minute, 10/hour",
    }.items()
}
"""Rate limits of a guest for actions that are expensive or disturb others."""

ADDRESS_RATE_FACTOR: Final = _number("TETSUDO_ADDRESS_RATE_FACTOR", 10, 1)
"""Factor of an address's rate limits over a guest's: a school or an office has only one address."""

BACKUPS: Final = os.environ.get("TETSUDO_BACKUPS", "")
DKIM_SELECTOR: Final = os.environ.get("TETSUDO_DKIM_SELECTOR", "")
"""Folder of the host's copies, and name of the key that signs the mails, for `tetsudo check` ("": not known)."""

SITE_URL: Final = os.environ.get("TETSUDO_SITE_URL", "")
"""Address of the site in notices; "": as the browser of the person who is told knows it."""

PUSH_KEY: Final = os.environ.get("TETSUDO_PUSH_KEY", "")
PUSH_CONTACT: Final = os.environ.get("TETSUDO_PUSH_CONTACT", "")
"""Private key of push messages ("": from the file beside the database), and the host's address for push services."""

WEBHOOK_NETWORKS: Final = parse_networks(os.environ.get("TETSUDO_WEBHOOK_NETWORKS", ""), "TETSUDO_WEBHOOK_NETWORKS")
WEBHOOK_CA: Final = os.environ.get("TETSUDO_WEBHOOK_CA", "")
"""Private networks that notices may be sent to, also without HTTPS; file of a further certificate authority."""

NOTICE_WORKERS: Final = os.environ.get("TETSUDO_NOTICE_WORKERS", "1") not in ("", "0")
"""True if `serve` sends notices itself; otherwise `tetsudo worker` does."""

WORKERS: Final = int(_number("TETSUDO_WORKERS", 2, 0))
"""Number of worker processes for best runs, quick bots and imports; 0: a thread in the site's process."""

WORKER_TIMEOUT_SECONDS: Final = _number("TETSUDO_WORKER_TIMEOUT_SECONDS", 20, 0.1)
"""Timeout of one question to these workers, in seconds."""

PAGE_WAIT_SECONDS: Final = _number("TETSUDO_PAGE_WAIT_SECONDS", 0.1, 0)
"""Seconds for which a page waits for an answer; then it is shown without it, and asks again."""

MAX_ACTIONS: Final = int(_number("TETSUDO_MAX_ACTIONS", 5000, 1))
"""Maximum number of actions of a game, well above any real one. (The longest game of random play has 2,073 actions.)"""
