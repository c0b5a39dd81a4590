"""Tables, seats and moves: the site's models, and the only code that writes them."""
