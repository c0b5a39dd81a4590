"""Formatter of the site's templates: `python -m tests.templates`, or with `--check` to list those that differ.

It indents by nesting, keeps line breaks between tags, and breaks lines of over 120 characters: between attributes, at
whitespace, and beside rows, items and blocks, where no browser shows it.

djLint is used as a linter only. It would join what must not be apart (buttons, marks and names) to lines of 500
characters, and align attributes under the place where their tag begins in them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

TEMPLATES: Final = Path(__file__).resolve().parent.parent / "src" / "tetsudo" / "web" / "templates"
MAX_LENGTH: Final = 120

DJANGO: Final = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
QUOTED: Final = re.compile(
    r"[\w-]*=\"(?:\{%.*?%\}|\{\{.*?\}\}|[^\"])*\"|[\w-]*='(?:\{%.*?%\}|\{\{.*?\}\}|[^'])*'", re.DOTALL
)
VERBATIM: Final = re.compile(
    r"\{%\s*blocktranslate\b(?![^%]*\btrimmed\b).*?\{%\s*endblocktranslate\s*%\}|<!.*?>|<(pre|textarea)\b.*?</\1\s*>",
    re.DOTALL,
)
"""Text that stays as it is: a message is found by its exact words."""

BRANCHES: Final = ("else", "elif", "empty", "plural")
VOID: Final = frozenset({"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source"})
ITEMS: Final = frozenset(
    {"tr", "td", "th", "li", "dt", "dd", "option", "col", "colgroup", "caption", "thead", "tbody", "tfoot"}
) | {"link", "script", "meta"}
BLOCKS: Final = ITEMS | {
    *("div", "p", "ul", "ol", "dl", "table", "section", "article", "form", "fieldset", "h1", "h2", "h3", "details"),
    *("summary", "dialog", "nav", "footer", "header", "main"),
}
"""Elements beside which whitespace is not shown: always, and between two of them."""


@dataclass
class Token:
    """Piece of a template that is never broken, with the break allowed before it."""

    text: str
    gap: str = ""  # whitespace in the source: "", " " or newlines
    kind: str = "text"  # text, django, verbatim, open (<name), attribute, close (> or />), end (</name>)
    name: str = ""  # of the element or Django tag
    is_within: bool = False  # inside of an element's tag


@dataclass
class Nesting:
    """Elements and Django blocks that are open, each with its share of the indent."""

    shares: list[int] = field(default_factory=list)
    branches: list[list[int]] = field(default_factory=list)  # shares outside of each open block

    @property
    def indent(self) -> int:
        """Indent of what stands here."""
        return sum(self.shares)

    def copy(self) -> Nesting:
        """Independent copy."""
        return Nesting(list(self.shares), list(self.branches))

    def follow(self, token: Token, blocks: set[str]) -> int:
        """Open or end what a token opens or ends; the lowest number of open ones in between."""
        least = len(self.shares)
        if token.kind == "open" and token.name not in VOID:
            self.shares.append(0)
        elif self.shares and (token.kind == "end" or (token.text == "/>" and token.name not in VOID)):
            self.shares.pop()
            least -= 1
        elif token.kind == "django" and token.name in blocks:
            self.branches.append(list(self.shares))
            self.shares.append(0)
        elif token.kind == "django" and token.name in BRANCHES and self.branches:
            least = len(self.branches[-1])
            self.shares = [*self.branches[-1], 0]
        elif token.kind == "django" and token.name.startswith("end") and self.branches:
            outside = self.branches.pop()
            del self.shares[len(outside) : len(outside) + 1]
            least = min(least, len(outside))
        return least


def format_template(source: str) -> str:
    """The template in the format of this project."""
    tokens = list(_tokens(source))
    blocks = {token.name[3:] for token in tokens if token.kind == "django" and token.name.startswith("end")}
    return "\n".join(_lines(tokens, blocks)) + "\n" * source.endswith("\n")  # included ones may touch what follows


# Tokens


def _tokens(source: str) -> Iterator[Token]:
    place, gap, element = 0, "", ""
    while place < len(source):
        if found := re.compile(r"\s+").match(source, place):
            gap, place = "\n" * min(2, found[0].count("\n")) or " ", found.end()
            continue
        token = _element_token(source, place, element) if element else _text_token(source, place)
        token.gap = "" if token.kind == "close" else gap
        token.is_within = bool(element)
        if element and "\n" in token.gap:
            token.gap = " "
        if token.kind == "open":
            element = token.name
        elif token.kind == "close":
            element = ""
        place, gap = place + len(token.text), ""
        if token.kind == "end":
            token.text = f"</{token.name}>"
        yield token


def _text_token(source: str, place: int) -> Token:
    if found := VERBATIM.match(source, place):
        return Token(found[0], kind="verbatim")
    if found := DJANGO.match(source, place):
        return _django(found[0])
    if found := re.compile(r"</([\w-]+)\s*>").match(source, place):
        return Token(found[0], kind="end", name=found[1])
    if found := re.compile(r"<([\w-]+)").match(source, place):
        return Token(found[0], kind="open", name=found[1])
    if found := QUOTED.match(source, place):
        return Token(found[0])
    end = re.compile(r"\s|<(?=[/\w!])|\{[#%{]|=[\"']|$").search(source, place + 1)
    assert end
    text = source[place : end.start()]
    if source.startswith("=", end.start()):  # an attribute in a block of attributes
        name = re.search(r"[\w-]*$", text)
        assert name
        if name.start() == 0:
            found = QUOTED.match(source, place)
            assert found, source[place : place + 60]
            return Token(found[0])
        text = text[: name.start()]
    return Token(text)


def _element_token(source: str, place: int, element: str) -> Token:
    if found := re.compile(r"/?>").match(source, place):
        return Token(found[0], kind="close", name=element)
    if found := DJANGO.match(source, place):
        return _django(found[0])
    found = QUOTED.match(source, place) or re.compile(r"[^\s>{]+?(?=\s|/?>|\{[%{#])").match(source, place)
    assert found, source[place : place + 60]
    return Token(found[0], kind="attribute")


def _django(text: str) -> Token:
    name = re.match(r"\{%\s*(\w+)", text)
    return Token(text, kind="django", name=name[1] if name else "")


# Lines


def _lines(tokens: Sequence[Token], blocks: set[str]) -> Iterator[str]:
    nesting = Nesting()
    start = 0
    while start < len(tokens):
        if start and tokens[start].gap == "\n\n":
            yield ""
        indent = _indent_of(tokens[start:], nesting, blocks)
        end = _end_of_line(tokens, start, indent)
        text = "".join(
            ("" if at == start else token.gap) + token.text for at, token in enumerate(tokens[start:end], start)
        )
        yield " " * indent + text
        _follow(tokens[start:end], nesting, blocks)
        start = end


def _indent_of(tokens: Sequence[Token], nesting: Nesting, blocks: set[str]) -> int:
    """Indent of a line: what it ends first is not around it any more."""
    here = nesting.copy()
    for at, token in enumerate(tokens):
        if at and "\n" in token.gap:
            break
        ends = token.kind == "end" or (token.kind == "django" and token.name.startswith("end"))
        if ends or token.name in BRANCHES:
            here.follow(token, blocks)
        if not ends:
            break
    return here.indent + (2 if tokens[0].is_within else 0)


def _end_of_line(tokens: Sequence[Token], start: int, indent: int) -> int:
    """Index of the first token of the next line."""
    width, best, best_at = indent, float("-inf"), 0
    for at in range(start, len(tokens)):
        token = tokens[at]
        if at > start:
            if "\n" in token.gap:
                return at
            worth = _worth(tokens, at)
            if worth is not None and width + worth > best:
                best, best_at = width + worth, at
        width += (len(token.gap) if at > start else 0) + len(token.text.splitlines()[0])
        if "\n" in token.text:
            width = len(token.text.splitlines()[-1])
        if width > MAX_LENGTH and best_at:
            return best_at
    return len(tokens)


def _worth(tokens: Sequence[Token], at: int) -> float | None:
    """Worth of a break before a token, in characters of a line; None if there cannot be one."""
    before, token = tokens[at - 1], tokens[at]
    if _is_in_message(tokens, at):
        is_edge = before.name in ("blocktranslate", "plural") or token.name in ("endblocktranslate", "plural")
        return 15 if is_edge else -10 if token.gap else None
    if not token.is_within and _is_hidden(before, token):
        return 60 if token.kind in ("open", "end") or before.kind == "end" else 15
    if token.gap:
        return 0 if not token.is_within else -10 if before.kind == "open" else -5
    if token.text == ">":
        return -80
    return None


def _is_in_message(tokens: Sequence[Token], at: int) -> bool:
    for token in reversed(tokens[:at]):
        if token.name == "endblocktranslate":
            return False
        if token.name == "blocktranslate":
            return True
    return False


def _is_hidden(before: Token, after: Token) -> bool:
    """True if whitespace between two tokens is not shown."""
    ends, begins = before.kind == "end", after.kind == "open"
    if (ends and before.name in ITEMS) or (begins and after.name in ITEMS):
        return True
    if before.kind not in ("end", "close") or before.name not in BLOCKS:
        return False
    if after.kind in ("open", "end") and after.name in BLOCKS:
        return ends or begins
    return not ends and (after.name in ("translate", "blocktranslate") or after.text.startswith("{% blocktranslate"))


def _follow(tokens: Sequence[Token], nesting: Nesting, blocks: set[str]) -> None:
    """Open and end what a line does. However much it opens, the next lines are indented by one step."""
    least = len(nesting.shares)
    for token in tokens:
        least = min(least, nesting.follow(token, blocks))
    if len(nesting.shares) > least:
        nesting.shares[least] = 2


def main(words: Sequence[str]) -> int:
    """Format all templates, or list those that would change."""
    differ = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        text = path.read_text("utf-8")
        if (wanted := format_template(text)) != text:
            differ.append(str(path.relative_to(TEMPLATES)))
            if "--check" not in words:
                path.write_text(wanted, "utf-8")
    for name in differ:
        print(name)
    return 1 if differ and "--check" in words else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
