"""The table `review`: a queue of matches to review, and the reviews that are done.

The queue is in the database, so that it survives a restart and all processes share it. A process claims the
first match of the queue for some seconds, and renews the claim while it computes; if the process dies,
another claims the match once that time is over.
"""

from __future__ import annotations

from sqlalchemy import ColumnElement, Connection, and_, delete, func, select, update

from tablee.bots.review import VERSION
from tablee.server.errors import LimitExceeded
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.review_rows import MAX_ATTEMPTS, MAX_OF_VISITOR, MAX_WAITING, ReviewRow
from tablee.server.storage.schema import REVIEW


def is_waiting() -> ColumnElement[bool]:
    """Return the condition that a review of the present version waits or is computed."""
    row = REVIEW.c
    return and_(~row.done, row.version == VERSION, row.attempts < MAX_ATTEMPTS)


class ReviewStore:
    """Queries of the table `review`. All raise NotStored if the database fails."""

    def __init__(self, store: EventStore) -> None:
        self.store = store

    async def get(self, table_id: str) -> ReviewRow | None:
        """Return the row of a table, of any version, or None."""
        rows = await self.store.rows(select(REVIEW).where(REVIEW.c.table_id == table_id))
        return ReviewRow(*rows[0]) if rows else None

    async def count_before(self, row: ReviewRow) -> int:
        """Return how many reviews were asked for earlier and are not done."""
        earlier = select(func.count()).where(is_waiting(), REVIEW.c.asked_at < row.asked_at)
        return int((await self.store.rows(earlier))[0][0])

    async def ask(self, table_id: str, visitor_id: str, now: int) -> None:
        """Add a review to the queue, in place of one that failed or has an older version.

        Raises LimitExceeded if this visitor, or the site, waits for too many.
        """

        def write(connection: Connection) -> None:
            waiting = select(func.count()).where(is_waiting())
            own = connection.scalar(waiting.where(REVIEW.c.visitor_id == visitor_id)) or 0
            if own >= MAX_OF_VISITOR:
                raise LimitExceeded("too-many-reviews", most=MAX_OF_VISITOR)
            if (connection.scalar(waiting) or 0) >= MAX_WAITING:
                raise LimitExceeded("reviews-overloaded")
            stale = and_(
                REVIEW.c.table_id == table_id, ~is_waiting(), ~is_done(), REVIEW.c.claimed_until <= now
            )
            connection.execute(delete(REVIEW).where(stale))
            row = ReviewRow(table_id, VERSION, visitor_id, now, 0, 0, 0.0, False, "")
            connection.execute(self.store.statements.insert(REVIEW).on_conflict_do_nothing(), vars(row))

        await self.store.in_transaction(write)

    async def claim(self, now: int, until: int) -> str | None:
        """Claim the first waiting review until a time (ms since 1970); return its table id, or None."""
        free = and_(is_waiting(), REVIEW.c.claimed_until <= now)
        query = select(REVIEW.c.table_id).where(free).order_by(REVIEW.c.asked_at).limit(1)
        for (table_id,) in await self.store.rows(query):
            claimed = (
                update(REVIEW)
                .where(REVIEW.c.table_id == table_id, free)
                .values(claimed_until=until, attempts=REVIEW.c.attempts + 1, progress=0.0)
            )
            # Another process may have claimed it meanwhile.
            if await self.store.execute(claimed):
                return str(table_id)
        return None

    async def report(self, table_id: str, progress: float, until: int) -> bool:
        """Note the progress (0 to 1) and renew the claim; return False if the review was cancelled."""
        values = {"progress": progress, "claimed_until": until}
        return bool(await self.store.execute(update(REVIEW).where(is_running(table_id)).values(**values)))

    async def finish(self, table_id: str, content: str) -> None:
        """Keep a review, as JSON, unless it was cancelled."""
        values = {"done": True, "progress": 1.0, "content": content, "claimed_until": 0, "visitor_id": ""}
        await self.store.execute(update(REVIEW).where(is_running(table_id)).values(**values))

    async def release(self, table_id: str, *, failed: bool = True) -> None:
        """Give up the claim of a review; unless it has `failed`, the attempt does not count."""
        attempts = REVIEW.c.attempts if failed else REVIEW.c.attempts - 1
        values = {"claimed_until": 0, "attempts": attempts}
        await self.store.execute(update(REVIEW).where(is_running(table_id)).values(values))

    async def cancel(self, table_id: str, visitor_id: str) -> bool:
        """Remove a review that is not done from the queue; return False unless this visitor asked for it."""
        own = and_(is_running(table_id), REVIEW.c.visitor_id == visitor_id)
        return bool(await self.store.execute(delete(REVIEW).where(own)))


def is_done() -> ColumnElement[bool]:
    """Return the condition that a review of the present version is done."""
    return and_(REVIEW.c.done, REVIEW.c.version == VERSION)


def is_running(table_id: str) -> ColumnElement[bool]:
    """Return the condition that a row is that of a table whose review is not done."""
    return and_(REVIEW.c.table_id == table_id, ~REVIEW.c.done, REVIEW.c.version == VERSION)
