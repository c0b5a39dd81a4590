"""The pages as people use them: Debian's Chromium against the real server."""
