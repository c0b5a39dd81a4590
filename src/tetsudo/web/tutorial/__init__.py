"""Help for newcomers: the words of the field, explained wherever they stand, and a guide through the first game."""
