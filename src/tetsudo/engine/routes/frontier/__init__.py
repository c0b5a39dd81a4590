"""Best routes of several trains, some without a limit, with too many routes to write down; exact.

Places (hexes where a route can choose) are processed one by one, in an order that leaves few wires of plain track
open between processed and unprocessed places (`layout`). The rest of a route depends only on a small state: how its
pieces of track join the open wires, whether it has met a token (`states`), and its length. So the beginnings of a
route are numbered states, and the best ending of each state is computed from the last place backward (`dp_table`).
Several trains go through their tables together, place by place. Combinations that cannot be part of a better run,
even if the trains did not conflict again, are dropped (`fleet`).
"""
