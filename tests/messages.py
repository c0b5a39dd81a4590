"""Every sentence shown to users, collected from engine, site and titles, and the catalogues of its translations.

`python -m tests.messages` updates each catalogue: new sentences are empty, obsolete ones are dropped, and the compiled
file is rebuilt.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Final, TypeAlias

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from tetsudo.analysis.accounts import cash_flow, series
from tetsudo.analysis.lessons.catalogue import lessons_of
from tetsudo.core.translation import LOCALE_DIR
from tetsudo.core.units import COLOURS
from tetsudo.core.unknown_names import SENTENCES
from tetsudo.draw.text.rows import ROUNDS
from tetsudo.engine.model.options import declared_options
from tetsudo.engine.rules import refusals
from tetsudo.language import labels, log_sentences
from tetsudo.titles import loader
from tetsudo.titles.data.power_registry import kinds_of
from tetsudo.titles.introductions import guide_of

SOURCE: Final = Path(loader.__file__).parents[1]
UNTRANSLATED_MODULES: Final = (
    *(
        "cli/*.py",
        "cli/commands/*.py",
        "cli/history/*.py",
        "cli/lab/*.py",
        "lab/compare/*.py",
        "lab/design/**/*.py",
        "titles/rulebook/coverage.py",
        "draw/style/theme.py",
        "game/text/commands.py",
        "titles/data/notation.py",
    ),
    *(f"web/common/{name}.py" for name in ("client_address", "database/location", "file_permissions", "mail_settings")),
    "web/server/commands/**/*.py",
    "web/server/run.py",
    "web/reference/design/*.py",
    "web/notices/channels/push_keys.py",
    "web/settings.py",
)
"""Modules read only by hosts, authors and users of the terminal."""

CALLS: Final = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "say", "BadInput", "UnknownName", "Phrase", "JoinedParts"), (0,)),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (0, 1)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), (1,)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), (1, 2)),
}
"""Message functions, with the positions of their singular and plural arguments; a context comes before them."""

CALL: Final = re.compile(r"""\b(?:\w*gettext|_)\((?:u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:, )?)+(?:count)?\)""")
"""A call in Django's `templatize` output for a template; the rest of that output is filler."""

LETTER: Final = re.compile("[A-Za-z]")
"""Part of every text that differs between languages, unlike an amount."""

EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)

Message: TypeAlias = tuple[str, str | tuple[str, ...], str | None]
"""Place, text (singular and plural), and context."""


def messages() -> Iterator[Message]:
    """All messages."""
    for path in sorted(
        set(SOURCE.rglob("*.py")) - {file for name in UNTRANSLATED_MODULES for file in SOURCE.glob(name)}
    ):
        yield from _source_messages(path, path.read_text("utf-8"))
    for path in sorted((SOURCE / "web" / "templates").rglob("*.*")):
        yield from _source_messages(path, "\n".join(CALL.findall(templatize(path.read_text("utf-8")))))
    yield from _option_messages()
    for place, sentences in _table_messages():
        yield from ((place, sentence, None) for sentence in sentences if sentence)


def _source_messages(path: Path, text: str) -> Iterator[Message]:
    """Messages of the calls in Python source text."""
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = [str(each.value) if isinstance(each, ast.Constant) else "" for each in call.args]
        said = tuple(given[at] for at in CALLS.get(name, ()) if at < len(given))
        if said and all(said):
            yield (
                str(path.relative_to(SOURCE)),
                said if len(said) > 1 else said[0],
                given[0] if CALLS[name][0] else None,
            )


