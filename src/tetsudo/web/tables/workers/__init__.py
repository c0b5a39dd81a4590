"""The pool of worker processes, and asynchronous results."""
