"""`python -m tetsudo` is the command `tetsudo`."""

from __future__ import annotations

from tetsudo.cli import main

if __name__ == "__main__":
    main()
