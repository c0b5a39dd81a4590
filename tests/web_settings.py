"""The site's settings for tests: a database in memory, bots without delay, pages that wait for answers, fast hashes.

TETSUDO_TEST_DATABASE: URL of another database instead, such as one on PostgreSQL.

The pool is a thread in this process, so that it sees tests' patches.
"""

from __future__ import annotations

import os

os.environ["TETSUDO_DATABASE"] = os.environ.get("TETSUDO_TEST_DATABASE") or "sqlite://:memory:"
os.environ["TETSUDO_BOT_PACE"] = "0"
os.environ["TETSUDO_WORKERS"] = "0"
os.environ["TETSUDO_BOT_WORKERS"] = "0"
os.environ["TETSUDO_PAGE_WAIT_SECONDS"] = "60"

from tetsudo.web.settings import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
