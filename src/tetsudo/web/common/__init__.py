"""Parts shared by all pages: errors, language, preferences, rate limits, uploads."""
