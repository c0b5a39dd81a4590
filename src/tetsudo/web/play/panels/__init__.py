"""The panels of a table: matrix, history, chat, recap and what stands beside them."""
