"""Studies: positions of games, put in order with headings and comments, behind one link."""
