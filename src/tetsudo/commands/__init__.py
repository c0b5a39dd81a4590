"""What the command line does, one file a subject. `cli.py` says what can be typed."""
