"""Panels of a table: matrix, history, chat, recap and the tabs beside the map."""
