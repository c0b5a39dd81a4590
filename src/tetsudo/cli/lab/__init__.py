"""Many games at the terminal: simulation, perft, arenas."""
