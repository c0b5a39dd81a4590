"""Completion of typed commands: those of the legal actions that go on from the words typed so far.

Words may be shortened: "b a" goes on as "buy AR ipo". Many commands are summed up by their next word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tetsudo.core.actions import Bid, Descriptor
from tetsudo.core.errors import BadInput, UnknownName
from tetsudo.core.open_actions import Bids, Range, Runs, Sales
from tetsudo.core.units import PlayerId
from tetsudo.core.unknown_names import quote_text
from tetsudo.engine.rules.privates.lots import lot_price
from tetsudo.game.play import Play
from tetsudo.game.text.commands import READERS, parse, text

MAX_COMPLETIONS: Final = 12

MAX_DIGITS: Final = 9
"""Maximum number of digits in an amount."""


class Completion(NamedTuple):
    """A command, or with `is_open` the beginning of one, to which more must be added.

    `offer`: its action, or the offer to which it belongs; None if it begins a `number` of commands, or is no action.
    `within`: the range of its amount, if it has one.
    """

    text: str
    offer: Descriptor | None = None
    is_open: bool = False
    number: int = 1
    within: Range | None = None


class Completions(NamedTuple):
    """Completions of a text, and the number of those left off."""

    found: list[Completion]
    left_off: int


class Command(NamedTuple):
    """One way to type an offer: without its amount, if that is open. `offer` is None for a command without action."""

    text: str
    offer: Descriptor | None
    words: tuple[str, ...]

    @property
    def amounts(self) -> Range | None:
        """Range of the amount that follows, if it is open."""
        return self.offer if isinstance(self.offer, Range) else None

    def has(self, at: int, word: str) -> bool:
        """True if this is its word at a place, or an amount in its range."""
        if at < len(self.words):
            return self.words[at] == word
        return self._amount(at, word) == word

    def fits(self, at: int, word: str) -> bool:
        """True if its word at a place, or an amount in its range, begins like this."""
        if at < len(self.words):
            return self.words[at].startswith(word)
        return self._amount(at, word) is not None

    def _amount(self, at: int, word: str) -> str | None:
        if self.amounts is None or at > len(self.words):
            return None
        amount = amount_like(self.amounts, word)
        return None if amount is None else str(amount)


def command(said: str, offer: Descriptor | None = None) -> Command:
    """A command by its text."""
    return Command(said, offer, tuple(said.lower().split()))


def amount_like(amounts: Range, typed: str) -> int | None:
    """The typed amount, if it is in the range; otherwise the lowest one there that begins with its digits, or None."""
    if not typed.isdecimal() or len(typed) > MAX_DIGITS:
        return None
    first = last = int(typed)
    while first <= amounts.high:
        if last >= amounts.low:
            return max(first, amounts.low)
        if first == 0:
            return None
        first, last = first * 10, last * 10 + 9
    return None


# All commands


def commands_of(game: Play, offers: Iterable[Descriptor], own: PlayerId) -> list[Command]:
    """Commands of offers, with the player's name in front of those that are not of the player `own`."""
    found: list[Command] = []
    for offer in offers:
        name = "" if offer.player == own else f"{game.names[offer.player]}: "
        found += [command(f"{name}{said}", each) for said, each in _ways(game, offer)]
    return found


def _ways(game: Play, offer: Descriptor) -> Iterator[tuple[str, Descriptor]]:
    """Texts of an offer, the usual one first, without an open amount at the end."""
    setup = game.setup
    if isinstance(offer, Runs):
        yield "run", offer
    elif isinstance(offer, Sales):
        for count in range(offer.low, offer.high + 1):
            yield text(setup, offer.at(count)), offer.at(count)
        if offer.low == 1:
            yield f"sell {setup.companies[offer.company].symbol}", offer.at(1)
    elif isinstance(offer, Range):
        whole = text(setup, offer.example())
        yield (whole, offer.example()) if offer.low == offer.high else (whole.rpartition(" ")[0], offer)
    else:
        yield text(setup, offer), offer
    if isinstance(offer, Bids):
        yield from _purchase(game, offer)


def _purchase(game: Play, offer: Bids) -> Iterator[tuple[str, Descriptor]]:
    """The purchase of a lot at its price, if that is possible."""
    bought = Bid(offer.player, offer.lot, lot_price(game.ruleset, game.state, offer.lot))
    if offer.low == offer.high and offer.admits(bought):
        yield f"buy {game.setup.lots[offer.lot].symbol}", bought


# What was typed


