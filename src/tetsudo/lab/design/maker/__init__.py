"""Game files of 18xx-maker (https://18xx-maker.com), in and out.

They have map, tiles, companies, privates, market, trains and phases. The format is made for printing. So it says where
something is drawn, and we say what it is joined to; and it has no place for most rules. Everything that cannot be
carried over is listed, never dropped silently.
"""

from tetsudo.lab.design.maker.files import export_file, import_file
from tetsudo.lab.design.maker.losses import Loss
from tetsudo.lab.design.maker.reading import import_game, parse_game
from tetsudo.lab.design.maker.writing import export_game, game_text

__all__ = ["Loss", "export_file", "export_game", "game_text", "import_file", "import_game", "parse_game"]
