"""The command line: `app` declares the commands; each other module implements one subject."""
