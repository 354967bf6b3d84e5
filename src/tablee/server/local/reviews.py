"""Reviews of a device: the queue of its page, kept in IndexedDB once done, and where they are computed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from typing import Protocol

import msgspec

from tablee.bots.review import VERSION
from tablee.server.local.store import Database, encode, guard
from tablee.server.storage.review_rows import ReviewRow


class ReviewScript(Protocol):
    """The worker of reviews, as the page's script offers it (`web/src/local/reviewRunner.ts`).

    `progress`: the share of the running review that is done, from 0 to 1.
    """

    progress: float

    def start(self, record: str) -> Awaitable[str]:
        """Pass the record to `compute_review` in a worker of its own and return its result."""

    def close(self) -> None:
        """End the worker, if there is one, even during a review."""


class ScriptWorker:
    """Computes reviews in a worker of the browser; see `runtime.reviews.ReviewWorker`."""

    def __init__(self, script: ReviewScript) -> None:
        self.script = script

    @property
    def progress(self) -> float:
        """The share of the running review that is done, from 0 to 1."""
        return self.script.progress

    def start(self, record: str) -> asyncio.Future[str]:
        """Begin a review and return its future. One at a time."""

        async def run() -> str:
            return await self.script.start(record)

        return asyncio.ensure_future(run())

    def close(self) -> None:
        """End the worker, and the review that it computes."""
        self.script.close()


class LocalReviews:
    """The reviews of a device; see `ReviewQueue`. What is not done when the page is closed is forgotten."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.unfinished: dict[str, ReviewRow] = {}

    async def get(self, table_id: str) -> ReviewRow | None:
        """Return the row of a table, of any version, or None."""
        if table_id in self.unfinished:
            return self.unfinished[table_id]
        kept = await guard(lambda: self.database.get_value(key_of(table_id)))
        return msgspec.json.decode(kept, type=ReviewRow) if kept else None

    async def count_before(self, row: ReviewRow) -> int:
        """Return how many reviews were asked for earlier and are not done."""
        return sum(each.asked_at < row.asked_at for each in self.unfinished.values())

    async def ask(self, table_id: str, visitor_id: str, now: int) -> None:
        """Add a review to the queue."""
        self._keep(ReviewRow(table_id, VERSION, visitor_id, now, 0, 0, 0.0, False, ""))

    async def claim(self, now: int, until: int) -> str | None:
        """Claim the first waiting review until a time (ms since 1970); return its table id, or None."""
        for row in self.unfinished.values():
            if row.status(now) == "waiting":
                self._keep(replace(row, claimed_until=until, attempts=row.attempts + 1, progress=0.0))
                return row.table_id
        return None

    async def report(self, table_id: str, progress: float, until: int) -> bool:
        """Note the progress (0 to 1) and renew the claim; return False if the review was cancelled."""
        row = self.unfinished.get(table_id)
        if row is not None:
            self._keep(replace(row, progress=progress, claimed_until=until))
        return row is not None

    async def finish(self, table_id: str, content: str) -> None:
        """Keep a review, as JSON, unless it was cancelled; raises NotStored."""
        row = self.unfinished.get(table_id)
        if row is not None:
            done = replace(row, done=True, progress=1.0, content=content, claimed_until=0, visitor_id="")
            await guard(lambda: self.database.put_value(key_of(table_id), encode(done)))
            del self.unfinished[table_id]

    async def release(self, table_id: str, *, failed: bool = True) -> None:
        """Give up the claim of a review; unless it has `failed`, the attempt does not count."""
        row = self.unfinished.get(table_id)
        if row is not None:
            self._keep(replace(row, claimed_until=0, attempts=row.attempts - (not failed)))

    async def cancel(self, table_id: str, visitor_id: str) -> bool:
        """Remove a review that is not done; return False unless this visitor asked for it."""
        row = self.unfinished.get(table_id)
        if row is None or row.visitor_id != visitor_id:
            return False
        del self.unfinished[table_id]
        return True

    def _keep(self, row: ReviewRow) -> None:
        self.unfinished[row.table_id] = row


def key_of(table_id: str) -> str:
    """Return the key of a review in the database; `deleteTable` in database.ts knows it too."""
    return f"review/{table_id}"
