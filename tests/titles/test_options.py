"""Options of a table, and refused values."""

from __future__ import annotations

import pickle
from dataclasses import fields

import pytest

from tetsudo.core.errors import BadInput
from tetsudo.engine.model.options import OptionValue
from tetsudo.engine.model.title import Setup
from tetsudo.titles import loader


def refusal(name: str, value: OptionValue) -> str:
    with pytest.raises(BadInput) as caught:
        loader.setup("1889", 4, options={name: value})
    return caught.value.sentence


def test_titles_say_what_can_be_chosen() -> None:
    info = loader.title_info("1889")
    assert info in loader.titles()
    assert (info.full_name, info.designer, info.publisher) == (
        "Shikoku 1889", "Yasutaka Ikeda", "Grand Trunk Games",
    )  # fmt: skip
    assert (info.minimum_players, info.maximum_players) == (2, 6)
    assert info.scenarios == ()
    assert [variant.name for variant in info.variants] == ["18xx.games", "beginner"]
    assert all(choice.help and choice.title for choice in info.variants)
    assert all(option.help for option in info.options)


def said(table: Setup) -> dict[str, object]:
    """All data of a setup."""
    return {field.name: getattr(table, field.name) for field in fields(table)}


def test_defaults_are_within_their_bounds_and_change_nothing() -> None:
    info = loader.title_info("1889")
    for players in range(2, 7):
        defaults = {option.name: option.default_for(players) for option in info.options}
        table = loader.setup("1889", players, options=defaults)
        recorded = {option.name: option.default_for(players) for option in info.recorded}
        assert table.options == defaults | recorded
        assert loader.changed_options(table) == {}
        assert said(table) == said(loader.setup("1889", players))


@pytest.mark.parametrize("option", loader.title_info("1889").options, ids=lambda o: o.name)
def test_numbers_are_held_to_their_bounds(option: loader.OptionInfo) -> None:
    if option.type != "number":
        return
    for value in (option.minimum - 1, option.maximum + option.step, True, "5", None):
        assert refusal(option.name, value).startswith(f"{option.name} must be")  # type: ignore[arg-type]
    if option.step > 1:
        assert refusal(option.name, option.minimum + 1).endswith(f"in steps of {option.step}, not {option.minimum + 1}")


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("bank", 5000, lambda table: table.settings.bank),
        ("starting_cash", 500, lambda table: table.settings.starting_cash),
        ("certificate_limit", 20, lambda table: table.settings.certificate_limit),
        ("float_percent", 60, lambda table: table.companies[3].float_percent),
        ("hold_limit", 100, lambda table: table.settings.hold_limit),
        ("market_limit", 20, lambda table: table.settings.market_limit),
        ("bid_step", 1, lambda table: table.settings.bid_step),
        ("bid_off_order", "lowest", lambda table: table.settings.bid_off_order),
        ("forced_lot", "at_once", lambda table: table.settings.forced_lot),
        ("final_privates", False, lambda table: table.settings.final_privates),
        ("offers", "agreed", lambda table: table.settings.offers),
        ("track", "permissive", lambda table: table.settings.track),
        ("home_tokens", "turn", lambda table: table.settings.home_tokens),
        ("must_own_train", "always", lambda table: table.settings.must_own_train),
        ("unlimited_trains", False, lambda table: table.options["unlimited_trains"]),
        ("early_bankruptcy", True, lambda table: table.settings.early_bankruptcy),
        ("bank_breaks_at_zero", True, lambda table: table.settings.bank_breaks_at_zero),
        ("turn_limit", 8, lambda table: table.settings.turn_limit),
        ("train_prices", "1 2 3 4 5 6", lambda table: " ".join(str(train.price) for train in table.trains)),
        ("train_counts", "1 2 3 4 5", lambda table: " ".join(str(train.count) for train in table.trains[:-1])),
        ("trade_in_prices", "700", lambda table: str(table.trains[-1].trade_in_price)),
        ("train_limits", "5 5 4 4 3 3", lambda table: " ".join(str(phase.train_limit) for phase in table.phases)),
        ("operating_rounds", "1 1 1 2 2 2", lambda table: " ".join(str(p.operating_rounds) for p in table.phases)),
    ],
)
def test_an_option_takes_effect(name, value, read) -> None:  # type: ignore[no-untyped-def]
    table = loader.setup("1889", 4, options={name: value})
    assert read(table) == value != read(loader.setup("1889", 4))
    assert loader.changed_options(table) == {name: value}


def test_the_last_trains_are_limited_only_if_it_is_said() -> None:
    assert loader.setup("1889", 4, options={"top_trains": 9}).trains[-1].count == -1
    assert loader.setup("1889", 4, options={"unlimited_trains": False}).trains[-1].count == 6
    assert loader.setup("1889", 4, options={"unlimited_trains": False, "top_trains": 9}).trains[-1].count == 9


