"""Sandbox: boards with freely placed tiles, tokens and trains, and the best runs on them.

Nothing is stored: the URL of the page contains the whole board.
"""
