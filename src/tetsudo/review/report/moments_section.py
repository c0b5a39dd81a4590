"""Moments of a player as a part of the HTML page of a review."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from tetsudo.language.labels import Labels
from tetsudo.review.report.moments import ContinuationData, MomentData, MomentsData


def moments_section(found: MomentsData, player: int, labels: Labels) -> Iterator[str]:
    """Moments of a player, what their decisions cost by kind, and the changes by round."""
    say, money = labels.say, labels.money
    yield f"<h3>{escape(say('Moments'))}</h3>"
    those = [each for each in found["moments"] if each["player"] == player]
    if not those:
        yield f"<p>{escape(say('No decision that surely cost much.'))}</p>"
    for each in those:
        yield _moment(each, labels)
    errors = [
        (each["kind_name"], str(each["decisions"]), money(each["loss"]), _interval(each["interval"], labels))
        for each in found["errors"]
        if each["player"] == player
    ]
    heads = [say("Decisions"), say("Number"), say("Cost of one"), say("Likely range")]
    yield _folded(say("What decisions cost, by kind"), _table(heads, errors))
    changes = [
        (each["round"], money(each["own"]), money(each["others"]), money(each["anyway"]), money(each["error"]))
        for each in found["changes"]
        if each["player"] == player
    ]
    heads = [say("Round"), say("Own decisions"), say("Others' decisions"), say("Anyway"), say("Standard error")]
    yield _folded(say("What the table did, by round"), _table(heads, changes))


def _moment(each: MomentData, labels: Labels) -> str:
    """A moment: what was played, folded with what was better."""
    say, loss = labels.say, f"{labels.money(each['loss'])} ± {labels.money(each['error'])}"
    better = "".join(f"<li>{_continuation(one, labels)}</li>" for one in each["better"])
    return (
        f'<p><span class="move">#{each["move"]}</span> {escape(each["kind_name"])}: '
        f"{_continuation(each['played'], labels)} <small>({escape(loss)})</small></p>"
        f"<details><summary>{escape(say('What was better'))}</summary><ol>{better}</ol></details>"
    )


def _continuation(each: ContinuationData, labels: Labels) -> str:
    return f"{escape(each['text'])} → {escape(labels.money(each['expected']))}"


def _interval(amounts: Sequence[int] | None, labels: Labels) -> str:
    return " … ".join(labels.money(amount) for amount in amounts) if amounts else ""


def _folded(heading: str, content: str) -> str:
    return f"<details><summary>{escape(heading)}</summary>{content}</details>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """HTML table of texts."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
