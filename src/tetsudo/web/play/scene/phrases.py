"""The site's words for what is done at a table, by the engine's own short words. What has none is said as it is."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Doing(NamedTuple):
    """What a player decides: as a task, as the name of a step, and how ending it is called, before and after acting."""

    task: str | Promise
    step: str | Promise
    leave: str | Promise
    done: str | Promise
    kinds: tuple[str, ...] = ()  # of actions after which it is only ended
    is_asked: bool = False  # by the company that is named, not for it


DOING: Final[dict[str, Doing]] = {
    "auction": Doing(_("buy, bid or pass"), _("auction"), _("Pass"), _("Pass")),
    "bid-off": Doing(_("raise or leave the bidding"), _("bidding"), _("Leave the bidding"), _("Leave the bidding")),
    "stock": Doing(
        _("buy, sell or pass"),
        _("shares"),
        _("Pass"),
        _("End the turn"),
        ("par", "buy_share", "sell_shares", "take_private"),
    ),
    "track": Doing(_("lay track"), _("track"), _("Lay no track"), _("No more track"), ("lay_tile",)),
    "token": Doing(_("place a token"), _("token"), _("Place no token"), _("No more tokens"), ("place_token",)),
    "run": Doing(_("run the trains"), _("run"), _("Do not run"), _("Do not run")),
    "dividend": Doing(_("pay out or withhold"), _("dividend"), _("Skip"), _("Done")),
    "trains": Doing(_("buy trains"), _("trains"), _("Buy no train"), _("No more trains"), ("buy_train",)),
    "privates": Doing(
        _("buy or use privates"),
        _("privates"),
        _("Leave privates as they are"),
        _("Done with privates"),
        ("buy_private", "lay_private_tile"),
    ),
    "discard": Doing(_("discard trains above the limit"), _("discard"), _("Done"), _("Done")),
    "free lay": Doing(
        _("lay a tile of a private"), _("a private's tile"), _("Lay nothing"), _("Lay no more"), ("lay_private_tile",)
    ),
    "forced sale": Doing(_("sell shares for the train"), _("forced sale"), _("Done"), _("Done")),
    "levy": Doing(_("sell shares for what is owed"), _("dues"), _("Done"), _("Done")),
    "par": Doing(_("set a par price"), _("par"), _("Pass"), _("Pass")),
    "window": Doing(_("say whether minors join now"), _("mergers"), _("Not now"), _("Not now")),
    "forming": Doing(_("say whether minors join"), _("mergers"), _("Not now"), _("Not now"), is_asked=True),
    "offer": Doing(_("answer the offer of"), _("offer"), _("Decline"), _("Decline"), is_asked=True),
}


NOTHING: Final[dict[str, Promise]] = {
    "matrix": _("Choose a lit share"),
    "lots": _("Choose a lot"),
    "hex": _("Choose a lit hex"),
    "map": _("Choose"),
}
"""What is to be done where nothing is chosen, by what the turn is about."""


def doing(word: str) -> Doing:
    """The words for what the engine calls so."""
    return DOING.get(word) or Doing(word, word, _("Pass"), _("Done"))