def _table_messages() -> Iterator[tuple[str, Iterable[str]]]:
    """Messages in the tables of the engine and in titles' data."""
    yield (
        "language/log_sentences.py",
        (
            *log_sentences.SENTENCES.values(),
            *log_sentences.SENTENCE_PARTS.values(),
            *log_sentences.SKIP_SENTENCES.values(),
        ),
    )
    yield "language/labels.py", (word for words in labels.WORD_LABELS.values() for word in words.values())
    yield (
        "language/labels.py",
        (*labels.ACTION_TEXTS.values(), *labels.ACTION_PARTS.values(), labels.TRAIN_LABEL, labels.NOBODY_LABEL),
    )
    yield "engine/rules/refusals.py", (text for both in refusals.REASONS.values() for text in both)
    yield "engine/rules/refusals.py", refusals.FRAGMENTS.values()
    yield "core/unknown_names.py", (text for both in SENTENCES.values() for text in both)
    yield "draw/text/rows.py", ROUNDS
    yield "analysis/accounts/cash_flow.py", cash_flow.SOURCES.values()
    yield "analysis/accounts/series.py", (*(kind.title for kind in series.PLOTS.values()), *series.ROUND_NAMES.values())
    yield "core/units.py", COLOURS
    yield "engine/model/options.py", (option.help for _name, _type, option in declared_options())
    for info in loader.titles():
        yield f"titles/{info.name}", _title_messages(info)


def _title_messages(info: loader.TitleInfo) -> Iterator[str]:
    yield info.full_name
    for choice in (*info.scenarios, *info.variants):
        yield from (choice.title, choice.help, choice.pace, *(other.reason for other in choice.excludes))
    seats = info.seats(next((each.name for each in info.scenarios), ""))
    every = loader.setup(info.name, seats[0])
    yield from every.market.zones
    yield from dict.fromkeys(clause.kind for clause in loader.clauses(info.name))
    yield from (power.sentence for power in kinds_of(info.name).values())
    guides = [guide_of(info.name, scenario.name) for scenario in info.scenarios] or [guide_of(info.name)]
    yield from dict.fromkeys(sentence for each in guides for sentence in (*each.special, *each.lessons.values()))
    yield from dict.fromkeys(
        sentence for lesson in lessons_of(info.name) for sentence in lesson.sentences if LETTER.search(sentence)
    )
    yield from sorted({terrain for hex in every.map.hexes for terrain in hex.terrain})


def _option_messages() -> Iterator[Message]:
    """Options and their values, which are too short to be translated without a context."""
    for info in loader.titles():
        for option in info.options:
            yield "engine/model/options.py", option.name.replace("_", " "), "option"
            for word in option.choices:
                yield "engine/model/options.py", word.replace("_", " "), "choice"


# Catalogues


def placeholders(text: str) -> set[str]:
    """Placeholders of a sentence: `{player}`, `%(name)s`; and doubled percent signs."""
    return set(re.findall(r"\{\w+(?:![rs])?(?::[^}]*)?\}|%\(\w+\)\w|%%", text))


def read(path: Path) -> Catalog:
    """A catalogue, from its file."""
    with path.open("rb") as file:
        found = read_po(file, locale=path.parents[1].name)
    found.creation_date = found.revision_date = EPOCH  # otherwise each would differ from the last one
    return found


def catalogues() -> list[Path]:
    """The catalogue files of all languages."""
    return sorted(LOCALE_DIR.glob("*/LC_MESSAGES/django.po"))


def compiled_catalogue(path: Path) -> bytes:
    """A catalogue in compiled form."""
    file = BytesIO()
    write_mo(file, read(path))
    return file.getvalue()


def updated_catalogue(path: Path) -> Catalog:
    """A catalogue with exactly the current sentences."""
    template, catalogue = Catalog(creation_date=EPOCH), read(path)
    for where, said, context in messages():
        template.add(said, locations=[(where, 0)], context=context)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def write(path: Path, catalogue: Catalog) -> None:
    """Write a catalogue, keeping its header, and its compiled file."""
    head, _, _ = path.read_text("utf-8").partition("\n\n")
    file = BytesIO()
    write_po(file, catalogue, width=110, omit_header=True, include_lineno=False, sort_by_file=True)
    path.write_text(f"{head}\n\n{file.getvalue().decode()}", "utf-8")
    path.with_suffix(".mo").write_bytes(compiled_catalogue(path))


def main() -> None:
    """Update all catalogues."""
    for path in catalogues():
        catalogue = updated_catalogue(path)
        write(path, catalogue)
        missing = sum(not message.string or not all(message.string) for message in catalogue if message.id)
        print(f"{path.relative_to(SOURCE)}: {len(catalogue)} sentences, {missing} of them to be translated")


if __name__ == "__main__":
    main()
