"""The commands and their options. Other modules of `cli` implement them."""

from tetsudo.cli.commands import data, database, design, games, hosting, printing, site, study
from tetsudo.cli.commands.app import app, messages

__all__ = ("app", "data", "database", "design", "games", "hosting", "messages", "printing", "site", "study")
