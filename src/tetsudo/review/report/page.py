"""Review as one HTML page that needs no other file. It has no script."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from html import escape
from typing import Final

from tetsudo.draw import map_svg
from tetsudo.game.game import Game
from tetsudo.language.labels import Labels
from tetsudo.review.findings.kinds import KINDS, Finding, RunBelowBest
from tetsudo.review.report.moments import MomentsData
from tetsudo.review.report.moments_section import moments_section
from tetsudo.review.report.sentences import heading, labels_of, sentence
from tetsudo.review.review import Review

MAX_MAPS_PER_PLAYER: Final = 5
"""Number of a player's runs with maps, those that lost most first; a page with every map has megabytes."""

STYLE: Final = """
:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { margin: 2rem 0 .5rem; border-bottom: 1px solid #8886 }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem }
ul { margin: 0; padding-left: 1.25rem }
li { margin: .25rem 0 }
.move, .clause { opacity: .7; font-size: .875rem; font-variant-numeric: tabular-nums }
table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .125rem .75rem .125rem 0; text-align: right } th:first-child, td:first-child { text-align: left }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem }
figure { margin: .5rem 0 } figure svg { width: 100%; height: auto }
"""


def review_page(game: Game, review: Review, moments: MomentsData | None = None) -> str:
    """HTML page of a review: the findings of each player by kind, with the map of each run below the best.

    `moments`: the moments, what each kind of decision cost, and the changes by round, of each player.
    """
    labels = labels_of(game)
    title = escape(f"{labels.say('Review')}: {game.setup.name}")
    body = "\n".join(_sections(game, review, moments, labels))
    language = escape(game.setup.told_in.split("-")[0])
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{body}\n</body></html>\n"
    )


def _sections(game: Game, review: Review, moments: MomentsData | None, labels: Labels) -> Iterator[str]:
    """Section of each player, richest first."""
    for standing in game.standings():
        worth = labels.money(standing.total)
        yield f"<h2>{escape(game.names[standing.player])} <small>{escape(worth)}</small></h2>"
        found = review.of_player(standing.player)
        if not found:
            yield f"<p>{escape(labels.say('No findings.'))}</p>"
        drawn = _drawn_runs(found)
        for kind in KINDS:
            yield from _kind(game, [finding for finding in found if finding.kind == kind], drawn, labels)
        if moments:
            yield from moments_section(moments, standing.player, labels)


def _drawn_runs(findings: Sequence[Finding]) -> Collection[Finding]:
    """Runs of a player that are shown with their maps."""
    runs = [finding for finding in findings if isinstance(finding, RunBelowBest)]
    return sorted(runs, key=lambda run: run.lost, reverse=True)[:MAX_MAPS_PER_PLAYER]


def _kind(game: Game, findings: Sequence[Finding], drawn: Collection[Finding], labels: Labels) -> Iterator[str]:
    """Heading and list of a player's findings of a kind; those in `drawn` with maps."""
    if not findings:
        return
    yield f"<h3>{escape(heading(findings[0].kind, labels))}</h3>\n<ul>"
    for finding in findings:
        maps = _maps(game, finding, labels) if isinstance(finding, RunBelowBest) and finding in drawn else ""
        yield f"<li>{_text(finding, labels)}{maps}</li>"
    yield "</ul>"


def _text(finding: Finding, labels: Labels) -> str:
    """Sentence of a finding, its move and its clause."""
    move = f' <span class="move">#{finding.move}</span>' if finding.move >= 0 else ""
    clause = f' <span class="clause">{escape(finding.clause)}</span>' if finding.clause else ""
    return f"{escape(sentence(finding, labels))}{move}{clause}"


def _maps(game: Game, finding: RunBelowBest, labels: Labels) -> str:
    """Maps of a run and of the best one, folded."""
    then = game.earlier(finding.move)
    made = map_svg(then, routes=finding.routes, earned=finding.earned, scale=0.5)
    best = map_svg(then, routes=finding.best_routes, earned=finding.best_earned, scale=0.5)
    figures = "".join(
        f"<figure><figcaption>{escape(name)}</figcaption>{drawn}</figure>"
        for name, drawn in ((labels.say("The run"), made), (labels.say("The best run"), best))
    )
    return f'<details><summary>{escape(labels.say("Maps"))}</summary><div class="maps">{figures}</div></details>'
