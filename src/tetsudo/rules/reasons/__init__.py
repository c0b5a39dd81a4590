"""Why an action is refused, in words."""
