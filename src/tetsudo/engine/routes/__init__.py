"""Routes that trains may run, and the best set of them, proved."""
