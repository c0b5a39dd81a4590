"""Reference cards and rules, for every title."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from django.utils.html import escape

from tetsudo.engine.model.title import PowerData
from tetsudo.engine.rules.powers.terrain import TerrainDiscount
from tetsudo.language.labels import Labels
from tetsudo.language.power_sentences import sentence
from tetsudo.titles.loader import clauses, setup, title_info, titles
from tetsudo.titles.rulebook.traceability import places
from tetsudo.web.reference.rules import clause_tests
from tetsudo.web.reference.title_card import Reference, reference

TITLES = [info.name for info in titles()]
TITLE = TITLES[0]

pytestmark = pytest.mark.django_db


def card_of(title: str, scenario: str = "", variants: Sequence[str] = ()) -> Reference:
    """The card that a title's page shows; its parts are made when they are read."""
    return reference(title, scenario, variants)


def found(client: Client, **query: str) -> list[str]:
    """Ids of the clauses that a search finds."""
    groups = client.get(f"/titles/{TITLE}/rules/", query).context["groups"]
    return [clause.id for group in groups for clause in group.clauses]


@pytest.mark.parametrize("title", TITLES)
def test_a_card_shows_all_that_there_is(client: Client, title: str) -> None:
    info = next(info for info in titles() if info.name == title)
    data = setup(title, info.maximum_players)
    page = " ".join(client.get(f"/titles/{title}/").content.decode().split())
    for company in data.companies:
        assert f"{escape(company.name)} <small" in page
    for private in data.privates:
        assert escape(private.name) in page
    for tile in data.tiles:
        assert f'id="tile-{tile.name}"' in page
    for train in data.trains:
        assert f'<th scope="row">{train.name}</th> <td class="number">{Labels(data, ()).money(train.price)}' in page
    assert info.designer in page


@pytest.mark.parametrize("title", TITLES)
def test_each_variant_has_a_card(client: Client, title: str) -> None:
    info = next(info for info in titles() if info.name == title)
    scenarios = [choice.name for choice in info.scenarios] or [""]
    for number, variant in enumerate(info.variants):
        offering = [each for each in scenarios if variant in info.variants_in(each)]
        scenario = offering[number % len(offering)]
        card = client.get(f"/titles/{title}/", {"scenario": scenario, "variants": variant.name}).context["card"]
        assert (card.setup.scenario, card.setup.variants) == (scenario, (variant.name,))


def test_a_card_tells_of_its_scenarios_variants(client: Client) -> None:
    def told(scenario: str) -> list[str]:
        page = " ".join(client.get("/titles/1890/", {"scenario": scenario}).content.decode().split())
        listed = page[page.index("Variants") : page.index("On this page")]
        return re.findall(r"<dt>(.*?)</dt>", listed)

    assert "Eight turns" in told("A")
    assert "Eight turns" not in told("B")
    assert "Kinki as an ordinary company" in told("C")
    assert "Kinki as an ordinary company" not in told("D")
    page = client.get("/titles/1890/").content.decode()
    assert '<a href="/titles/1890/rules/?q=C.10.3">C.10.3</a>' in " ".join(page.split())
    assert escape(next(each.pace for each in title_info("1890").variants if each.name == "eight-trains")) in page


def test_the_card_tells_what_the_players_number_decides() -> None:
    lines = card_of("1889").players
    assert [(line.players, line.cash, line.certificates) for line in lines] == [
        (2, "¥420", 25),
        (3, "¥420", 19),
        (4, "¥420", 14),
        (5, "¥390", 12),
        (6, "¥390", 11),
    ]


def test_each_scenario_has_a_card_of_its_own() -> None:
    for scenario, last in (("A", 4), ("B", 4), ("C", 7), ("D", 7)):
        card = card_of("1890", scenario=scenario)
        assert (card.setup.scenario, card.players[0].players, card.players[-1].players) == (scenario, 2, last)
    lots = {scenario: card_of("1890", scenario=scenario).players[0].lots for scenario in ("A", "C")}
    assert lots == {"A": "A B C D E KER", "C": "A B C D E F KAN OER ORY NER KER"}


FREE = "free, without connection, in addition to the turn's tile."


def powers_of(title: str, *variants: str) -> dict[str, str]:
    """Descriptions of the privates' powers on the card."""
    card = card_of(title, variants=variants)
    return {line.private.symbol: " ".join(line.powers) for line in card.privates}


