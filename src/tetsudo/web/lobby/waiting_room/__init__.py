"""Page of a table before its game, its invitations, and the settings that its owner changes."""
