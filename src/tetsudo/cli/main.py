"""Running a command: exit codes, and errors as one sentence."""

from __future__ import annotations

import os
import re
import sys
from typing import Any, Final, NoReturn

import typer
from rich.markup import escape

from tetsudo.cli.commands import app, messages
from tetsudo.core.errors import BadInput, IllegalAction, TetsudoError, UnknownName
from tetsudo.core.unknown_names import SENTENCES, unknown_name

UsageError: Final[type[Exception]] = typer.BadParameter.__mro__[1]
"""Error of Click about the command line; Typer may have its own copy of Click."""

NUMBERS: Final = {"int": "a whole number", "float": "a number"}
"""Words for types of numbers."""


def main() -> NoReturn:
    """Run the command; errors are printed as one sentence, never as a traceback."""
    code = 1
    try:
        ended = app(prog_name="tetsudo", standalone_mode=False)
        code = ended if isinstance(ended, int) else 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except UsageError as error:
        print_error(usage_error_text(error))
        code = 2
    except TetsudoError as error:
        print_error(sentence(error))
        code = 1 if isinstance(error, IllegalAction) else 2
    except typer.Abort:
        print_error("Aborted.")
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 0
    except (OSError, MemoryError, RecursionError) as error:
        print_error(str(BadInput(str(error) or "This is too much.")))
    flush_output()
    sys.exit(code)


def print_error(said: str) -> None:
    """Print an error in red."""
    if said:
        messages().print(f"[red]{escape(said)}[/]", soft_wrap=True)


def sentence(error: TetsudoError) -> str:
    """Sentence of an error, after its place; an unknown name needs no place."""
    named = isinstance(error, UnknownName) and error.where in (*SENTENCES, "options")
    if named:
        return getattr(error, "sentence", "")
    return _setting_text(error) if getattr(error, "where", "").startswith("TETSUDO_") else str(error)


def _setting_text(error: Any) -> str:
    """Sentence about a setting, which names the file and the key if it was read from one."""
    from tetsudo.web.server.commands.hosting import configuration

    return f"{configuration.place(error.where)}: {error.sentence}"


def usage_error_text(error: Any) -> str:
    """Sentence about a wrong command line, with its remedy; "" if the help is printed instead."""
    command = error.ctx.command if error.ctx else None
    path = error.ctx.command_path if error.ctx else "tetsudo"
    said = str(error.format_message()).strip()
    kind, unknown = type(error).__name__, re.match(r"No such command '(.*?)'", said)
    if kind == "NoArgsIsHelpError":
        return said
    if kind == "NoSuchOption":
        options = [option for each in getattr(command, "params", ()) for option in (*each.opts, *each.secondary_opts)]
        return unknown_name("option", error.option_name, options, "", remedy=f" `{path} --help` lists them.").sentence
    if unknown:
        commands = getattr(command, "commands", ())
        return unknown_name("command", unknown[1], commands, "", remedy=f" `{path} --help` lists them.").sentence
    if kind == "MissingParameter" and error.param is not None:
        return f"{_display_name(error.param)} is missing. `{path} --help` has examples."
    if kind == "BadParameter" and error.param is not None and (allowed := _range_text(error.param)):
        return f"{_display_name(error.param)} must be {allowed}."
    return f"{said.rstrip('.')}. `{path} --help` has examples."


def _display_name(parameter: Any) -> str:
    """Option or argument as the help shows it."""
    return str(
        parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar or parameter.name.upper()
    )


def _range_text(parameter: Any) -> str:
    """Numbers that may stand in an option, by its type; "" if it takes no number."""
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None) or getattr(parameter, "type", "")
    number = next((words for name, words in NUMBERS.items() if name in str(kind).lower()), "")
    bounds = parameter if hasattr(parameter, "min") else getattr(parameter, "type", None)
    low, high = getattr(bounds, "min", None), getattr(bounds, "max", None)
    if not number or low is None:
        return number
    return f"{number} of {low} or more" if high is None else f"{number} from {low} to {high:,}"


def flush_output() -> None:
    """Flush the output; if the reader is gone, redirect it so that Python ends without complaint."""
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
