"""Progress of many games at the terminal, with the time left; an interrupt keeps what was played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

T = TypeVar("T")


@dataclass
class Collected(Generic[T]):
    """Results of a run: all, or those before an interrupt (Ctrl-C)."""

    total: int | None
    before: int
    what: str = "games"
    found: list[T] = field(default_factory=list)
    is_interrupted: bool = False

    @property
    def text(self) -> str:
        """Sentence about an interrupt."""
        of = "" if self.total is None else f" of {self.total}"
        return f"Interrupted after {self.before + len(self.found)}{of} {self.what}."

    def end(self) -> None:
        """End the command as an interrupt does, with exit code 130, if there was one. Call this after the summary."""
        if self.is_interrupted:
            raise KeyboardInterrupt


def collect(
    playing: Iterable[T],
    total: int | None,
    before: int = 0,
    keep: Callable[[T], object] | None = None,
    what: str = "games",
) -> Collected[T]:
    """Collect results with a bar, the count, and the time left; each is kept as soon as it is there.

    `total`: number of results, None if it is unknown. `before`: number of those that were there at the start.
    An interrupt ends the run, and the results so far are returned.
    """
    made: Collected[T] = Collected(total, before, what)
    with _bar() as progress:
        task = progress.add_task(what.capitalize(), total=total, completed=before)
        try:
            for each in playing:
                made.found.append(each)
                if keep is not None:
                    keep(each)
                progress.advance(task)
        except KeyboardInterrupt:
            made.is_interrupted = True
            if isinstance(playing, Generator):
                playing.close()
    return made


def print_interrupt(console: Console, collected: Collected[T], *, can_continue: bool) -> None:
    """Print a sentence about an interrupt, if there was one. `can_continue`: the games are in a file."""
    if collected.is_interrupted:
        console.print(collected.text + " The same command plays the rest." * can_continue)


def _bar() -> Progress:
    """Bar on the error output, so that results can be redirected; none if that is no terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
