"""A comparison as one HTML page: what differs, plots, and a table of all figures."""

from __future__ import annotations

from html import escape
from typing import Final

from tetsudo.lab.compare import charts
from tetsudo.lab.compare.figures import KINDS, name_of, of_text, value_text
from tetsudo.lab.compare.results import Figure, Results
from tetsudo.lab.compare.significance import LEVEL, Estimate
from tetsudo.lab.simulate import MIN_DISTINCT

STYLE: Final = """
.comparison { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; max-width: 68rem; margin: auto; padding: 1rem }
.comparison h1 { font-size: 1.5rem } .comparison h2 { font-size: 1.2rem; margin-top: 2.5rem }
.comparison h3 { font-size: 1rem; margin: 1.6rem 0 .4rem }
.comparison svg { max-width: 100%; height: auto }
.comparison .key { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; margin: .4rem 0; align-items: center }
.comparison .key svg { vertical-align: -2px }
.comparison .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 2rem }
.comparison .maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem }
.comparison .scroll { overflow-x: auto }
.comparison table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem }
.comparison td, .comparison th { padding: .15rem .8rem .15rem 0; text-align: left; white-space: nowrap }
.comparison tr:nth-child(even) td { background: #8881 } .comparison .differs { font-weight: bold }
.comparison .warning { border-left: 4px solid #c65d07; padding-left: .8rem }
.comparison small { opacity: .75 }
"""  # noqa: E501

MIN_GAMES: Final = 10
"""Minimum number of games behind a point of a line."""

INTERVAL_CHARTS: Final = (
    ("Seats: wins", "seat_wins"),
    ("Seats: lead over the average worth, in percent", "seat_lead"),
    ("Phases: operating round in which they begin, if they do", "phase_round"),
    ("Phases: games that reach them", "phase_reached"),
    ("Auction: prices", "lot_price"),
    ("Auction: lead of buyers over the average worth, in percent", "lot_lead"),
    ("Companies: par", "par"),
    ("Companies: games in which they are started", "started"),
    ("Companies: operating rounds before they float", "float_round"),
    ("Trains bought", "trains"),
    ("Ends", "end"),
)
"""Charts of intervals, by heading and kind of figure."""


def whole_page(comparison: Results) -> str:
    """Complete page."""
    title = escape(" and ".join(comparison.names))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title></head>\n'
        f'<body style="margin: 0; background: Canvas; color: CanvasText">{body(comparison)}</body></html>\n'
    )


def body(comparison: Results) -> str:
    """Page without its frame, as a notebook shows it."""
    names = comparison.names
    parts = [f"<h1>{escape(names[0])} compared to {escape(', '.join(names[1:]))}</h1>", *_findings(comparison)]
    for players in comparison.plan.players:
        parts += [f"<h2>{players} players</h2>", *_games(comparison, players), charts.key([*map(escape, names)])]
        parts += [*_plots(comparison, players), *_maps(comparison, players), _table(comparison, players)]
    return f'<div class="comparison"><style>{STYLE}</style>{"".join(parts)}</div>'


def _findings(comparison: Results) -> list[str]:
    found = []
    for edition, name in enumerate(comparison.names[1:], 1):
        said = comparison.sentences(edition)
        found.append(f"<h2>{escape(name)} against {escape(comparison.names[0])}</h2>")
        rows = "".join(f"<li>{escape(sentence)}</li>" for sentence in said)
        found.append(f"<ul>{rows}</ul>" if said else "<p>Nothing differs beyond chance.</p>")
    found.append(
        "<p><small>A difference is told if chance alone would make one as large, in any figure of this report, in at "
        f"most {100 * LEVEL:.0f} of 100 comparisons of equal editions. Bars in the plots are 95 % intervals of single "
        f"figures. Played by {escape(comparison.plan.bots)} bots, seed {comparison.plan.seed}.</small></p>"
    )
    return found


def _games(comparison: Results, players: int) -> list[str]:
    found = []
    for edition, name in enumerate(comparison.names):
        games, distinct = comparison.games(edition, players), comparison.distinct(edition, players)
        few = distinct < MIN_DISTINCT * games
        words = f"{escape(name)}: {games} games, {distinct} distinct"
        found.append(f"<p class='warning'>Only few differ: {words}.</p>" if few else f"<small>{words}. </small>")
    return found


def _plots(comparison: Results, players: int) -> list[str]:
    editions = range(len(comparison.editions))
    lengths = [[n for group in comparison.groups(each, players) for n in group.lengths] for each in editions]
    found = [_chart("Length of games, in actions", charts.spreads("Length of games", lengths))]
    figures = [figure for figure in comparison.figures if figure.players == players]
    income = [
        [
            (int(figure.key.of), each)
            for figure in figures
            if figure.key.kind == "income" and (each := figure.estimates[at]) and each.games >= MIN_GAMES
        ]
        for at in editions
    ]
    found.append(_chart("Income of all companies by operating round", charts.lines("Income", income)))
    for heading, kind in INTERVAL_CHARTS:
        rows = [
            charts.Row(of_text(figure.key), figure.estimates)
            for figure in figures
            if figure.key.kind == kind and any(each and each.mean for each in figure.estimates)
        ]
        mark = 1 / players if kind == "seat_wins" else None
        found.append(_chart(heading, charts.intervals(heading, rows, percent=KINDS[kind].is_rate, mark=mark)))
    return ["<div class='charts'>", *found, "</div>"]


def _chart(heading: str, drawn: str) -> str:
    return f"<div><h3>{escape(heading)}</h3>{drawn}</div>" if drawn else ""


def _maps(comparison: Results, players: int) -> list[str]:
    """Map of each edition, with the part of the games in which a tile is laid on a hex."""
    found = ["<h3>Games in which a tile is laid on a hex</h3><div class='maps'>"]
    for edition, chosen in enumerate(comparison.editions):
        shares = {
            figure.key.of: each.mean
            for figure in comparison.figures
            if figure.players == players and figure.key.kind == "tile_use" and (each := figure.estimates[edition])
        }
        name, setup = comparison.names[edition], chosen.table(players).game().setup
        drawn = charts.tile_map(f"Tiles of {name}", setup, shares, edition)
        found.append(f"<figure style='margin: 0'><figcaption>{escape(name)}</figcaption>{drawn}</figure>")
    return [*found, "</div>"]


def _table(comparison: Results, players: int) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in comparison.names)
    rows = [_row(figure) for figure in comparison.figures if figure.players == players]
    return (
        f"<details><summary>All {len(rows)} figures</summary><div class='scroll'><table><tr><th></th>{heads}"
        f"<th>by chance</th></tr>{''.join(rows)}</table></div></details>"
    )


def _row(figure: Figure) -> str:
    cells = "".join(f"<td>{_estimate_text(figure.key.kind, each)}</td>" for each in figure.estimates)
    known = [chance for chance in figure.probabilities if chance is not None]
    differs = " class='differs'" if any(chance <= LEVEL for chance in known) else ""
    said = ", ".join("–" if chance is None else f"{100 * chance:.0f} %" for chance in figure.probabilities)
    return f"<tr{differs}><td>{escape(name_of(figure.key))}</td>{cells}<td>{said}</td></tr>"


def _estimate_text(kind: str, each: Estimate | None) -> str:
    if each is None:
        return "–"
    mean, low, high = (value_text(kind, value) for value in (each.mean, each.low, each.high))
    return f"{mean} <small>({low} to {high})</small>"
