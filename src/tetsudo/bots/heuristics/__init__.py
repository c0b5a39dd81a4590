"""Rules of thumb for a position: candidate actions, policies, evaluation and its weights."""
