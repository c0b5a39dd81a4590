"""Shared vocabulary: ids and money, actions, events, errors, translation. It knows no rules and no state."""
