"""Browser tests of the pages: Debian's Chromium against the real server."""
