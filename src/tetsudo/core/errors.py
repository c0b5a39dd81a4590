"""Errors of Tetsudo, each with a sentence for users."""

from __future__ import annotations

from tetsudo.core.translation import TranslateFunction


class TetsudoError(Exception):
    """Base class of every refusal; its text is one clear sentence."""


class BadInput(TetsudoError):
    """Unusable file, text or option.

    `where` names the line, field or option, if known. `facts` fill the placeholders of the sentence by name; a fact
    may be another `BadInput`, whose sentence is then inserted.
    """

    def __init__(self, sentence: str, where: str = "", **facts: object) -> None:
        self.template, self.facts = sentence, facts
        self.sentence = self.translate(str)
        self.where = where
        super().__init__(f"{where}: {self.sentence}" if where else self.sentence)

    def translate(self, say: TranslateFunction) -> str:
        """The sentence, translated by `say`."""
        facts = {name: fact.translate(say) if isinstance(fact, BadInput) else fact for name, fact in self.facts.items()}
        return say(self.template).format_map(facts) if facts else say(self.template)

    told = translate
    """Former name of `translate`; goes in the next version."""


class UnknownName(BadInput, KeyError):
    """Unknown name or symbol."""

    __str__ = Exception.__str__  # the message of a KeyError would be quoted


class HiddenAmount(BadInput):
    """Amount hidden from the viewer who asks for it."""


class BadData(TetsudoError):
    """Contradiction in a title's own data; the message names the file and the key.

    `file` and `key` are those names ("" if unknown), and `sentence` is the rest.
    """

    def __init__(self, sentence: str, file: str = "", key: str = "") -> None:
        super().__init__(": ".join(part for part in (file, key, sentence) if part))
        self.sentence = sentence
        self.file = file
        self.key = key

    def __reduce__(self) -> tuple[type[BadData], tuple[str, str, str]]:
        return type(self), (self.sentence, self.file, self.key)


class IllegalAction(TetsudoError):
    """Action that the rules forbid now; nothing has changed.

    `code`: the engine's reason. `clause`: the id of the rule in the title's `clauses.toml` that forbids the action.
    `remedy`: a way to make it legal ("" if unknown).
    """

    def __init__(self, code: str, sentence: str, clause: str = "", remedy: str = "") -> None:
        text = f"{sentence} ({clause})" if clause else sentence
        super().__init__(f"{text} {remedy}".rstrip())
        self.code = code
        self.sentence = sentence
        self.clause = clause
        self.remedy = remedy

    def __reduce__(self) -> tuple[type[IllegalAction], tuple[str, str, str, str]]:
        return type(self), (self.code, self.sentence, self.clause, self.remedy)
