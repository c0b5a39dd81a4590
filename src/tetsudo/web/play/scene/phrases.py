"""Interface texts for the engine's step names. A step without an entry is shown by its own name."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class StepTexts(NamedTuple):
    """Texts for a decision: the task, the step's name, and the label for ending it before and after an action."""

    task: str | Promise
    step: str | Promise
    leave: str | Promise
    done: str | Promise
    kinds: tuple[str, ...] = ()  # action kinds after which `done` replaces `leave`
    is_asked: bool = False  # the company named is the one that asks, not the one that acts


STEP_TEXTS: Final[dict[str, StepTexts]] = {
    "auction": StepTexts(_("buy, bid or pass"), _("auction"), _("Pass"), _("Pass")),
    "bid-off": StepTexts(_("raise or leave the bidding"), _("bidding"), _("Leave the bidding"), _("Leave the bidding")),
    "stock": StepTexts(
        _("buy, sell or pass"),
        _("shares"),
        _("Pass"),
        _("End the turn"),
        ("par", "buy_share", "sell_shares", "take_private"),
    ),
    "home": StepTexts(_("choose a home"), _("home"), _("Skip"), _("Done"), ("place_token",)),
    "track": StepTexts(_("lay track"), _("track"), _("Lay no track"), _("No more track"), ("lay_tile",)),
    "token": StepTexts(_("place a token"), _("token"), _("Place no token"), _("No more tokens"), ("place_token",)),
    "run": StepTexts(_("run the trains"), _("run"), _("Do not run"), _("Do not run")),
    "dividend": StepTexts(_("pay out or withhold"), _("dividend"), _("Skip"), _("Done")),
    "trains": StepTexts(_("buy trains"), _("trains"), _("Buy no train"), _("No more trains"), ("buy_train",)),
    "privates": StepTexts(
        _("buy or use privates"),
        _("privates"),
        _("Skip privates"),
        _("Done with privates"),
        ("buy_private", "lay_private_tile"),
    ),
    "discard": StepTexts(_("discard trains above the limit"), _("discard"), _("Done"), _("Done")),
    "free lay": StepTexts(
        _("lay a tile of a private"), _("a private's tile"), _("Lay nothing"), _("Lay no more"), ("lay_private_tile",)
    ),
    "forced sale": StepTexts(_("sell shares for the train"), _("forced sale"), _("Done"), _("Done")),
    "levy": StepTexts(_("sell shares to pay the debt"), _("debt"), _("Done"), _("Done")),
    "par": StepTexts(_("set a par price"), _("par"), _("Pass"), _("Pass")),
    "window": StepTexts(_("decide whether minors merge now"), _("mergers"), _("Not now"), _("Not now")),
    "forming": StepTexts(_("decide whether minors merge"), _("mergers"), _("Not now"), _("Not now"), is_asked=True),
    "offer": StepTexts(_("answer the offer of"), _("offer"), _("Decline"), _("Decline"), is_asked=True),
}


PROMPTS: Final[dict[str, Promise]] = {
    "matrix": _("Pick a highlighted share"),
    "lots": _("Pick a lot"),
    "hex": _("Pick a glowing hex"),
    "map": _("Choose"),
    "list": _("Choose"),
}
"""Prompt while nothing is chosen, by the view that the turn needs."""


def step_texts(word: str) -> StepTexts:
    """Texts for an engine step name."""
    return STEP_TEXTS.get(word) or StepTexts(word, word, _("Pass"), _("Done"))
