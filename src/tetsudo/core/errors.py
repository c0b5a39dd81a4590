"""What can go wrong, each with a sentence for people."""

from __future__ import annotations

from tetsudo.core.translation import Say


class TetsudoError(Exception):
    """Anything that Tetsudo refuses; its text is one clear sentence."""


class BadInput(TetsudoError):
    """A file, a text or an option that cannot be used.

    `where` names the line, field or option, as far as it is known; `facts` stand in the sentence by
    their names, and may be parts of it that are sentences themselves.
    """

    def __init__(self, sentence: str, where: str = "", **facts: object) -> None:
        self.template, self.facts = sentence, facts
        self.sentence = self.told(str)
        self.where = where
        super().__init__(f"{where}: {self.sentence}" if where else self.sentence)

    def told(self, say: Say) -> str:
        """The sentence in a language."""
        facts = {name: fact.told(say) if isinstance(fact, BadInput) else fact for name, fact in self.facts.items()}
        return say(self.template).format_map(facts) if facts else say(self.template)


class UnknownName(BadInput, KeyError):
    """A name or symbol that nothing has."""

    __str__ = Exception.__str__  # a KeyError shows its sentence in quotes


class HiddenAmount(BadInput):
    """An amount that is hidden from who asks."""


class BadData(TetsudoError):
    """A title's own data contradicts itself; names file and key."""


class IllegalAction(TetsudoError):
    """An action that the rules forbid now; nothing has changed.

    `code` is the engine's reason, `clause` the id of the rule that forbids the action
    in the title's `clauses.toml`, `remedy` what would make it legal ("" if unknown).
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
