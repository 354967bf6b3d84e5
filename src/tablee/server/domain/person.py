"""Who a person is: an account, or a visitor without one. Ids for people who never came to the site."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """A visitor, with the account that it is logged in to, or None."""

    visitor_id: str
    account: str | None

    @property
    def key(self) -> str:
        """The key of ratings, achievements and ranked tries; see `person_key`."""
        return person_key(self.visitor_id, self.account)


def person_key(visitor_id: str, account: str | None) -> str:
    """Return the key of an account, or of a visitor without one."""
    return f"visitor {visitor_id}" if account is None else f"account {account}"


def absent_visitor(table_id: str, seat: int) -> str:
    """Return an id, which no visitor has, for a person who played on a device and never came to the site."""
    return hashlib.sha256(f"tablee device seat\0{table_id}\0{seat}".encode()).hexdigest()[:40]
