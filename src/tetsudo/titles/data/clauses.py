"""The clauses of a title, and the ones behind refusals of the engine, findings of a review, and puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tetsudo.core.unknown_names import hint
from tetsudo.engine.rules.refusals import REASONS
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.toml_files import TITLES_CACHED
from tetsudo.titles.data.toml_table import TomlTable
from tetsudo.titles.data.variants import main_table

PUZZLES: Final = "puzzles"
"""Table in the file of clauses that is no clause: those that puzzles cite."""

TOPICS: Final = (
    "route",
    "shared track",
    "bonus",
    "revenue",
    "depot order",
    "phase",
    "rust",
    "more shares",
    "equal shares",
    "largest holder",
    "clockwise",
    "forced",
    "cheapest",
    "president pays",
    "order of money",
    "allowed sales",
    "bankrupt",
    "one purchase",
    "sale",
    "cash",
    "per share",
    "market shares",
    "half",
    "rise",
    "fall",
    "edge",
)
"""Topics of the explanations of puzzles."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of a title in our own words. `resolution` answers the open `question`."""

    id: str
    section: str
    kind: str
    text: str
    question: str = ""
    resolution: str = ""
    restates: str = ""  # the clause with the same meaning
    counts: bool = True  # true if the clause needs a test
    scenarios: tuple[str, ...] = ()  # scenarios, variants or sections it applies to; none: it always applies
    findings: tuple[str, ...] = ()  # kinds of findings of a review that rest on it


@lru_cache(TITLES_CACHED)
def read_clauses(title: str) -> Mapping[str, Clause]:
    """Clauses of a title by id; raise BadData for a reference to an unknown clause, scenario, variant or topic."""
    table = _table(title)
    found = {id: _clause(id, line) for id, line in table.tables() if id != PUZZLES}
    places = _scope_names(title, found)
    for clause in found.values():
        if clause.restates and clause.restates not in found:
            table.refuse(
                f"there is no clause {clause.restates!r}{hint(clause.restates, found)}", f"{clause.id}.restates"
            )
        for place in clause.scenarios:
            if place not in places:
                sentence = f"{place!r} is no scenario, variant or section{hint(place, sorted(places))}"
                table.refuse(sentence, f"{clause.id}.scenarios")
    _clauses_by_topic(title, found)  # checks them
    return found


def _table(title: str) -> TomlTable:
    """File of a title's clauses, with those of its base."""
    return toml_files.table_of(title, toml_files.CLAUSES_FILE, toml_files.read_clauses(title))


def _scope_names(title: str, found: Mapping[str, Clause]) -> set[str]:
    """Names that `scenarios` of a clause may contain: scenarios, variants, and sections for those not implemented."""
    main = main_table(title)
    names = [name for key in ("scenarios", "variants") for name in main.table(key, optional=True).raw]
    return {*names, *(clause.section for clause in found.values())}


def _clause(id: str, line: TomlTable) -> Clause:
    kind = line.text("kind")
    restates = line.text("restates", "")
    clause = Clause(
        id=id,
        section=line.text("section"),
        kind=kind,
        text=line.text("text"),
        question=line.text("question", ""),
        resolution=line.text("resolution", ""),
        restates=restates,
        counts=line.flag("counts", not restates and kind != "etiquette"),
        scenarios=line.words("scenarios", ""),
        findings=line.words("findings", ""),
    )
    line.check_all_read()
    return clause


@lru_cache(TITLES_CACHED)
def clauses_by_code(title: str) -> Mapping[str, str]:
    """Clause id for each refusal code of the engine; raise BadData for an unknown code or clause."""
    table, found = main_table(title).table("reasons", optional=True), read_clauses(title)
    clauses = {code: toml_files.own_clause(title, table.text(code)) for code in table.raw}
    for code, clause in clauses.items():
        if code not in REASONS:
            table.refuse(f"is no reason of the engine{hint(code, REASONS)}", code)
        elif clause not in found and isinstance(table.raw[code], str) and not _table(title).is_hidden:
            table.refuse(f"there is no clause {clause!r}{hint(clause, found)}", code)
    return clauses


@lru_cache(TITLES_CACHED)
def clauses_of_findings(title: str) -> Mapping[str, str]:
    """Clause id for each kind of finding of a review that no refusal stands for."""
    return {kind: clause.id for clause in read_clauses(title).values() for kind in clause.findings}


@lru_cache(TITLES_CACHED)
def clauses_of_puzzles(title: str) -> Mapping[str, tuple[str, ...]]:
    """Clause ids for each topic of puzzles, in order; none on a topic that the title leaves out."""
    return _clauses_by_topic(title, read_clauses(title))


def _clauses_by_topic(title: str, found: Mapping[str, Clause]) -> Mapping[str, tuple[str, ...]]:
    """Clause ids for each topic of puzzles; raise BadData for an unknown topic or clause."""
    table = _table(title).table(PUZZLES, optional=True)
    for topic in table.raw:
        if topic not in TOPICS:
            table.refuse(f"is no topic of puzzles{hint(topic, TOPICS)}", topic)
    topics = {topic: _own_clauses(title, table.texts(topic, ())) for topic in TOPICS}
    for topic, ids in topics.items():
        for id in ids:
            if id not in found:
                table.refuse(f"there is no clause {id!r}{hint(id, found)}", topic)
    return topics


def _own_clauses(title: str, ids: Iterable[str]) -> tuple[str, ...]:
    """Clause ids with the title's own prefix."""
    return tuple(toml_files.own_clause(title, id) for id in ids)
