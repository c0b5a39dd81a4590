"""What every procedure is: its frame on the stack, its questions, the steps of a turn."""
