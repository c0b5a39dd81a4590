"""Running a command: exit codes, and errors as one sentence."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

from rich.markup import escape

from tetsudo.cli.app import app, messages
from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError


def main() -> NoReturn:
    """Run the command; errors are printed as one sentence, never as a traceback."""
    code = 1
    try:
        app(prog_name="tetsudo")
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except TetsudoError as error:
        complain(str(error))
        code = 1 if isinstance(error, IllegalAction) else 2
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 0
    except (OSError, MemoryError, RecursionError) as error:
        complain(str(BadInput(str(error) or "This is too much.")))
    close()
    sys.exit(code)


def complain(sentence: str) -> None:
    """Print an error in red."""
    messages().print(f"[red]{escape(sentence)}[/]", soft_wrap=True)


def close() -> None:
    """Flush the output; if the reader is gone, redirect it so that Python ends without complaint."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
