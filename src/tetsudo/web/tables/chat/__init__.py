"""Chat: messages, system messages, unread marks."""