@pytest.mark.parametrize(("title", "price"), [("1888", "$40"), ("1888n", "¥40")])
def test_powers_of_companies_are_sentences(title: str, price: str) -> None:
    powers = powers_of(title)
    assert powers["KT"] == ""
    assert powers["TA"] == (
        f"The company that owns it may lay #L39 in H2 Xi'an, at any point of its turn, once: {FREE}"
    )
    assert powers["HS"] == (
        "No track can be laid in C5 Heng Shan until a company owns it or it is closed. The company that owns it"
        f" may lay #L41 in C5 Heng Shan if no tile is there, at any point of its turn, once: {FREE} The bank"
        f" pays {price} into a company's treasury for each of its trains that runs to or through #L41."
    )
    assert powers["CW"] == (
        "The company that owns it may lay up to 2 yellow tiles, joined by track, in B4, B6, B8, B10, B16, C3, C7, C11,"
        f" C13, C15, D2, D4, D6, E3, F4, at any point of its turn, once: {FREE}"
    )
    assert powers["YRF"] == (
        "The company that owns it may lay #L40a and #L40b in E17 Dalian, F16 Yantai, at any point of its turn, once:"
        f" {FREE}"
    )
    assert powers["FC"] == (
        "The player who owns it may exchange it for a share of a company with a token in C9 Beijing from the IPO"
        " or the market, in a stock round, as the purchase of a turn without sales."
    )


def test_a_variants_powers_are_its_own() -> None:
    assert powers_of("1888", "18xx.games")["FC"].endswith("from the IPO, at any time in a stock round.")
    assert powers_of("1888n", "18xx.games")["FC"].endswith("as the purchase of a turn without sales.")


def test_powers_over_money_and_tokens_are_sentences() -> None:
    powers = powers_of("1890")
    assert powers["HN"] == (
        "No track can be laid in I12 Ōsaka Minami, J11 Sakai until phase 4 begins, a company owns it or it is "
        "closed. It stays open when privates close, and then pays ¥5 and cannot be sold to a company."
    )
    assert powers["OM"].startswith(
        "No track can be laid in G12 Ōsaka Kita, H11 Ōsaka Nishi, H13 Ōsaka Higashi until Ōsaka Municipal Subway "
        "begins its first turn or it is closed. It stays open when privates close. It closes when Ōsaka Municipal "
        "Subway buys a"
    )
    assert powers["SB"] == (
        "Each corporation with a token in J11 Sakai receives ¥40 at the start of each operating round, while a player"
        " owns it."
    )
    assert "corporation, but not Japan Railways or Ōsaka Municipal Subway, may pay ¥100 to the bank" in powers["KR"]


def test_the_card_tells_what_holds_for_one_company_alone() -> None:
    card = card_of("1890")
    notes = {line.company.symbol: " ".join(line.notes) for line in card.companies}
    assert notes["JR"] == "Its par is ¥100. It pays half of its revenue, or withholds it."
    assert notes["KN"].endswith(
        "It forms from minors and receives what they own and 4 times its par. Ōsaka Electric Railroad merges in for "
        "the president's certificate if its owner declares it from phase 2 on, at the latest in phase 2.5. Ōsaka "
        "Railway merges in for a share as soon as the company forms. Kanan Railway merges in for a share if its owner "
        "declares it from phase 2 on, at the latest in phase 3, with 50\xa0% of its cash. Nara Electric Railway merges "
        "in for 2 shares if its owner declares it from phase 4 on, at the latest in phase 5."
    )
    assert notes["HK"].startswith("Hankyū Railways, if it has a token in D9 Takarazuka, receives ¥40 at the start")
    assert notes["NK"] == ""


def test_the_card_tells_what_variants_make_of_a_company() -> None:
    variants = ["private-jr", "forced-conversion"]
    card = card_of("1890", scenario="A", variants=variants)
    notes = {line.company.symbol: " ".join(line.notes) for line in card.companies}
    assert notes["JR"].endswith("With its revenue from phase 6 on: pay out, withhold.")
    assert notes["KER"].endswith("At the latest it converts by itself, after the turn in which phase 5 begins.")


def test_the_card_tells_limits_of_companies_that_are_apart() -> None:
    limits = {
        scenario: [(line.phase.name, line.train_limit, line.lays) for line in card_of("1890", scenario=scenario).phases]
        for scenario in ("B", "C")
    }
    assert limits["B"][2] == ("3", "3 (minors\xa01, JR\xa04)", "1 (JR\xa02)")
    assert limits["C"][-1] == ("6", "2 (minors\xa01, JR\xa03)", "")


@pytest.mark.parametrize("title", TITLES)
def test_no_power_is_left_unsaid(title: str) -> None:
    info = next(info for info in titles() if info.name == title)
    for variants in [
        (),
        *((variant.name,) for variant in info.variants_in(info.scenarios[0].name if info.scenarios else "")),
    ]:
        said = "".join(powers_of(title, *variants).values())
        card = card_of(title, variants=variants)
        said += "".join(" ".join(line.notes) for line in card.companies)
        assert not any(word in said for word in ("{", "nobody", "None", "  "))


