"""HTTP endpoints of play on devices: whether the host wants it, and matches that are put on the site."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.domain.commands import Face, Seat
from tablee.server.domain.device_match import Sender
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.schemas import TableLink
from tablee.server.http.visitors import identify
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.device_matches import DeviceMatches
from tablee.server.runtime.shared_limits import SharedBuckets

# Characters of a record, and bytes of a request with one. The longest matches have records of some 10,000.
MAX_RECORD = 65_536
MAX_BODY = 2 * MAX_RECORD


class PlayedOnDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished match of a device: its record, as the device exports it, and the seat of the sender."""

    record: Annotated[str, msgspec.Meta(max_length=MAX_RECORD)]
    seat: Seat = 0
    face: Face = ""


class SiteInfo(msgspec.Struct, frozen=True):
    """What the host has chosen. `solo_on_device`: matches against bots run on devices, if they can."""

    solo_on_device: bool


class DeviceRoutes:
    """Handlers of matches of devices."""

    def __init__(
        self, matches: DeviceMatches, tables: TableRoutes, rate: Rate, daily: Rate, solo_on_device: bool
    ) -> None:
        """`rate` and `daily` limit the requests of one address, in a moment and in a day."""
        self.info = SiteInfo(solo_on_device)
        self.matches = matches
        self.tables = tables
        bus = matches.registry.bus
        self.putting = SharedBuckets(bus, "putting", rate)
        self.putting_daily = SharedBuckets(bus, "putting daily", daily, "too-many-put")

    async def site(self, _request: Request) -> Response:
        """Return what the host has chosen."""
        return json_response(self.info)

    async def put(self, request: Request) -> Response:
        """Put a match on the site, unrated, and return the link to its table."""
        address = client_address(request.scope)
        await self.putting.take(address)
        await self.putting_daily.take(address)
        body = await read_struct(request, PlayedOnDevice, MAX_BODY)
        token, visitor_id = identify(request)
        table_id = await self.matches.put(body.record, Sender(visitor_id, body.seat, body.face))
        return self.tables.link_response(request, token, table_id)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        summary = "Put a match of a device on the site"
        return [
            Endpoint("GET", "/api/site", "What the host has chosen", self.site, SiteInfo),
            Endpoint("POST", "/api/device-matches", summary, self.put, TableLink, PlayedOnDevice),
        ]
