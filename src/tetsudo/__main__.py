"""Entry point of `python -m tetsudo`, the same as the `tetsudo` command.

It exits with a message if the command line is not installed.
"""

from __future__ import annotations

import sys

from tetsudo.core.extras import MissingExtra, require


def main() -> None:
    """Run the command line, or exit with the missing extra."""
    try:
        require("cli", "The command line", "typer", "rich")
    except MissingExtra as error:
        sys.exit(str(error))
    from tetsudo.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
