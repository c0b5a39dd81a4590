"""Names of kinds, answers and amounts in the language of the page."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: Final[dict[str, str | Promise]] = {
    "best_run": _("Best run"),
    "rusting": _("Rusting trains"),
    "presidency": _("Presidency"),
    "forced_train": _("Forced train"),
    "bankruptcy": _("Bankruptcy"),
    "control": _("Control"),
    "dividend": _("Pay or withhold"),
}
"""Headings of the kinds of puzzle."""

ABOUT: Final[dict[str, str | Promise]] = {
    "best_run": _("Find the highest revenue."),
    "rusting": _("Tell which trains rust."),
    "presidency": _("Tell who is president after some trades."),
    "forced_train": _("Work out what a president must pay for a train."),
    "bankruptcy": _("Bankrupt another president."),
    "control": _("Take over a company in one turn."),
    "dividend": _("Compare what paying and withholding do to your net worth."),
}
"""Tasks of the kinds of puzzle."""

AMOUNTS: Final[dict[str, str | Promise]] = {
    "revenue": _("Revenue"),
    "president": _("The president pays"),
    "shares": _("By selling shares"),
    "pay": _("Paying out"),
    "withhold": _("Withholding"),
    "half": _("Half dividend"),
}
"""Labels of amounts that are asked."""

NONE: Final = _("None")
"""Label of the choice that none of the others is right."""
