"""`python -m tetsudo` is the command `tetsudo`. It says so where the command line is not installed."""

from __future__ import annotations

import sys

from tetsudo.core.extras import MissingExtra, require


def main() -> None:
    """Run the command, or say what it lacks."""
    try:
        require("cli", "The command line", "typer", "rich")
    except MissingExtra as error:
        sys.exit(str(error))
    from tetsudo.cli import app

    app.main()


if __name__ == "__main__":
    main()
