"""Chat: messages, the system's own messages, unread marks."""
