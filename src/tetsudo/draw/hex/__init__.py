"""Drawing one hex: geometry, track, stops, labels, icons."""
