"""Put matches of devices on the site: the events of a whole table, in one transaction."""

from __future__ import annotations

import asyncio

import msgspec

from tablee.core.errors import Illegal
from tablee.server.catalog import CATALOG
from tablee.server.domain.calls import next_look
from tablee.server.domain.device_match import DeviceMatch, Sender, read_device_match
from tablee.server.domain.events import LoggedEvent, encode
from tablee.server.domain.table import Table
from tablee.server.rate_limit import Rate
from tablee.server.runtime.daily import DailyDeals
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.runtime.table_actor import log_entry, summarize
from tablee.server.storage.rows import LogEntry, StoredEvent


class DeviceMatches:
    """Puts matches that were played on devices on this site, each as a finished table.

    `deals` knows which seeds are those of past days. `per_person` and `per_site` limit how many matches are
    put on the site, because their tables are never deleted.
    """

    def __init__(self, registry: TableRegistry, deals: DailyDeals, per_person: Rate, per_site: Rate) -> None:
        self.registry = registry
        self.deals = deals
        self.per_person = SharedBuckets(registry.bus, "putting person", per_person, "too-many-put")
        self.per_site = SharedBuckets(registry.bus, "putting site", per_site, "too-many-put-here")

    async def put(self, record: str, sender: Sender) -> str:
        """Verify a record and return the id of its table; the same id if the sender has put it here before.

        Raises Illegal for a record that is refused or that another visitor has put on the site,
        LimitExceeded, and NotStored.
        """
        found, entries = await asyncio.to_thread(self._prepare, record, sender)
        if found.daily and not await self.deals.has_published(found.daily, found.game, found.seed):
            raise Illegal("device-record-foreign")
        table_id = found.table_id
        # Not before the record is verified: else requests with anything could use up what others may put.
        await self.per_person.take(sender.visitor_id)
        await self.per_site.take("")
        if await self.registry.store.append_table(entries):
            self.registry.counts["device matches"] += 1
            return table_id
        actor = await self.registry.get(table_id)
        if actor.table.seat_of(sender.visitor_id) is None:
            raise Illegal("device-match-known")
        return table_id

    def _prepare(self, record: str, sender: Sender) -> tuple[DeviceMatch, list[LogEntry]]:
        """Replay a record; return its match and the entries of its log. Slow, so it runs in a thread."""
        found = read_device_match(record, sender, CATALOG)
        return found, entries_of(found, sender, self.registry.clock())


def entries_of(found: DeviceMatch, sender: Sender, now: int) -> list[LogEntry]:
    """Return the log of the table; all events have the time at which it comes to the site."""
    table = Table(found.table_id, CATALOG)
    entries = []
    for seq, event in enumerate(found.events, start=1):
        logged = LoggedEvent(event, sender.visitor_id if seq == 1 else "")
        row = StoredEvent(table.id, seq, now, encode(logged))
        entry = log_entry(table, row, None, logged)
        table.apply(seq, now, logged)
        entries.append(entry)
    # One row of the index is enough: nobody sees the table before it is complete.
    entries[-1] = msgspec.structs.replace(entries[-1], summary=summarize(table, next_look(table, now)))
    return entries
