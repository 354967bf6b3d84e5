"""Rows of the table `review` as values, and the interface of its queue; no database library is needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from tablee.bots.review import VERSION

# Reviews that wait or are computed: of one visitor, and of the whole site.
MAX_OF_VISITOR = 3
MAX_WAITING = 100
# Attempts after which a review that fails is given up, until it is asked for again.
MAX_ATTEMPTS = 2

Status = Literal["none", "waiting", "running", "done", "failed"]


@dataclass(frozen=True)
class ReviewRow:
    """A row of `review`."""

    table_id: str
    version: int
    visitor_id: str
    asked_at: int
    attempts: int
    claimed_until: int
    progress: float
    done: bool
    content: str

    def status(self, now: int) -> Status:
        """Return the status at a time (ms since 1970)."""
        if self.version != VERSION:
            return "none"
        if self.done:
            return "done"
        if self.claimed_until > now:
            return "running"
        return "failed" if self.attempts >= MAX_ATTEMPTS else "waiting"


class ReviewQueue(Protocol):
    """The queue of matches to review, and the reviews that are done; see `storage.reviews.ReviewStore`.

    All methods raise NotStored if the store fails. Times are in milliseconds since 1970.
    """

    async def get(self, table_id: str) -> ReviewRow | None:
        """Return the row of a table, of any version, or None."""

    async def count_before(self, row: ReviewRow) -> int:
        """Return how many reviews were asked for earlier and are not done."""

    async def ask(self, table_id: str, visitor_id: str, now: int) -> None:
        """Add a review to the queue; raises LimitExceeded if too many wait."""

    async def claim(self, now: int, until: int) -> str | None:
        """Claim the first waiting review until a time (ms since 1970); return its table id, or None."""

    async def report(self, table_id: str, progress: float, until: int) -> bool:
        """Note the progress (0 to 1) and renew the claim; return False if the review was cancelled."""

    async def finish(self, table_id: str, content: str) -> None:
        """Keep a review, as JSON, unless it was cancelled."""

    async def release(self, table_id: str, *, failed: bool = True) -> None:
        """Give up the claim of a review; unless it has `failed`, the attempt does not count."""

    async def cancel(self, table_id: str, visitor_id: str) -> bool:
        """Remove a review that is not done; return False unless this visitor asked for it."""
