"""Review of finished games: exact findings about each player's decisions, and reports of them."""

from tetsudo.review.findings.kinds import KINDS, Finding
from tetsudo.review.review import Review, review

__all__ = ["KINDS", "Finding", "Review", "review"]