@pytest.mark.parametrize(
    ("title", "notes"),
    [
        (
            "1889",
            [
                "The D-train is on sale from the first 6-train on.",
                "A D-train costs ¥800 when a 4, 5 or 6 is traded in.",
            ],
        ),
        (
            "1888",
            [
                "The D-train is on sale from the first 6-train on.",
                "A D-train costs $700 when a 4, 5 or 6 is traded in.",
                "Once a train has been sold: after each set of operating rounds the next train is exported, if it "
                "is a 2, 3 or 4.",
                "Companies buy trains from each other from phase 3 on.",
            ],
        ),
        (
            "1888n",
            [
                "A D-train costs ¥700 when a 4, 5 or 6 is traded in.",
                "After each set of operating rounds the next train is exported, if it is a 2, 3 or 4.",
                "Companies buy trains from each other from phase 3 on.",
            ],
        ),
    ],
)
def test_the_card_tells_how_trains_come_and_go(title: str, notes: list[str]) -> None:
    assert card_of(title).train_notes == notes


def test_the_card_tells_destinations_and_who_must_lay_a_home(client: Client) -> None:
    lines = card_of("1888n").companies
    assert {line.company.symbol: (line.destination.split()[0], line.bonus) for line in lines} == {
        "JHR": ("D12", "¥30"),
        "SSL": ("C13", "¥20"),
        "CDL": ("E17", "¥20"),
        "HJR": ("G9", "¥20"),
        "TJL": ("H4", "¥20"),
        "LYR": ("H14", "¥20"),
        "JZR": ("B6", "¥40"),
        "ZDR": ("F12", "¥40"),
    }
    assert [line.company.symbol for line in lines if line.lays_home] == ["HJR", "TJL", "ZDR"]
    assert ">Destination<" not in client.get("/titles/1889/").content.decode()


def test_a_private_that_may_cost_a_company_anything_says_so() -> None:
    sales = {title: card_of(title).privates[0].sale for title in ("1888", "1888n")}
    assert sales == {"1888": "any price", "1888n": "¥13–¥37"}


def test_phases_say_which_train_begins_them() -> None:
    lines = card_of("1888n").phases
    assert [(line.phase.name, line.trigger) for line in lines] == list(zip("1234567", ["", *"23456D"], strict=True))


def test_a_subsidised_tile_says_what_the_bank_pays(client: Client) -> None:
    page = client.get("/titles/1888n/").content.decode()
    assert page.count("The bank pays ¥40 for each train that calls.") == 1


@pytest.mark.parametrize("title", TITLES)
def test_the_card_tells_every_option(title: str) -> None:
    info = next(info for info in titles() if info.name == title)
    card = card_of(title)
    values = {line.name: line.value for line in card.options}
    assert len(values) == len(info.options)
    assert (values["Certificate limit"], values["Final privates"]) == {
        "1889": ("14", "yes"),
        "1888": ("16", "no"),
        "1888n": ("16", "yes"),
        "1890": ("15", "yes"),
    }[title]


def test_powers_are_sentences() -> None:
    privates = {line.private.symbol: line for line in card_of("1889").privates}
    assert privates["TR"].powers == ("No track can be laid in K4 Takamatsu until a company owns it or it is closed.",)
    assert privates["SMR"].powers == (
        "The company that owns it pays nothing for a hex whose only terrain is mountain.",
    )
    assert privates["UTF"].players == 4


def test_a_clause_is_found_by_its_id(client: Client) -> None:
    assert found(client, q="1889-OR-07") == ["1889-OR-07"]
    assert found(client, q=" or-07 ") == ["1889-OR-07"]
    assert found(client, q="OR-07..08") == ["1889-OR-07", "1889-OR-08"]


def test_clauses_are_found_by_words_in_any_order_and_case(client: Client) -> None:
    ids = found(client, q="PRIORITY opens holder")
    assert "1889-SR-01" in ids
    assert ids == found(client, q="holder priority opens")
    assert found(client, q="no such words anywhere") == []


def test_what_a_question_was_settled_with_is_searched_and_shown(client: Client) -> None:
    assert found(client, q="all sales in one go") == ["1889-SR-02"]
    assert "all sales in one go" in client.get("/titles/1889/rules/1889-SR-02/").content.decode()


def test_a_kind_is_listed_whole(client: Client) -> None:
    expected = [clause.id for clause in clauses(TITLE) if clause.kind == "track"]
    assert found(client, kind="track") == expected


