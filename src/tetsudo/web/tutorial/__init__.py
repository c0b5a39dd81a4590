"""Help for newcomers: a glossary, linked from the terms in all pages, and a guide through the first game."""
