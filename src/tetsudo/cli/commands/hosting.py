"""Commands of a host about the machine: the files of a new site, and a check of everything around it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from tetsudo.cli.commands.app import AsJson, app, examples, messages, screen
from tetsudo.cli.commands.site import Config, Database
from tetsudo.core.errors import BadInput

if TYPE_CHECKING:
    from tetsudo.web.server.commands.hosting.answers import Answers, Question

commands = typer.Typer(name="host", no_args_is_help=True, help="Set up a site on this machine.")
app.add_typer(commands)


@commands.callback()
def host() -> None:
    """Set up a site on this machine."""


@commands.command(
    epilog=examples(
        "host init",
        "host init --host-name games.example.org --yes",
        "host init --host-name games.lan --tls internal --sign-up open --yes",
        "host init ./site --host-name games.example.org --run-by compose",
    )
)
def init(
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="Folder of the files.")] = Path("/etc/tetsudo"),
    host_name: Annotated[str | None, typer.Option(metavar="NAME", help="Host name: games.example.org.")] = None,
    run_by: Annotated[str | None, typer.Option(metavar="WAY", help="systemd (the default), or compose.")] = None,
    tls: Annotated[
        str | None, typer.Option(metavar="WAY", help="HTTPS: caddy (the default), internal, nginx, proxy, or none.")
    ] = None,
    proxy: Annotated[str | None, typer.Option(metavar="ADDRESSES", help="Addresses of your proxy.")] = None,
    port: Annotated[str | None, typer.Option(metavar="PORT", help="Port of the site itself; default: 8000.")] = None,
    database: Annotated[
        str | None, typer.Option(metavar="URL", help="sqlite:////FILE, or postgresql://USER:PASSWORD@HOST/NAME.")
    ] = None,
    mail_url: Annotated[
        str | None, typer.Option(metavar="URL", help="Mail server: smtp+tls://USER:PASSWORD@HOST.")
    ] = None,
    mail_from: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Sender of the mails.")] = None,
    sign_up: Annotated[
        str | None, typer.Option(metavar="WHO", help="invitation (the default), open or closed.")
    ] = None,
    user: Annotated[str | None, typer.Option(metavar="NAME", help="User who runs the site; default: tetsudo.")] = None,
    organiser: Annotated[bool, typer.Option(help="Make a link by which the first organiser signs up.")] = True,
    replace: Annotated[bool, typer.Option("--replace", help="Replace files that are there, without asking.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing: what is not said is as usual.")] = False,
) -> None:
    """Write the files of a new site: its configuration, its services, and the proxy's part. Asks what is not said.

    As root it makes the user who runs the site, too. It starts nothing: it says which commands do.
    """
    from tetsudo.web.server.commands.hosting import new_site

    asks = not yes and sys.stdin.isatty()
    given = {
        "name": host_name,
        "runner": run_by,
        "tls": tls,
        "proxy": proxy,
        "port": port,
        "database": database,
        "mail_url": mail_url,
        "mail_from": mail_from,
        "sign_up": sign_up,
        "user": user,
    }
    answers = _answers(given, new_site.usual_answers(folder), asks=asks)

    def may_replace(file: Path) -> bool:
        return replace or (asks and typer.confirm(f"{file} is there, and differs. Replace it?"))

    if said := new_site.make_user(answers):
        _say(said)
    for file, state in new_site.write(answers, folder, may_replace):
        _say(f"{file}: {state}")
    if organiser and answers.runner == "systemd" and answers.sign_up != "closed":
        _invite(answers, folder)
    _say("", "Type next:", *(f"  {command}" for command in new_site.next_commands(answers, folder)))


def _say(*lines: str) -> None:
    for line in lines:
        screen().print(escape(line), soft_wrap=True)


def _answers(given: Mapping[str, str | None], answers: Answers, *, asks: bool) -> Answers:
    """Answers to all questions: by options, at the prompt, or the usual ones."""
    from tetsudo.web.server.commands.hosting.answers import QUESTIONS

    for question in QUESTIONS:
        said = given[question.field]
        if said is not None or not asks:
            usual = str(getattr(answers, question.field))
            value = question.check(usual if said is None else said, answers) if question.is_needed(answers) else None
        else:
            value = _ask(question, answers) if question.is_needed(answers) else None
        if value is not None:
            answers = answers._replace(**{question.field: value})
    return answers


def _ask(question: Question, answers: Answers) -> Any:
    """Ask until the answer is right."""
    from tetsudo.web.server.commands.hosting.answers import CHOICES

    _say("", question.words)
    _say(*(f"  {word}: {meaning}" for word, meaning in CHOICES.get(question.field, {}).items()))
    usual = str(getattr(answers, question.field))
    while True:
        said = typer.prompt(question.option, default=usual, show_default=bool(usual))
        try:
            return question.check(said, answers)
        except BadInput as error:
            messages().print(f"[red]{escape(error.sentence)}[/]", soft_wrap=True)


def _invite(answers: Answers, folder: Path) -> None:
    """Print the first organiser's link, or the command for it if the database cannot be used yet."""
    from tetsudo.web.server.commands.hosting import new_site

    try:
        link = new_site.organiser_link(answers, folder)
    except BadInput as error:
        command = f"runuser -u {answers.user} -- tetsudo invite --organiser"
        _say("", f"No link for the first organiser yet: {error}", f"Once that works: {command}")
        return
    _say("", "Sign up as the first organiser, once the site runs (the link works once, for two weeks):", f"  {link}")


STATES: Mapping[str, str] = {"ok": "[green]ok   [/]", "hint": "[yellow]hint [/]", "wrong": "[red]wrong[/]"}
"""A finding's state as it is printed."""


@app.command(epilog=examples("check", "check --offline", "check --json", "check --dns 9.9.9.9"))
def check(
    database: Database = "",
    config: Config = "",
    offline: Annotated[bool, typer.Option("--offline", help="Ask nothing over the network.")] = False,
    dns: Annotated[str, typer.Option(metavar="ADDRESS", help="DNS server to ask about the mail domain.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say what is wrong with your site, with the remedy: settings, database, HTTPS, mail, services, backups.

    Exit status 1 if something is wrong; hints are not. No mail is sent.
    """
    from tetsudo.cli.table_style import print_json
    from tetsudo.web.server.commands.checks import all_checks

    found = []
    for finding in all_checks.findings(database, is_offline=offline, resolver=dns):
        found.append(finding)
        if not as_json:
            screen().print(f"{STATES[finding.state]} {finding.part}: {escape(finding.sentence)}", soft_wrap=True)
    if as_json:
        print_json(screen(), [finding._asdict() for finding in found])
    if any(finding.state == "wrong" for finding in found):
        raise typer.Exit(1)
