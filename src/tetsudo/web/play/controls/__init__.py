"""Controls of a table: forms and buttons for every kind of action."""
