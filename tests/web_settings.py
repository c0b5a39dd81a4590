"""The site's settings for tests: a database in memory, and bots that do not wait."""

from __future__ import annotations

import os

os.environ["TETSUDO_DATABASE"] = "sqlite://:memory:"
os.environ["TETSUDO_BOT_PACE"] = "0"

from tetsudo.web.settings import *  # noqa: F403

WORKERS = 0  # a thread, which knows what tests have changed
PATIENCE = 60.0  # so that a page has everything
