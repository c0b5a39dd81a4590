"""The board at work: tiles that are laid, tokens and homes."""
