"""A title's own powers, from its powers.py: what they ask of their data, and what data give them."""

from __future__ import annotations

import pytest

from tests.titles.renaming import changed
from tetsudo.errors import BadData
from tetsudo.model.title import PowerData, Setup
from tetsudo.rules.powers.payments import PaysOnce
from tetsudo.rules.powers.terrain import BlocksHexes
from tetsudo.rules.ruleset.power import Bearer, Power
from tetsudo.titles import build


class Toll(Power):
    """Asks for an amount, and for a name if there is one."""

    def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
        super().__init__(id, bearer, data, setup)
        self.amount = data.values["amount"]
        self.sign = data.values.get("sign", "")


OWN = {"toll": Toll, "late_pay": PaysOnce, "fence": BlocksHexes}
SIR = 'name = "South Iyo Railway"'


def load(patch: pytest.MonkeyPatch, power: str) -> Setup:
    """1889 with powers of its own, of which one private has one."""
    patch.setattr(build, "powers", lambda title: OWN)
    return changed(patch, "1889", "companies.toml", (SIR, f'{SIR}\npowers = [{{ owner = "any", {power} }}]'))


@pytest.mark.parametrize(
    ("power", "values"),
    [
        ('kind = "toll", amount = 5', {"amount": 5}),
        ('kind = "toll", amount = 5, sign = "Halt"', {"amount": 5, "sign": "Halt"}),
        ('kind = "late_pay", phase = "5", income = 60', {"phase": 3, "income": 60}),
    ],
)
def test_what_they_read_is_given(monkeypatch: pytest.MonkeyPatch, power: str, values: dict[str, object]) -> None:
    setup = load(monkeypatch, power)
    (found,) = next(private for private in setup.privates if private.symbol == "SIR").powers
    assert found.values == values


@pytest.mark.parametrize(
    ("power", "sentence"),
    [
        ('kind = "toll", amount = 5, colour = "green"', "colour: is not a key that toll reads"),
        ('kind = "toll", amuont = 5', "amount: is missing: toll asks for it"),
        ('kind = "late_pay", phase = "5", income = 60, amount = 1', "amount: is not a key that late_pay reads"),
        ('kind = "fence", hexes = "K4", until = "5"', "until: is not a key that fence reads"),
        ('kind = "fence", hexes = "K5"', "hexes: 'K5' is no hex"),
    ],
)
def test_a_key_that_is_not_read_or_not_given_is_refused(
    monkeypatch: pytest.MonkeyPatch, power: str, sentence: str
) -> None:
    with pytest.raises(BadData, match=rf"companies\.toml: privates\.SIR\.powers\[0\]\.{sentence}"):
        load(monkeypatch, power)


def test_a_companys_own_power_is_held_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "powers", lambda title: OWN)
    line = ('homes = "K8"', 'homes = "K8", powers = [{ kind = "toll", amount = 5, tax = 1 }]')
    with pytest.raises(BadData, match=r"companies\.AR\.powers\[0\]\.tax: is not a key that toll reads"):
        changed(monkeypatch, "1889", "companies.toml", line)


def test_an_error_of_the_power_itself_is_not_taken_for_one_of_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Toll):
        def __init__(self, id: int, bearer: Bearer, data: PowerData, setup: Setup) -> None:
            super().__init__(id, bearer, data, setup)
            dict[str, object]()["amount"]

    monkeypatch.setitem(OWN, "toll", Broken)
    with pytest.raises(KeyError):
        load(monkeypatch, 'kind = "toll", amount = 5')
