"""Shared vocabulary: ids, money, actions, events, errors and translation. No rules and no game state."""