def test_without_a_query_all_rules_stand_there(client: Client) -> None:
    assert sorted(found(client)) == sorted(clause.id for clause in clauses(TITLE))


def test_typing_gets_only_what_was_found(client: Client) -> None:
    response = client.get("/titles/1889/rules/", {"q": "OR-07"}, headers={"HX-Request": "true"})
    assert "<html" not in response.content.decode()
    assert "1889-OR-07" in response.content.decode()
    assert "HX-Request" in response["Vary"]


def test_every_clause_has_an_address_that_refusals_can_link_to(client: Client) -> None:
    for code, id in setup(TITLE, 3).clauses.items():
        assert client.get(f"/titles/{TITLE}/rules/{id}/").status_code == 200, code
    assert client.get("/titles/1889/rules/or-07/")["Location"] == "/titles/1889/rules/1889-OR-07/"


def test_a_clause_leads_to_its_code_and_its_tests(client: Client) -> None:
    page = client.get("/titles/1889/rules/1889-PHS-06/").content.decode()
    (place,) = places("1889-PHS-06")
    assert f"<code>{place.file}:{place.line}</code>" in page
    assert place.within in page
    assert "tests/clauses/t1889/test_phases.py::" in page


def test_what_no_code_carries_out_and_no_test_shows_says_nothing_of_them(client: Client) -> None:
    title, bare = next(
        (title, clause)
        for title in TITLES
        for clause in clauses(title)
        if not clause.counts and not clause.restates and not places(clause.id)
    )
    page = client.get(f"/titles/{title}/rules/{bare.id}/").content.decode()
    assert bare.id in page
    assert "workings" not in page


def test_a_clause_that_restates_another_leads_where_that_does(client: Client) -> None:
    clause = next(clause for clause in clauses("1890") if clause.restates)
    first, second = (client.get(f"/titles/1890/rules/{id}/").context["workings"] for id in (clause.id, clause.restates))
    assert first == second
    assert first.places
    assert first.tests


def test_without_tests_there_are_none_to_show(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tetsudo.web.reference.rules.folder_of_tests", lambda: None)
    clause_tests.cache_clear()
    page = client.get("/titles/1889/rules/1889-PHS-06/").content.decode()
    clause_tests.cache_clear()
    assert "engine/rules/trains/depot.py" in page
    assert "tests/" not in page


@pytest.mark.parametrize(
    "path",
    [
        "/titles/1066/",
        "/titles/../",
        "/titles/1889/rules/1889-XX-01/",
        "/titles/1066/rules/",
        "/titles/1889/?variants=x",
    ],
)
def test_what_there_is_not_is_not_found(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_a_query_is_text(client: Client) -> None:
    page = client.get("/titles/1889/rules/", {"q": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("/titles/1888-N/", "/titles/1888n/"),
        ("/titles/shikoku 1889/?variants=beginner", "/titles/1889/?variants=beginner"),
        ("/titles/1888N/rules/?q=token&kind=track", "/titles/1888n/rules/?q=token&kind=track"),
        ("/titles/1888-N/rules/OR-07/", "/titles/1888n/rules/OR-07/"),
    ],
)
def test_another_spelling_leads_to_the_titles_own_address(client: Client, address: str, right: str) -> None:
    response = client.get(address)
    assert (response.status_code, response["Location"]) == (302, right)
    assert client.get(address, follow=True).status_code == 200


def test_an_unknown_title_is_answered_by_the_nearest(client: Client) -> None:
    for address in ("/titles/1898/", "/titles/1898/rules/", "/titles/1898/rules/OR-07/"):
        response = client.get(address)
        assert response.status_code == 404
        assert "There is no title 1898. Did you mean 1889?" in response.content.decode()


def test_a_discount_that_leaves_something_to_pay_says_so() -> None:
    table = setup("1889", 4)
    power = TerrainDiscount(0, PowerData(TerrainDiscount, "company", {"terrain": "mountain", "cost": 20}), table, 3)
    assert "pays at most ¥20 for a hex whose only terrain is mountain" in sentence(power, table)


def test_a_card_of_variants_leads_to_a_table_and_a_board_with_them(client: Client) -> None:
    page = client.get("/titles/1890/", {"scenario": "A", "variants": ["plain-jr", "eight-turns"]}).content.decode()
    new = re.search(r'href="(/new/\?[^"]+)"', page)
    board = re.search(r'href="(/board/[^"]+)"', page)
    assert new
    assert board
    shape = client.get(new[1].replace("&amp;", "&")).context["forms"].shape
    assert (shape.scenario, shape.variants) == ("A", ("plain-jr", "eight-turns"))
    assert client.get(board[1].replace("&amp;", "&")).context["scene"].setup.variants == ("plain-jr", "eight-turns")
