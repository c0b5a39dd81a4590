"""A game at the terminal: people choose by number or by typing; bots play by themselves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final

from rich.console import Console
from rich.markup import escape

from tetsudo.analysis.position_report import standings_data
from tetsudo.bots import Player, maker
from tetsudo.bots.player import ask_for_choice
from tetsudo.cli import position_tables
from tetsudo.cli.advice import print_advice
from tetsudo.cli.arguments import DEFAULT_BOT, SeatSpec, is_bot, level_of
from tetsudo.cli.files import write_record
from tetsudo.cli.menu import Entry, default_offer, describe, menu
from tetsudo.cli.rules import choice_text, print_clause
from tetsudo.core.actions import Action, Descriptor
from tetsudo.core.errors import BadInput, IllegalAction
from tetsudo.core.events import Event
from tetsudo.core.open_actions import Bids, Range, Runs, Sales
from tetsudo.core.units import NOBODY, PlayerId
from tetsudo.core.unknown_names import unknown_name
from tetsudo.game.game import Game
from tetsudo.game.text.commands import GRAMMAR
from tetsudo.language.log_sentences import Narrator
from tetsudo.titles.loader import title_info

HELP_TEXT: Final = """\
[bold]A number[/] picks a line; several at once pick in its submenus (3 2 1). [bold]Enter[/] takes the usual choice.
You can also type an action:
[cyan]{grammar}[/]
For a player out of turn: NAME: ACTION. Other commands:
  [bold]undo[/], [bold]redo[/]       undo to your last decision, redo
  [bold]best[/]             run the best routes
  [bold]advise[/] \\[BOT]     the move a bot would make, and why; "search", "rollouts" …
  [bold]show[/], [bold]map[/], [bold]market[/], [bold]log[/]   the position, map, prices and log
  [bold]why[/] ACTION       why an action is not allowed
  [bold]rules[/] CLAUSE     a clause of the rules, such as {clause}
  [bold]save[/] \\[FILE]     save the game; `tetsudo play FILE` continues it
  [bold]quit[/]             (also at the end of input); saves first if a file was named"""


class Quit(Exception):
    """The user wants to stop."""


def bots_of(game: Game, usual: str = DEFAULT_BOT, seats: Sequence[SeatSpec] = ()) -> dict[PlayerId, Player]:
    """Bots at a table, each with its own generator: those of `seats`, and players whose names say so.

    Raise BadInput for a seat with an unknown name.
    """
    chosen = {seat.name: seat.bot for seat in seats if seat.bot is not None}
    for name in sorted(chosen.keys() - set(game.names)):
        raise unknown_name("player", name, game.names, "--players")
    found = {name: level_of(name) for name in game.names if is_bot(name)} | chosen
    return {
        player.id: maker(found[player.name] or usual)(game.setup, Random(f"{game.seed}-{player.id}"))
        for player in game.players
        if player.name in found
    }


class Session:
    """One game at one terminal."""

    def __init__(
        self,
        console: Console,
        game: Game,
        bots: Mapping[PlayerId, Player],
        save: Path | None = None,
        read: Callable[[str], str] = input,
    ) -> None:
        self.console = console
        self.game = game
        self.bots = bots
        self.file = save
        self.read = read
        self.narrator = Narrator(game.setup, game.names)
        self.must_show = True  # true if the position must be shown again

    def play(self) -> None:
        """Play until the game is over or the user quits."""
        if self.file:
            write_record(self.game, self.file)  # now, so that a failure is reported before two hours of play
        for variant in title_info(self.game.setup.title).variants:
            if variant.name in self.game.setup.variants:
                self.console.print(choice_text(variant))
        self.print_events(self.visible_game.latest_events)
        try:
            while not self.game.is_over:
                self.play_turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        if self.game.is_over:
            position_tables.show(self.console, self.game)
            self.console.print(position_tables.standings(standings_data(self.game), self.game.setup.currency))
        if self.file:
            self.save(self.file)

    @property
    def visible_game(self) -> Game:
        """The game as seen by the user: the person in turn, or the first person. With bots only,
        nothing is hidden.
        """
        people = [player for player in range(self.game.setup.players) if player not in self.bots]
        actor = self.game.to_act.player
        return self.game.seen_by(actor if actor in people else people[0]) if people else self.game

    def play_turn(self) -> None:
        """Let the player to act decide once."""
        player = self.game.to_act.player
        try:
            if player in self.bots:
                view = self.game.view(player)
                self.apply(ask_for_choice(self.bots[player], view, view.legal_actions()).action)
            else:
                self.ask_for_action()
        except (BadInput, IllegalAction) as refusal:
            self.console.print(f"[red]{escape(str(refusal))}[/]")

    # Input

    def ask_for_action(self) -> None:
        """Show the options, and perform the typed one."""
        game = self.visible_game
        offers = game.legal_actions()
        entries = [*menu(game, offers), *self.out_of_turn_entries()]
        if self.must_show:
            position_tables.show(self.console, game)
            self.show_menu(self.turn_heading(), entries)
            self.must_show = False
        expected = default_offer(offers)
        typed = self.read_line(f"[Enter: {describe(self.game, expected)}] > " if expected else "> ")
        verb, _, rest = typed.partition(" ")
        if not typed:
            if expected:
                self.choose(Entry("", expected), [])
        elif all(word.isdecimal() for word in typed.replace(".", " ").split()):
            numbers = [self.whole_number(word) or 0 for word in typed.replace(".", " ").split()]
            self.choose(Entry("", entries=tuple(entries)), numbers)
        elif verb.lower() in COMMANDS:
            COMMANDS[verb.lower()](self, rest.strip())
        else:
            self.apply(self.game.parse(typed))

    def turn_heading(self) -> str:
        """Name of the player to act, and the decision."""
        turn = self.game.to_act
        name = self.game.names[turn.player]
        if turn.company == NOBODY:
            return f"{name} ({turn.doing})"
        return f"{name} for {self.game.setup.companies[turn.company].symbol} ({turn.doing})"

    def out_of_turn_entries(self) -> list[Entry]:
        """Menu lines for people who are not in turn."""
        entries: list[Entry] = []
        for player, name in enumerate(self.game.names):
            if player != self.game.to_act.player and player not in self.bots:
                seen = self.game.seen_by(player)
                for entry in menu(seen, seen.legal_actions(player)):
                    entries.append(Entry(f"{name}: {entry.text}", entry.offer, entry.entries))
        return entries

    def show_menu(self, title: str, entries: Sequence[Entry]) -> None:
        """Print numbered lines."""
        self.console.print(f"\n[bold]{escape(title)}[/]")
        for number, entry in enumerate(entries, 1):
            more = " …" if entry.entries else ""
            self.console.print(f"[cyan]{number:3}[/]  {escape(entry.text)}{more}")

    def choose(self, entry: Entry, numbers: list[int]) -> None:
        """Follow numbers down the menu, asking for missing ones; an empty line goes back."""
        while entry.offer is None:
            number = numbers.pop(0) if numbers else self.ask_number(entry)
            if number is None:
                return
            if not 1 <= number <= len(entry.entries):
                raise BadInput(f"There is no line {number}.")
            entry = entry.entries[number - 1]
        action = self.choose_amount(entry.offer, numbers)
        if action is not None:
            self.apply(action)

    def ask_number(self, entry: Entry) -> int | None:
        """Ask for a line of a submenu."""
        self.show_menu(entry.text, entry.entries)
        return self.whole_number(self.read_line("[Enter: back] > "))

    def choose_amount(self, offer: Descriptor, numbers: list[int]) -> Action | None:
        """Action of a descriptor; ask for an amount if needed."""
        if not isinstance(offer, Range):
            return offer.example()
        low, high = offer.low, offer.high
        if low == high:
            return offer.example()
        if numbers:
            return offer.at(numbers.pop(0))
        has_usual = isinstance(offer, Bids | Sales)
        typed = self.read_line(f"How much, {low} to {high}? [Enter: {low if has_usual else 'back'}] > ")
        if not typed:
            return offer.example() if has_usual else None
        amount = self.whole_number(typed)
        return None if amount is None else offer.at(amount)

    def whole_number(self, typed: str) -> int | None:
        """Parse a typed number; None for an empty line or "back"."""
        if typed.lower() in ("", "back"):
            return None
        if not typed.isdecimal() or len(typed) > 9:
            raise BadInput(f"{typed[:40]!r} is not a number.")
        return int(typed)

    def read_line(self, prompt: str) -> str:
        """Read a line; raise `EOFError` at the end of input."""
        typed = self.read(prompt).strip()
        if typed.lower() in ("quit", "exit"):
            raise Quit
        return typed

    # Commands

    def apply(self, action: Action) -> None:
        """Apply an action and print its events."""
        before = self.game.length
        self.game.apply(action)
        self.autosave()
        self.print_events_since(before)
        self.must_show = True

    def autosave(self) -> None:
        """Save the game if a file was named, before printing anything: output may fail."""
        if self.file:
            write_record(self.game, self.file)

    def print_events_since(self, length: int) -> None:
        """Print the events after the first `length` actions."""
        self.print_events([event for moment in self.visible_game.moments(length) for event in moment.events])

    def print_events(self, events: Sequence[Event]) -> None:
        """Print events as sentences."""
        for event in self.narrator.notable_events(events):
            self.console.print(f"[dim]· {escape(self.narrator.sentence(event))}[/]")

    def undo(self, rest: str) -> None:
        """Undo to the last decision of a person."""
        back = 0
        while True:
            try:
                self.game.undo()
            except BadInput:
                for _ in range(back):
                    self.game.redo()
                raise
            back += 1
            if self.game.to_act.player not in self.bots:
                break
        self.autosave()
        self.console.print("Undone.")
        self.must_show = True

    def redo(self, rest: str) -> None:
        """Redo to the next decision of a person."""
        before = self.game.length
        self.game.redo()
        while self.game.to_act.player in self.bots and not self.game.is_over:
            try:
                self.game.redo()
            except BadInput:
                break
        self.autosave()
        self.print_events_since(before)
        self.must_show = True

    def run_best(self, rest: str) -> None:
        """Run the best routes."""
        for offer in self.game.legal_actions():
            if isinstance(offer, Runs):
                self.apply(offer.best())
                return
        raise BadInput("No company runs now.")

    def advise(self, rest: str) -> None:
        """Print a bot's advice, based on what its player may know."""
        print_advice(self.console, self.game, rest)

    def show_again(self, rest: str) -> None:
        """Show the position and options again."""
        self.must_show = True

    def map(self, rest: str) -> None:
        """Show the map."""
        position_tables.show_map(self.console, self.game)

    def market(self, rest: str) -> None:
        """Show the stock market."""
        position_tables.show_market(self.console, self.game)

    def log(self, rest: str) -> None:
        """Print the latest events."""
        self.print_events(self.visible_game.events[-(self.whole_number(rest) or 20) :])

    def explain_refusal(self, rest: str) -> None:
        """Explain why an action is not allowed."""
        action = self.game.parse(rest)
        refusal = self.visible_game.why_not(action)
        if refusal is None:
            self.console.print("It is allowed.")
            return
        self.console.print(f"[red]{escape(str(refusal))}[/]")
        if refusal.clause:
            print_clause(self.console, self.game.setup.title, refusal.clause)

    def rules(self, rest: str) -> None:
        """Show a clause of the rules."""
        print_clause(self.console, self.game.setup.title, rest)

    def save(self, file: Path) -> None:
        """Save the game."""
        write_record(self.game, file)
        self.console.print(f"Saved in {escape(str(file))}; `tetsudo play {escape(str(file))}` goes on with it.")

    def save_as(self, rest: str) -> None:
        """Save the game to the named file, or to the previous one."""
        file = Path(rest) if rest else self.file
        if file is None:
            raise BadInput("Say in which file: save FILE.")
        self.save(file)
        self.file = file

    def help(self, rest: str) -> None:
        """Show the available input."""
        grammar = "\n".join(GRAMMAR.splitlines())
        clause = next(iter(self.game.setup.clauses.values()), "1889-OR-01")
        self.console.print(HELP_TEXT.format(grammar=escape(grammar), clause=clause))


COMMANDS: Final[dict[str, Callable[[Session, str], None]]] = {
    "undo": Session.undo,
    "redo": Session.redo,
    "best": Session.run_best,
    "advise": Session.advise,
    "show": Session.show_again,
    "map": Session.map,
    "market": Session.market,
    "log": Session.log,
    "why": Session.explain_refusal,
    "rules": Session.rules,
    "save": Session.save_as,
    "help": Session.help,
    "?": Session.help,
}
"""Commands other than actions."""
