"""Commands for hosts: start the site, and look after its accounts, data and notices."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markup import escape

from tetsudo.cli.commands.app import app, examples, screen

Database = Annotated[
    str, typer.Option(metavar="URL", help="Database of the site, such as sqlite:///FILE; default: a file in your home.")
]


def _load(context: typer.Context, file: str) -> str:
    """Read the configuration file before the other options."""
    if not context.resilient_parsing:
        from tetsudo.web.server.commands.hosting import configuration

        configuration.load(file)
    return file


Config = Annotated[
    str,
    typer.Option(
        metavar="FILE",
        is_eager=True,
        callback=_load,
        help="Configuration file; default: tetsudo.toml here, or /etc/tetsudo/tetsudo.toml, if there is one.",
    ),
]


@app.command(
    epilog=examples(
        "serve",
        "serve --port 8080 --database sqlite:///games.db",
        "serve --host 0.0.0.0",
        "serve --behind-proxy 127.0.0.1",
    )
)
def serve(
    database: Database = "",
    config: Config = "",
    host: Annotated[
        str,
        typer.Option(
            envvar="TETSUDO_LISTEN",
            show_envvar=False,
            help="Address to listen on; 0.0.0.0 opens the site to the network.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(envvar="TETSUDO_PORT", show_envvar=False, min=0, max=65535, help="Port; 0 picks a free one.")
    ] = 8000,
    browser: Annotated[bool, typer.Option(help="Open a browser.")] = False,
    behind_proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Address or network of a trusted proxy; repeatable."),
    ] = None,
    access_log: Annotated[bool, typer.Option("--access-log", help="Log every request.")] = False,
    sign_up: Annotated[
        str,
        typer.Option(
            metavar="WHO",
            help="Who may create an account: closed (no one), invitation (the default; see `tetsudo invite`), or open.",
        ),
    ] = "",
) -> None:
    """Start the web site, with tables to play at in a browser."""
    from tetsudo.web.server.run import serve as run

    run(
        database,
        host,
        port,
        opens_browser=browser,
        proxies=behind_proxy or (),
        logs_access=access_log,
        sign_up=sign_up,
    )


@app.command(
    epilog=examples(
        "invite",
        "invite --people 12 --days 30 --label Club",
        "invite --site https://games.example.org",
        "invite --organiser",
    )
)
def invite(
    database: Database = "",
    config: Config = "",
    people: Annotated[int, typer.Option(min=1, max=1000, help="Number of people who may sign up with it.")] = 1,
    days: Annotated[int, typer.Option(min=1, max=365, help="Days until it expires.")] = 14,
    label: Annotated[str, typer.Option(help="Note for yourself.")] = "",
    site: Annotated[
        str, typer.Option(metavar="URL", help="Address of your site; default: TETSUDO_SITE_URL, or this computer's.")
    ] = "",
    for_organiser: Annotated[
        bool, typer.Option("--organiser", help="The person who signs up with it becomes an organiser.")
    ] = False,
) -> None:
    """Make an invitation: a link by which people create an account on your site, even while it is running."""
    from tetsudo.web.server.commands import accounts

    made = accounts.new_link(database, site, people, days, label, is_for_organiser=for_organiser, makes=for_organiser)
    typer.echo(made)


@app.command(epilog=examples("ban amber-ferry-4821", 'ban ann@example.org --days 7 --reason "Rude in the chat"'))
def ban(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Sign-in name or e-mail address of the account.")],
    database: Database = "",
    config: Config = "",
    lift: Annotated[bool, typer.Option("--lift", help="Let the person sign in again.")] = False,
    reason: Annotated[str, typer.Option(help="Reason, which the person reads when signing in.")] = "",
    days: Annotated[
        int | None, typer.Option(help="Length of a time-out in days. Without it the ban is for good.")
    ] = None,
) -> None:
    """Ban an account from your site: the person is signed out everywhere at once, and cannot sign in.

    A ban of some days is a time-out, and ends by itself.
    """
    from tetsudo.web.server.commands import accounts

    typer.echo(accounts.set_ban(database, name, is_banned=not lift, reason=reason, days=days))


@app.command(epilog=examples("organiser amber-ferry-4821", "organiser ann@example.org --remove"))
def organiser(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Sign-in name or e-mail address of the account.")],
    database: Database = "",
    config: Config = "",
    remove: Annotated[bool, typer.Option("--remove", help="Make it an ordinary account again.")] = False,
) -> None:
    """Make an account an organiser of your site: the person can invite people, and test the mail."""
    from tetsudo.web.server.commands import accounts

    typer.echo(accounts.set_organiser(database, name, is_organiser=not remove))


@app.command(epilog=examples("worker", "worker --database sqlite:///games.db"))
def worker(database: Database = "", config: Config = "") -> None:
    """Send notices ("your turn") in a process of its own; several may run at once.

    `tetsudo serve` does this too, unless TETSUDO_NOTICE_WORKERS is 0.
    """
    from tetsudo.web.server.commands import notices

    notices.work(database)


@app.command(name="mail-test", epilog=examples("mail-test you@example.org"))
def mail_test(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="Address to send to.")],
    database: Database = "",
    config: Config = "",
) -> None:
    """Send a test mail, to see if TETSUDO_MAIL_URL is right."""
    from tetsudo.web.server.commands import notices

    notices.send_test_mail(database, address)
    screen().print(escape(f"The mail server accepted a mail to {address}."))


@app.command(name="push-keys", epilog=examples("push-keys"))
def push_keys(database: Database = "", config: Config = "") -> None:
    """Create the keys for push messages, unless there are some, so that browsers can be notified."""
    from tetsudo.web.server.commands import notices

    file, public = notices.push_keys(database)
    screen().print(escape(f"Keys for push messages are in {file}. Public key:"), soft_wrap=True)
    screen().print(public, soft_wrap=True)
