"""The clauses of a title, and the clause behind each refusal of the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from tetsudo.core.unknown_names import nearest
from tetsudo.engine.rules.refusals import REASONS
from tetsudo.titles.data import toml_files
from tetsudo.titles.data.toml_files import TomlTable
from tetsudo.titles.data.variants import main_table


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


@cache
def read_clauses(title: str) -> Mapping[str, Clause]:
    """Clauses of a title by id; raise BadData for a reference to an unknown clause, scenario or variant."""
    table = TomlTable(toml_files.read_clauses(title), toml_files.path_of(title, toml_files.CLAUSES_FILE))
    found = {id: _clause(id, line) for id, line in table.tables()}
    places = _scope_names(title, found)
    for clause in found.values():
        if clause.restates and clause.restates not in found:
            raise table.error(f"there is no clause {clause.restates!r}", f"{clause.id}.restates")
        for place in clause.scenarios:
            if place not in places:
                raise table.error(f"{place!r} is no scenario, variant or section", f"{clause.id}.scenarios")
    return found


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


@cache
def clauses_by_code(title: str) -> Mapping[str, str]:
    """Clause id for each refusal code of the engine; raise BadData for an unknown code or clause."""
    table, found = main_table(title).table("reasons"), read_clauses(title)
    clauses = {code: toml_files.own_clause(title, table.text(code)) for code in table.raw}
    for code, clause in clauses.items():
        if code not in REASONS:
            raise table.error(f"is no reason of the engine{_suggestion(code)}", code)
        if clause not in found:
            raise table.error(f"there is no clause {clause!r}", code)
    return clauses


@cache
def clauses_of_findings(title: str) -> Mapping[str, str]:
    """Clause id for each kind of finding of a review that no refusal stands for."""
    return {kind: clause.id for clause in read_clauses(title).values() for kind in clause.findings}


def _suggestion(code: str) -> str:
    """Suggestion for a mistyped code, as the end of a sentence."""
    close = nearest(code, REASONS)
    return f"; did you mean {close[0]}?" if close else ""
