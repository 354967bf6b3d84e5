"""HTTP endpoints for the host of the site: reports, bans, closed tables, and the audit log."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import Illegal
from tablee.server.domain.moderation import AnyAction
from tablee.server.http.endpoint import Endpoint, json_response, read_body
from tablee.server.http.routes_people import PeopleRoutes
from tablee.server.messages import decode
from tablee.server.runtime.moderation import Moderation


class ReportInfo(msgspec.Struct, frozen=True):
    """A report: by whom, about whom (`person` is the id), and the chat at that time: time, name, text.

    `account` is empty for a guest, `table` if it is about no table. `at` in ms since 1970.
    """

    id: str
    at: int
    by: str
    person: str
    name: str
    account: str
    table: str
    reason: str
    text: str
    lines: list[tuple[int, str, str]]


class BanInfo(msgspec.Struct, frozen=True):
    """A ban of a person (by id, with the name) or of a network address; `at` in ms since 1970."""

    kind: str
    value: str
    name: str
    at: int


class ClosedTable(msgspec.Struct, frozen=True):
    """A closed table; `at` in ms since 1970."""

    table: str
    at: int


class HostAction(msgspec.Struct, frozen=True):
    """A line of the audit log; `at` in ms since 1970."""

    at: int
    by: str
    action: str
    target: str
    why: str


class HostInfo(msgspec.Struct, frozen=True):
    """Everything that the host of the site sees."""

    reports: list[ReportInfo]
    bans: list[BanInfo]
    closed: list[ClosedTable]
    actions: list[HostAction]


class HostRoutes:
    """Handlers for the host. Only accounts that `tablee host appoint` has named may use them."""

    def __init__(self, moderation: Moderation, people: PeopleRoutes) -> None:
        self.moderation = moderation
        self.people = people

    async def _host(self, request: Request) -> str:
        """Return the account of the request; raises Illegal unless it is one of the host's."""
        _, visitor_id = await self.people.authenticate(request)
        account = await self.moderation.host_account(visitor_id)
        if account is None:
            raise Illegal("not-a-host")
        return account

    async def info(self, request: Request) -> Response:
        """Return reports, bans, closed tables and the audit log."""
        await self._host(request)
        return await self._answer()

    async def act(self, request: Request) -> Response:
        """Carry out an action of the host, and return the same as `info`."""
        by = await self._host(request)
        action: AnyAction = decode(await read_body(request), AnyAction)
        await self.moderation.act(by, action)
        return await self._answer()

    async def _answer(self) -> Response:
        found = self.moderation
        return json_response(
            HostInfo(
                [
                    ReportInfo(
                        row.id,
                        row.at,
                        row.by_name,
                        row.about_id,
                        row.name,
                        row.about_account or "",
                        row.table_id,
                        row.reason,
                        row.text,
                        msgspec.json.decode(row.lines, type=list[tuple[int, str, str]]),
                    )
                    for row in await found.reports()
                ],
                [BanInfo(row.kind, row.value, row.name or "", row.at) for row in await found.banned()],
                [ClosedTable(row.table_id, row.at) for row in await found.closed()],
                [
                    HostAction(row.at, row.by, row.action, row.target, row.why)
                    for row in await found.actions()
                ],
            )
        )

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        return [
            Endpoint("GET", "/api/host", "For the host of the site", self.info, HostInfo),
            Endpoint("POST", "/api/host/act", "Moderate the site", self.act, HostInfo, AnyAction),
        ]
