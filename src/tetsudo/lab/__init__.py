"""Many games at once: random play, simulation, counting of sequences."""
