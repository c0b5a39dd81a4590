"""The pool of worker processes, and answers that arrive later."""
