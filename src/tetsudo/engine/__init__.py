"""The rules engine: model, state, track network, routes and rules. Standard library only."""
