"""A title's own powers, from its powers.py: keys are declared, read from data, and described to players and authors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import pytest

from tests.conftest import ROOT
from tests.titles.renaming import changed_setup
from tetsudo.core.errors import BadData
from tetsudo.core.units import NOBODY, YELLOW, HexId, Money
from tetsudo.engine.model.power_spec import COMPANY, PRIVATE, TITLE, Amount, Company, Hexes, Key
from tetsudo.engine.model.templates import Part, Phrase, Value
from tetsudo.engine.model.title import Private, Setup
from tetsudo.engine.rules import engine
from tetsudo.engine.rules.powers.registry import POWERS
from tetsudo.engine.rules.powers.terrain import BlocksHexes
from tetsudo.engine.rules.ruleset.active_powers import powers_of
from tetsudo.engine.rules.ruleset.power import Power
from tetsudo.engine.rules.ruleset.ruleset import Ruleset
from tetsudo.engine.rules.tiles_and_tokens.lay_tile import cost_to_lay
from tetsudo.engine.state.state import State
from tetsudo.language.power_sentences import sentences
from tetsudo.titles.data import power_registry


class Toll(Power[Ruleset]):
    """An extra cost for building on some hexes."""

    kind = "toll"
    help = "Who builds on some hexes pays more."
    sentence = "Who builds in {hexes} pays {amount} more{sign}."
    owners = ("player", "any")
    changes_cost = True

    hexes: Annotated[Hexes, Key("where")]
    amount: Annotated[Amount, Key("how much", minimum=5)]
    sign: Annotated[str, Key("what stands on the sign")] = ""
    spared: Annotated[Company, Key("who pays nothing")] = NOBODY
    since: Annotated[Literal["ever", "sale"], Key("from when on", owners={"sale": ("any",)})] = "ever"

    def settle(self, setup: Setup) -> None:
        self.sign_board = self.sign.upper()

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        is_due = self.since == "ever" or self.owner(state) != NOBODY
        return cost + self.amount if is_due and hex in self.hexes and company != self.spared else cost

    def words(self, setup: Setup) -> Mapping[str, Part]:
        return {"sign": Phrase(', as a sign says: "{sign}"', sign=Value("text", self.sign))}


class Fence(BlocksHexes):
    """A power of the core under another name."""

    kind = "fence"


class Ferry(Power[Ruleset]):
    """A power for companies, with a flag and a number."""

    kind = "ferry"
    help = "Carries trains."
    sentence = "{uses} trains a day."
    belongs_to = (COMPANY,)

    uses: Annotated[int, Key("how many", minimum=1)]
    by_night: Annotated[bool, Key("whether at night too", beside="uses")] = False

    def settle(self, setup: Setup) -> None:
        self.at_first = self.uses * (1 + self.by_night)


class Tax(Power[Ruleset]):
    """A power of the title itself."""

    kind = "tax"
    help = "Every lay costs more."
    sentence = "Every lay costs {amount} more."
    belongs_to = (TITLE,)
    changes_cost = True

    amount: Annotated[Amount, Key("how much")]

    def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
        return cost + self.amount


OWN = (Toll, Fence, Ferry, Tax)
SIR = 'name = "South Iyo Railway"'


@pytest.fixture(autouse=True)
def _own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add these powers to every title, in addition to the core's."""
    known = power_registry.kinds_of
    monkeypatch.setattr(
        power_registry, "kinds_of", lambda title: {**known(title), **{power.kind: power for power in OWN}}
    )


def load(patch: pytest.MonkeyPatch, power: str, owner: str = "any") -> Setup:
    """1889 with a power for one private."""
    return changed_setup(patch, "1889", "companies.toml", (SIR, f'{SIR}\npowers = [{{ owner = "{owner}", {power} }}]'))


def load_company(patch: pytest.MonkeyPatch, power: str) -> Setup:
    """1889 with a power for one company."""
    return changed_setup(patch, "1889", "companies.toml", ('homes = "K8"', f'homes = "K8", powers = [{{ {power} }}]'))


def private(setup: Setup) -> Private:
    return next(private for private in setup.privates if private.symbol == "SIR")


def test_what_they_declare_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load(monkeypatch, 'kind = "toll", amount = 5, hexes = "K4 C4", sign = "Halt"')
    (power,) = (each for each in Ruleset(setup).powers.all if isinstance(each, Toll))
    assert [setup.map.hexes[hex].name for hex in power.hexes] == ["K4", "C4"]
    assert (power.amount, power.sign, power.sign_board, power.spared) == (5, "Halt", "HALT", NOBODY)