def complete(commands: Iterable[Command], typed: str) -> Completions:
    """At most `MAX_COMPLETIONS` completions of a text, in the order of the commands."""
    words = typed.lower().split()
    if typed[-1:].isspace():
        words.append("")
    matching = _matching(commands, words)
    shown = [_completion(each, words) for each in matching]
    if len(shown) > MAX_COMPLETIONS:
        shown = _summed_up(matching, words)
    return Completions(shown[:MAX_COMPLETIONS], max(0, len(shown) - MAX_COMPLETIONS))


def _matching(commands: Iterable[Command], words: Sequence[str]) -> list[Command]:
    """Commands that go on from some words, each action once. Before the last word, a whole one excludes longer ones."""
    found = [*commands]
    for at, word in enumerate(words):
        is_last = at == len(words) - 1
        exact = [each for each in found if each.has(at, word)]
        longer = [
            each
            for each in found
            if not each.has(at, word) and (each.fits(at, word) or (is_last and not word and _ends(each, at)))
        ]
        found = [*exact, *longer] if is_last else exact or longer
    once = {each.offer if each.offer is not None else each.text: each for each in reversed(found)}
    return [each for each in found if once[each.offer if each.offer is not None else each.text] is each]


def _ends(each: Command, at: int) -> bool:
    """True if a command has no word at a place any more: a space was typed after it."""
    return at == len(each.words)


def _completion(each: Command, words: Sequence[str]) -> Completion:
    """Completion that is one command."""
    if isinstance(each.offer, Runs):
        return Completion(f"{each.text} ", each.offer, is_open=True)
    amounts = each.amounts
    if amounts is None:
        return Completion(each.text, each.offer)
    typed = words[len(each.words)] if len(words) > len(each.words) else ""
    amount = amount_like(amounts, typed)
    if amount is not None:
        return Completion(f"{each.text} {amount}", amounts.at(amount), amount != int(typed), within=amounts)
    if isinstance(amounts, Bids):  # the lowest bid is usual, other lowest prices are not
        return Completion(f"{each.text} {amounts.low}", amounts.example(), within=amounts)
    return Completion(f"{each.text} ", amounts, is_open=True, within=amounts)


def _summed_up(matching: Sequence[Command], words: Sequence[str]) -> list[Completion]:
    """Completions by the next word in which the commands differ."""
    length = max(1, len(words))
    while len(groups := _groups(matching, length)) == 1:
        length += 1
    found = []
    for group in groups:
        first = group[0]
        if len(group) == 1:
            found.append(_completion(first, words))
        else:
            beginning = " ".join(first.text.split()[:length])
            found.append(Completion(f"{beginning} ", is_open=True, number=len(group)))
    return found


def _groups(matching: Sequence[Command], length: int) -> list[list[Command]]:
    """Commands by their first `length` words."""
    groups: dict[tuple[str, ...], list[Command]] = {}
    for each in matching:
        groups.setdefault((*each.words[:length], "" if len(each.words) <= length else "more"), []).append(each)
    return [*groups.values()]


def meant(game: Play, commands: Iterable[Command], typed: str, player: PlayerId) -> Completion:
    """The command that a text means for a player: itself, or the only one that it can become.

    An action that is not legal is returned as it stands, so that applying it gives the reason. Raises `BadInput` if
    the text is no command, or begins several.
    """
    found, left_off = complete(commands, typed)
    only = found[0] if len(found) == 1 and not left_off and not found[0].is_open and typed.strip() else None
    is_word = len(typed.split()) == 1
    try:
        action = parse(game, typed, player)
    except BadInput as error:
        if only is not None:
            return only
        raise _unreadable(error, typed, is_beginning=bool(found)) from None
    if only is not None and (is_word or not game.is_legal(action)):
        return only
    if is_word and found and found[0].text != typed.lower():  # "run" alone would run no train
        raise _unreadable(None, typed, is_beginning=True)
    return Completion(typed, action)


def _unreadable(error: BadInput | None, typed: str, *, is_beginning: bool) -> BadInput:
    """Refusal of a text that is no whole command, with the remedy."""
    said = quote_text(" ".join(typed.split()))
    if is_beginning:
        return BadInput("{typed} is only the beginning of a command. Choose one of the list, or type on.", typed=said)
    if isinstance(error, UnknownName) and typed.split(maxsplit=1)[0].lower() in READERS:
        return error
    return BadInput("{typed} is not a command. Delete a word to see how to go on.", typed=said)
