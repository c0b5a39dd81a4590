"""Context of a table's page: game, viewer, comparison, route choice, pictures."""
