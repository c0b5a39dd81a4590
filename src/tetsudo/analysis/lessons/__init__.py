"""Interactive lessons: positions with a question, answers and what they change. The format is in docs/lessons.md."""
