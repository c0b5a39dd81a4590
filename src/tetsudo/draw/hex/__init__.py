"""Drawing of one hex: geometry, track, stops, labels, icons."""
