"""Parts that every page uses: errors, language, preferences, rate limits, uploads."""
