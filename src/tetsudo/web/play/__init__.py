"""The table page: its contents and the views behind its buttons. Everything shown comes from the engine."""
