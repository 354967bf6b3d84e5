"""The key under which ratings, achievements and tries of one person are kept."""

from __future__ import annotations


def person_key(visitor_id: str, account: str | None) -> str:
    """Return the key of an account, or of a visitor without one."""
    return f"visitor {visitor_id}" if account is None else f"account {account}"
