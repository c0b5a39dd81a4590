"""Print and play: a title's components, or a running game, as pages to cut out and as cards for print shops."""

from tetsudo.lab.printing.kit import CARD_KINDS, MAKERS, NEW_GAME, RUNNING_GAME, Kit, print_and_play
from tetsudo.lab.printing.paper import CARDS, PAPERS, Sizes
from tetsudo.lab.printing.pieces import Board, Piece

__all__ = [
    "CARDS",
    "CARD_KINDS",
    "MAKERS",
    "NEW_GAME",
    "PAPERS",
    "RUNNING_GAME",
    "Board",
    "Kit",
    "Piece",
    "Sizes",
    "print_and_play",
]
