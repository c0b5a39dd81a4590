"""Pages of the interactive lessons."""