@pytest.mark.parametrize(
    ("power", "sentence"),
    [
        ('kind = "toll", hexes = "K4", amount = 5, colour = "green"', "colour: is not a key that belongs here"),
        ('kind = "toll", hexes = "K4", amuont = 5', "amount: is missing"),
        ('kind = "toll", hexes = "K4", amount = 4', "amount: must be at least 5, not 4"),
        ('kind = "toll", hexes = "K4", amount = "5"', "amount: must be a whole number, not '5'"),
        ('kind = "toll", hexes = "K4", amount = 5, sign = 1', "sign: must be a text, not 1"),
        ('kind = "toll", hexes = "K4", amount = 5, spared = "RA"', "spared: 'RA' is no company"),
        ('kind = "toll", hexes = "K4", amount = 5, since = "now"', "since: must be one of ever, sale, not 'now'"),
        ('kind = "toll", hexes = "", amount = 5', "hexes: names nothing"),
        ('kind = "fence", hexes = "K4", until = "5"', "until: is not a key that belongs here"),
        ('kind = "fence", hexes = "K5"', "hexes: 'K5' is no hex"),
        ('kind = "fence", hexes = "K4"', "owner: must be player for fence, not 'any'"),
        ('kind = "ferry", uses = 2', "kind: 'ferry' is a power of companies only"),
    ],
)
def test_what_they_do_not_declare_is_refused(monkeypatch: pytest.MonkeyPatch, power: str, sentence: str) -> None:
    with pytest.raises(BadData, match=rf"companies\.toml: privates\.SIR\.powers\[0\]\.{sentence}"):
        load(monkeypatch, power)


def test_a_word_may_decide_who_owns_it(monkeypatch: pytest.MonkeyPatch) -> None:
    toll = 'kind = "toll", hexes = "K4", amount = 5'
    assert load(monkeypatch, toll, "player")
    with pytest.raises(BadData, match=r"owner: must be any for toll, not 'player'"):
        load(monkeypatch, f'{toll}, since = "sale"', "player")


@pytest.mark.parametrize(
    ("power", "sentence"),
    [
        ('kind = "toll", hexes = "K4", amount = 5, tax = 1', "tax: is not a key that belongs here"),
        ('kind = "fence", hexes = "K4"', "kind: 'fence' is a power of privates only"),
        ('kind = "ferry", uses = "2"', "uses: must be a whole number, not '2'"),
        ('kind = "ferry", uses = 2, by_night = 1', "by_night: must be true or false, not 1"),
    ],
)
def test_a_companys_own_power_is_held_to_the_same(monkeypatch: pytest.MonkeyPatch, power: str, sentence: str) -> None:
    with pytest.raises(BadData, match=rf"companies\.AR\.powers\[0\]\.{sentence}"):
        load_company(monkeypatch, power)


def test_they_are_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """A toll on a hex of 80 yen."""
    setup = load(monkeypatch, 'kind = "toll", hexes = "E4", amount = 15, spared = "IR"')
    rules = Ruleset(setup)
    state, hex = engine.begin(rules, []), setup.map.by_name["E4"]
    costs = [cost_to_lay(rules, state, setup.company(symbol).id, hex, YELLOW) for symbol in ("AR", "IR")]
    assert costs == [95, 80]


def load_title(patch: pytest.MonkeyPatch, lines: str, variants: tuple[str, ...] = ()) -> Setup:
    """1889 with lines inserted before its reasons."""
    return changed_setup(patch, "1889", "title.toml", ("[reasons]", f"{lines}\n[reasons]"), variants=variants)


def test_a_title_has_powers_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_title(monkeypatch, '[powers.war]\nkind = "tax"\namount = 15')
    rules = Ruleset(setup)
    state, hex = engine.begin(rules, []), setup.map.by_name["E4"]
    assert cost_to_lay(rules, state, 0, hex, YELLOW) == 95
    (power,) = powers_of(setup, setup)
    assert (power.owner(state), power.decider(state)) == (NOBODY, NOBODY)
    assert sentences(setup, setup) == ["Every lay costs ¥15 more."]


