"""Every route that a train may run, and the best set of them, proved."""
