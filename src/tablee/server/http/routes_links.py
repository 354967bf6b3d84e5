"""HTTP endpoints of links to a table as QR codes: the invitation, and the link that moves a seat."""

from __future__ import annotations

import asyncio
import io
from functools import lru_cache

import segno
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.domain import commands
from tablee.server.domain.decide import hash_secret
from tablee.server.http.endpoint import Endpoint, json_response
from tablee.server.http.schemas import SeatLink
from tablee.server.http.site_address import table_link
from tablee.server.http.visitors import new_token, visitor_id_of
from tablee.server.runtime.registry import TableRegistry

MAX_QR_CODES = 256


class LinkRoutes:
    """Handlers of links. Drawing a QR code takes some milliseconds, so that is done in a thread."""

    def __init__(self, registry: TableRegistry, public_url: str) -> None:
        self.registry = registry
        self.public_url = public_url

    async def qr(self, request: Request) -> Response:
        """Return the link to the table as a QR code; raises Illegal if the table is hidden."""
        table = await self.registry.viewed(request.path_params["table"], visitor_id_of(request))
        code = await asyncio.to_thread(qr_code, table_link(request, self.public_url, table.id))
        return Response(code, media_type="image/svg+xml")

    async def seat_link(self, request: Request) -> Response:
        """Create a link that moves the visitor's seat to another device."""
        secret, table_id = new_token(), request.path_params["table"]
        address = f"{table_link(request, self.public_url, table_id)}#seat={secret}"
        command = commands.Lend(id=new_token(), key=hash_secret(secret))
        await self.registry.handle(table_id, visitor_id_of(request), command)
        # Not kept: it contains a secret.
        code = await asyncio.to_thread(qr_code.__wrapped__, address)
        return json_response(SeatLink(address, code.decode()), 201)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/tables/{table}"
        return [
            Endpoint("GET", f"{at}/qr.svg", "The invitation as QR code", self.qr, media="image/svg+xml"),
            Endpoint("POST", f"{at}/link", "Move your seat", self.seat_link, SeatLink),
        ]


@lru_cache(maxsize=MAX_QR_CODES)
def qr_code(address: str) -> bytes:
    """Return a QR code as SVG. Drawing one takes some milliseconds, so the latest are kept."""
    out = io.BytesIO()
    segno.make(address, error="m").save(out, kind="svg", scale=4, xmldecl=False)
    return out.getvalue()