def test_a_variant_brings_a_power_of_the_title(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = '[variants.war]\nname = "War"\nhelp = "War."\n[variants.war.powers]\ntax = { kind = "tax", amount = 15 }'
    assert load_title(monkeypatch, lines).powers == ()
    (power,) = load_title(monkeypatch, lines, ("war",)).powers
    assert (power.kind, power.values) == ("tax", {"amount": 15})


@pytest.mark.parametrize(
    ("power", "sentence"),
    [
        ('kind = "tax"', "amount: is missing"),
        ('kind = "tax"\namount = 1\nowner = "any"', "owner: is not a key that belongs here"),
        ('kind = "fence"\nhexes = "K4"', "kind: 'fence' is a power of privates only"),
        ('kind = "toll"\nhexes = "K4"\namount = 5', "kind: 'toll' is a power of privates and companies only"),
    ],
)
def test_a_titles_power_is_held_to_the_same(monkeypatch: pytest.MonkeyPatch, power: str, sentence: str) -> None:
    with pytest.raises(BadData, match=rf"title\.toml: powers\.war\.{sentence}"):
        load_title(monkeypatch, f"[powers.war]\n{power}")


def test_the_site_tells_their_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load(monkeypatch, 'kind = "toll", hexes = "K4", amount = 5, sign = "Halt"')
    assert sentences(private(setup), setup) == ['Who builds in K4 Takamatsu pays ¥5 more, as a sign says: "Halt".']


def test_a_key_that_nobody_reads_cannot_exist() -> None:
    with pytest.raises(TypeError, match=r"Idle\.tax: no method reads it"):

        class Idle(Toll):
            kind = "idle"
            tax: Annotated[Amount, Key("what is paid")]


def test_what_is_only_told_is_not_read() -> None:
    with pytest.raises(TypeError, match=r"Idle\.tax: no method reads it"):

        class Idle(Toll):
            kind = "idle"
            tax: Annotated[Amount, Key("what is paid")]

            def words(self, setup: Setup) -> Mapping[str, Part]:
                return {"sign": Value("money", self.tax)}


def test_a_key_is_of_a_type_that_data_can_have() -> None:
    with pytest.raises(TypeError, match=r"Idle\.tax: no key is a <class 'float'>"):

        class Idle(Toll):
            kind = "idle"
            tax: Annotated[float, Key("what is paid")]


def test_a_key_stands_beside_one_that_there_is() -> None:
    with pytest.raises(TypeError, match=r"Idle\.tax: there is no key 'night' beside which it could stand"):

        class Idle(Toll):
            kind = "idle"
            tax: Annotated[Amount, Key("what is paid", beside="night")] = 0

            def settle(self, setup: Setup) -> None:
                self.at_first = self.tax


@pytest.mark.parametrize("name", ["owner", "lay_cost", "private", "id", "passage_cost", "owner_kind"])
def test_a_key_is_not_called_as_something_that_every_power_has(name: str) -> None:
    said = {"kind": "idle", "help": "Does nothing.", "sentence": "It does nothing."}
    with pytest.raises(TypeError, match=rf"Idle\.{name}: no key can be called so"):
        type("Idle", (Power,), {**said, "__annotations__": {name: Annotated[int, Key("how much")]}})


def test_every_gap_of_a_sentence_is_filled() -> None:
    with pytest.raises(TypeError, match=r"Idle\.sentence: nothing fills the gap 'amuont'"):

        class Idle(Power[Ruleset]):
            kind = "idle"
            help = "Costs something."
            sentence = "{owner} pays {amuont}."
            amount: Annotated[Amount, Key("how much")]

            def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
                return self.amount


@pytest.mark.parametrize("missing", ["help", "sentence"])
def test_a_kind_says_what_it_does(missing: str) -> None:
    said = {"help": "Does nothing.", "sentence": "It does nothing.", "kind": "mute", missing: ""}
    with pytest.raises(TypeError, match=rf"Mute\.{missing} is missing: what 'mute' does"):
        type("Mute", (Power,), said)


def test_a_base_of_kinds_may_say_nothing() -> None:
    class Base(Power[Ruleset]):
        """A base class whose keys its kinds inherit."""

        tax: Annotated[Amount, Key("what is paid")]
        belongs_to: ClassVar[tuple[str, ...]] = (PRIVATE,)

    class Kind(Base):
        kind = "taxed"
        help = "Costs something."
        sentence = "It costs {tax}."

        def lay_cost(self, state: State, company: int, hex: HexId, cost: Money) -> Money:
            return self.tax

    assert list(Kind.fields) == ["tax"]
    assert Kind.belongs_to == (PRIVATE,)


def test_powers_are_numbered_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = load_company(monkeypatch, 'kind = "ferry", uses = 2, by_night = true')
    rules = Ruleset(setup)
    assert [power.id for power in rules.powers.all] == list(range(len(rules.powers.all)))
    (ferry,) = powers_of(setup.company("AR"), setup)
    assert (ferry.at_first, ferry.own_company, ferry.private) == (4, setup.company("AR").id, NOBODY)


def test_the_modules_of_the_cores_powers_are_not_compiled() -> None:
    """Keys are read from annotations of the class, which the compiled engine does not keep."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    interpreted = project["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["interpreted"]
    assert {f"{power.__module__.replace('.', '/')}.py" for power in POWERS} <= set(interpreted)
