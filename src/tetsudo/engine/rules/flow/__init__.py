"""Control flow: procedures, their frames on the stack, and the steps of a turn."""
