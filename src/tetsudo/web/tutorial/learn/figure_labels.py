"""Labels of figures in lessons, in the viewer's language."""

from __future__ import annotations

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tetsudo.analysis.lessons.figures import Figure

LABELS: Final[dict[str, str | Promise]] = {
    "cash": _("{0}’s cash"),
    "worth": _("{0}’s net worth"),
    "certificates": _("{0}’s certificates"),
    "shares": _("{0}’s shares of {1}"),
    "president": _("President of {0}"),
    "treasury": _("Treasury of {0}"),
    "price": _("Share price of {0}"),
    "sold": _("Shares of {0} sold"),
    "market": _("Shares of {0} in the market"),
    "run": _("Best run of {0}"),
    "revenue": _("Revenue"),
    "trains": _("Trains of {0}"),
    "tokens": _("Tokens of {0}"),
    "privates": _("{0}’s privates"),
    "bank": _("Bank"),
    "phase": _("Phase"),
    "order": _("Order of companies"),
    "leader": _("Richest player"),
}
"""Labels by the kind of a figure; the placeholders are its players and companies."""


def label_of(figure: Figure) -> str:
    """Label of a figure."""
    if figure.kind == "run" and len(figure.of) > 1:
        return gettext("Best run of {0} with train {1}").format(*figure.of)
    return str(LABELS[figure.kind]).format(*figure.of)
