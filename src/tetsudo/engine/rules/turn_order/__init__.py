"""How rounds and turns follow each other, and how players stand."""
