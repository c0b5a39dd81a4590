"""The site's settings for tests: a database in memory, and bots that do not wait."""

from __future__ import annotations

import os

os.environ["TETSUDO_DATABASE"] = "sqlite://:memory:"
os.environ["TETSUDO_BOT_PACE"] = "0"

from tetsudo.web.settings import *  # noqa: F403
