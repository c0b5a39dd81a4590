"""Rules and evaluation of a position: candidate actions, policies, expected worth and its weights."""