@pytest.mark.parametrize("value", ["6 5 4 3", "6 5 4 3 2 1", "6 5 4 3 x", "6 5 4 3 0", "6 5 4 3 -2", "", 5])
def test_several_numbers_must_all_be_there(value: OptionValue) -> None:
    wanted = "5 times a whole number from 1 to 99, with spaces between"
    assert refusal("train_counts", value) == f"train_counts must be {wanted}, not {str(value)!r}"


def test_numbers_of_thousands_of_digits_are_refused() -> None:
    assert refusal("trade_in_prices", "9" * 5000).startswith("trade_in_prices must be 1 times a whole number")


def test_flags_and_words() -> None:
    assert refusal("unlimited_trains", 1) == "unlimited_trains must be true or false, not 1"
    assert refusal("offers", "never") == "offers must be one of ask, agreed, not 'never'"


@pytest.mark.parametrize("name", ["bnak", "auction", "steps"])
def test_what_is_no_option_is_refused(name: str) -> None:
    assert refusal(name, 1).startswith(f"There is no option {name}.")


def test_the_bank_must_hold_the_starting_cash() -> None:
    assert loader.setup("1889", 6, options={"bank": 6 * 390}).settings.bank == 2340
    with pytest.raises(BadInput, match="bank must cover the starting cash of all players, 2340, not 2339"):
        loader.setup("1889", 6, options={"bank": 2339})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("1999", 4), "There is no title 1999"),
        (("1889", 1), "Shikoku 1889 is for 2 to 6 players, not 1"),
        (("1889", 7), "Shikoku 1889 is for 2 to 6 players, not 7"),
        (("1889", 4, ["expert"]), "There is no variant expert. Variants: 18xx.games, beginner"),
        (("1889", 4, (), {}, "A"), "There is no scenario A. This title has none."),
        (("1889", 4, (), {}, None, ["TR"]), "this game auctions its privates"),
    ],
)
def test_what_can_not_be_chosen_is_refused(arguments, sentence: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=sentence):
        loader.setup(*arguments)


def test_a_deal_is_named_or_comes_from_the_seed() -> None:
    named = loader.setup("1889", 3, ["beginner"], deal=["SIR", "ER", "DR"])
    assert [named.privates[private].symbol for private in named.deal] == ["SIR", "ER", "DR"]
    deals = {loader.setup("1889", 3, ["beginner"], seed=seed).deal for seed in range(60)}
    assert len(deals) == 6
    for seed in range(3):
        again = loader.setup("1889", 3, ["beginner"], seed=seed)
        assert again.deal == loader.setup("1889", 3, ["beginner"], seed=seed).deal


@pytest.mark.parametrize("deal", [[], ["SIR", "ER"], ["SIR", "ER", "ER"], ["SIR", "ER", "UTF"]])
def test_a_deal_names_a_private_for_each_player(deal: list[str]) -> None:
    with pytest.raises(BadInput, match="deal must name 3 different ones of ER, DR, SIR"):
        loader.setup("1889", 3, ["beginner"], deal=deal)


def test_asking_again_gives_the_same_setup() -> None:
    first = loader.setup("1889", 4, ["18xx.games"], {"bank": 6000, "bid_step": 10})
    assert loader.setup("1889", 4, ["18xx.games", "18xx.games"], {"bid_step": 10, "bank": 6000}) is first


def test_setups_travel_between_processes() -> None:
    table = loader.setup("1889", 4)
    assert said(pickle.loads(pickle.dumps(table))) == said(table)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("bank", "5000", 5000),
        ("unlimited_trains", "no", False),
        ("unlimited_trains", "True", True),
        ("offers", "agreed", "agreed"),
        ("train_limits", "4 4 3 2 2 2", "4 4 3 2 2 2"),
    ],
)
def test_options_can_be_typed(name: str, text: str, value: OptionValue) -> None:
    assert loader.option_from_text("1889", name, text) == value


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("bank", "lots", "bank must be a whole number from 1000 to 100000, not 'lots'"),
        ("bank", "--5", "bank must be a whole number from 1000 to 100000, not '--5'"),
        ("bank", "9" * 5000, f"bank must be a whole number from 1000 to 100000, not '{'9' * 40}'"),
        ("bank", "-1", "bank must be a whole number from 1000 to 100000, not -1"),
        ("unlimited_trains", "maybe", "unlimited_trains must be true or false, not 'maybe'"),
        ("offers", "never", "offers must be one of ask, agreed, not 'never'"),
        ("bnak", "1", "There is no option bnak. Did you mean bank? `tetsudo titles 1889` lists them."),
    ],
)
def test_what_can_not_be_typed(name: str, text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        loader.option_from_text("1889", name, text)
    assert caught.value.sentence == sentence
