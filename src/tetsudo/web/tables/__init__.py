"""Tables, seats and the moves made there: what the site keeps, and the only code that writes it."""
