"""The rules engine: model, state, track network, routes and rules. No library but msgspec, of actions and events."""
