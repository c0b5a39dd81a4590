"""1890: data of the title."""
