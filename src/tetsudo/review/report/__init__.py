"""Reports of a review: sentences, JSON and an HTML page."""
