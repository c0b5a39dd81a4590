"""The best routes of several trains, some without a limit, where there are too many routes to write down; exact.

Places (hexes where something can be decided) are looked at one by one, in an order that leaves few wires of plain
track open between those that were and those that were not (`layout`). All that the rest of a route depends on is a
small state: how its pieces of track join the open wires, whether it has met a token (`states`), how long it is. So
all beginnings of a route are states by number, and from its end the best ending of each is known (`table`). Several
trains go through their tables together, place by place, and what cannot be part of a better run, even if the trains
did not meet again, is dropped (`fleet`).
"""
