"""Extra verbs for the command line."""

from __future__ import annotations


def solve(side: str, card: int) -> None:
    """Show how a side can be filled with a card."""
