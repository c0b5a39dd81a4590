"""Reference pages: a title's rules, tiles, trains, phases and powers, all from its data."""
