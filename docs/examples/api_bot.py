"""Bot that plays by the API: it opens a table against a bot of the site, or takes a seat, and plays to the end.

python api_bot.py ADDRESS KEY [TABLE SEAT]
"""

import random
import sys
import time

from tetsudo.interop.client import Site, Stale


def play(site: Site, table: str) -> None:
    """Play at a table until its game is over: any legal action, and the best run."""
    while site.table(table).status == "waiting":  # a seat is still open
        time.sleep(2)
    while not (now := site.legal_actions(table)).is_over:
        mine = [each for each in now.actions if each.is_in_turn and each.action is not None]
        if not mine:  # another's turn, or the best run is still searched for
            time.sleep(0.5)
            continue
        try:
            site.act(table, now.version, random.choice(mine).action or {})
        except Stale:  # the game has moved on
            continue


if __name__ == "__main__":
    address, key, *seat = sys.argv[1:]
    with Site(address, key) as site:
        table = site.join(seat[0], int(seat[1])) if seat else site.open_table("1889", ["me", "rules"])
        play(site, table.key)
        print(site.table(table.key).result)
