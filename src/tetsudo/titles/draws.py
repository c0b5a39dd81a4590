"""Companies drawn as a game is set up: the draws of a title, what is drawn at a table, and what that reserves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from tetsudo.core.errors import BadInput
from tetsudo.core.units import NOBODY, CompanyId, PrivateId
from tetsudo.engine.model.title import MINOR, Company, Draw, PowerData, Setup
from tetsudo.engine.rules.powers.comes_with_share import ComesWithShare
from tetsudo.titles.data.powers import Names
from tetsudo.titles.data.toml_table import TomlTable


def build_draws(table: TomlTable, companies: Sequence[Company], names: Names) -> tuple[Draw, ...]:
    """Draws of a title, in the order in which they are made; no company is drawn twice."""
    draws: list[Draw] = []
    for name in table.raw:
        among = table.ids(names.companies, name, "company")
        draw = Draw(name, among)
        for company in among:
            _check_company(table, name, companies, company)
        if len(among) <= sum(bool({*among} & {*other.companies}) for other in draws):
            table.contradict("has too few companies: earlier draws may leave none of them", name)
        draws.append(draw)
    return tuple(draws)


def _check_company(table: TomlTable, name: str, companies: Sequence[Company], id: CompanyId) -> None:
    """Raise BadData unless a company has a president's certificate on offer, so that the draw can reserve it."""
    if id == NOBODY:  # of a draft whose companies cannot be read
        return
    company = companies[id]
    if company.kind == MINOR or company.forms is not None:
        table.refuse(f"{company.symbol} is a minor or forms from minors, so nothing of it is on offer to draw", name)
    elif company.president_reserved:
        table.refuse(f"{company.symbol} cannot be drawn: its president's certificate is reserved already", name)


def check_brought(table: TomlTable, setup: Setup) -> None:
    """Raise BadData unless each draw's certificates are there for all powers that bring one of the drawn company."""
    for at, draw in enumerate(setup.draws):
        brought = [power.values["what"] for power in _powers_with(setup, at)]
        if "par" in brought or brought.count("president") > 1:
            table.refuse("brings shares and at most one president's certificate, and no par alone", draw.name)
        companies = [setup.companies[company] for company in draw.companies]
        if brought.count("share") > min(company.ordinary - company.reserved for company in companies):
            table.refuse("brings more shares than a company has left", draw.name)


def dealt_or_drawn(setup: Setup, deal: Sequence[str] | None, seed: int | None) -> Setup:
    """Setup with its dealt privates and drawn companies: those that `deal` names, else what the seed decides.

    `deal` has the symbols of the privates of players 0, 1, ..., if privates are dealt, then those of the companies
    drawn. Without a deal or a seed, the seed is 0.
    """
    players = 0 if setup.settings.auction else setup.players
    if not players and not setup.draws:
        if deal is not None:
            raise BadInput("this game auctions its privates, so there is no deal", "deal")
        return setup
    if players:
        setup = replace(setup, lots=(), deal=_deal(setup, None if deal is None else deal[:players], seed))
    drawn = _drawn(setup, seed or 0) if deal is None else _named(setup, deal[players:])
    return with_drawn(setup, drawn, by_default=deal is None and seed is None)


def _deal(setup: Setup, deal: Sequence[str] | None, seed: int | None) -> tuple[PrivateId, ...]:
    """Private of each player (1889-BEG-02)."""
    ids = {private.symbol: private.id for private in setup.privates}
    if deal is None:
        return tuple(random.Random(seed or 0).sample(sorted(ids.values()), setup.players))
    if len(deal) != setup.players or len(set(deal)) < len(deal) or not set(deal) <= set(ids):
        wanted = f"{setup.players} different ones of {', '.join(ids)}"
        raise BadInput("deal must name {wanted}, not {known}", "deal", wanted=wanted, known=", ".join(deal))
    return tuple(ids[symbol] for symbol in deal)


def _drawn(setup: Setup, seed: int) -> tuple[CompanyId, ...]:
    """Company of each draw, decided by a seed."""
    chance, drawn = random.Random(f"draws {seed}"), list[CompanyId]()
    for draw in setup.draws:
        drawn.append(chance.choice([company for company in draw.companies if company not in drawn]))
    return tuple(drawn)


def _named(setup: Setup, symbols: Sequence[str]) -> tuple[CompanyId, ...]:
    """Company of each draw, by symbols; raise BadInput if they cannot have been drawn."""
    ids = {company.symbol: company.id for company in setup.companies}
    drawn = tuple(ids.get(symbol, NOBODY) for symbol in symbols)
    possible = len(drawn) == len(setup.draws) == len(set(drawn))
    if not possible or any(company not in draw.companies for company, draw in zip(drawn, setup.draws, strict=True)):
        wanted = ", ".join("/".join(setup.companies[each].symbol for each in draw.companies) for draw in setup.draws)
        known = ", ".join(symbols)
        raise BadInput(
            "deal must end with the companies drawn, {wanted}, not {known}", "deal", wanted=wanted, known=known
        )
    return drawn


def with_drawn(setup: Setup, drawn: tuple[CompanyId, ...], *, by_default: bool) -> Setup:
    """Setup with the companies drawn, and the certificates reserved that powers bring of them."""
    return replace(setup, companies=_reserving(setup, drawn, 1), drawn=drawn, drawn_by_default=by_default)


def in_the_box(setup: Setup) -> Setup:
    """Setup as it lies in the box: no company is drawn yet."""
    return replace(setup, companies=_reserving(setup, setup.drawn, -1), drawn=()) if setup.drawn else setup


def _reserving(setup: Setup, drawn: Sequence[CompanyId], count: int) -> tuple[Company, ...]:
    """Companies with one more (1) or one less (-1) of each certificate reserved that powers bring of those drawn."""
    companies = list(setup.companies)
    for at, company in enumerate(drawn):
        for power in _powers_with(setup, at):
            facts = companies[company]
            if power.values["what"] == "president":
                companies[company] = replace(facts, president_reserved=count > 0)
            else:
                companies[company] = replace(facts, reserved=facts.reserved + count)
    return tuple(companies)


def _powers_with(setup: Setup, draw: int) -> list[PowerData]:
    """Powers that bring a certificate of the company of a draw."""
    powers = [power for private in setup.privates for power in private.powers]
    powers += [power for company in setup.companies for power in company.powers]
    return [power for power in powers if issubclass(power.power, ComesWithShare) and power.values["draw"] == draw]
