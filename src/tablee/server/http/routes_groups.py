"""HTTP endpoints of groups: members, tables and ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.domain.commands import Face, Name
from tablee.server.domain.names import required_name
from tablee.server.domain.people import MAX_GROUP_NAME
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_people import Code, PeopleRoutes, PersonChoice
from tablee.server.http.routes_tables import new_table
from tablee.server.http.schemas import NewTable, TableLink
from tablee.server.http.visitors import set_cookie
from tablee.server.rate_limit import client_address
from tablee.server.runtime.groups import GroupPage, Groups

GroupName = Annotated[str, msgspec.Meta(min_length=1, max_length=MAX_GROUP_NAME)]


class GroupSummary(msgspec.Struct, frozen=True):
    """A group in a list. `members`: how many it has."""

    id: str
    name: str
    members: int


class FinalCount(msgspec.Struct, frozen=True):
    """The score of a seat; `bot` is the level of a bot, empty for a person."""

    name: str
    bot: str
    score: int


class GroupTable(msgspec.Struct, frozen=True):
    """A table of a group. `changed`: ms since 1970; `free`: free seats; `counts`: once over, best first."""

    id: str
    game: str
    status: str
    free: int
    changed: int
    counts: list[FinalCount]


class OpenGroupTable(msgspec.Struct, frozen=True):
    """A table with free seats, and the group that it is open for."""

    id: str
    game: str
    free: int
    group: str
    group_name: str


class GroupsInfo(msgspec.Struct, frozen=True):
    """The groups of a person, and their open tables."""

    groups: list[GroupSummary]
    tables: list[OpenGroupTable]


class Member(msgspec.Struct, frozen=True):
    """A member of a group."""

    id: str
    name: str
    face: str
    owner: bool
    you: bool


class MemberScore(msgspec.Struct, frozen=True):
    """A row of a ranking: matches against other members, how many were won, and members beaten."""

    id: str
    matches: int
    wins: int
    points: float


class GameRanking(msgspec.Struct, frozen=True):
    """The ranking at one game, the best first; members without a match are not in it."""

    game: str
    rows: list[MemberScore]


class GroupInfo(msgspec.Struct, frozen=True):
    """A group as a member sees it. Anybody who has the `code` may join."""

    id: str
    name: str
    code: str
    members: list[Member]
    tables: list[GroupTable]
    ranking: list[GameRanking]


class GroupCard(msgspec.Struct, frozen=True):
    """The group that a code belongs to. `id` is empty for people who are not members."""

    name: str
    members: int
    id: str


class NewGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group to create, and one's own name and face."""

    group: GroupName
    name: Name
    face: Face = ""


class JoinGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a group, and one's own name and face."""

    code: Code
    name: Name
    face: Face = ""


class NewGroupName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a group."""

    name: GroupName


class GroupRoutes:
    """Handlers of groups."""

    def __init__(self, groups: Groups, people: PeopleRoutes) -> None:
        self.groups = groups
        self.people = people
        self.tables = people.tables

    async def own_groups(self, request: Request) -> Response:
        """Return the groups of the person and their open tables."""
        _, visitor_id = await self.people.authenticate(request)
        return await self._list(visitor_id)

    async def _list(self, visitor_id: str) -> Response:
        person = await self.groups.people.find(visitor_id)
        found, tables = await self.groups.of(person.id) if person is not None else ([], [])
        return json_response(
            GroupsInfo(
                [GroupSummary(row.id, row.name, row.members) for row in found],
                [
                    OpenGroupTable(row.table_id, row.game, row.free, row.group_id, row.group_name)
                    for row in tables
                ],
            )
        )

    async def card(self, request: Request) -> Response:
        """Return the group that a code belongs to."""
        await self.people.trying.take(client_address(request.scope))
        _, visitor_id = await self.people.authenticate(request)
        group, members = await self.groups.with_code(request.path_params["code"])
        own = await self.groups.people.find(visitor_id)
        is_member = own is not None and any(row.id == own.id for row in members)
        return json_response(GroupCard(group.name, len(members), group.id if is_member else ""))

    async def create(self, request: Request) -> Response:
        """Create a group."""
        body = await read_struct(request, NewGroup)
        token, visitor_id = await self.people.authenticate(request)
        name = required_name(body.group)
        await self.groups.people.save(visitor_id, required_name(body.name), body.face)
        response = await self._page(visitor_id, await self.groups.create(visitor_id, name), 201)
        set_cookie(request, response, token)
        return response

    async def join(self, request: Request) -> Response:
        """Join the group that a code belongs to."""
        await self.people.trying.take(client_address(request.scope))
        body = await read_struct(request, JoinGroup)
        token, visitor_id = await self.people.authenticate(request)
        await self.groups.people.save(visitor_id, required_name(body.name), body.face)
        response = await self._page(visitor_id, await self.groups.join(visitor_id, body.code))
        set_cookie(request, response, token)
        return response

    async def page(self, request: Request) -> Response:
        """Return a group to a member."""
        _, visitor_id = await self.people.authenticate(request)
        return await self._page(visitor_id, request.path_params["group"])

    async def _page(self, visitor_id: str, group_id: str, status: int = 200) -> Response:
        own = await self.groups.people.find(visitor_id)
        page = await self.groups.page(visitor_id, group_id)
        return json_response(group_info(page, own.id), status)

    async def leave(self, request: Request) -> Response:
        """Leave a group, and return the others."""
        _, visitor_id = await self.people.authenticate(request)
        await self.groups.leave(visitor_id, request.path_params["group"])
        return await self._list(visitor_id)

    async def delete(self, request: Request) -> Response:
        """Delete a group, and return the others."""
        _, visitor_id = await self.people.authenticate(request)
        await self.groups.delete(visitor_id, request.path_params["group"])
        return await self._list(visitor_id)

    async def remove(self, request: Request) -> Response:
        """Remove a member."""
        body = await read_struct(request, PersonChoice)
        _, visitor_id = await self.people.authenticate(request)
        group_id = request.path_params["group"]
        await self.groups.remove(visitor_id, group_id, body.id)
        return await self._page(visitor_id, group_id)

    async def hand_over(self, request: Request) -> Response:
        """Make another member the owner."""
        body = await read_struct(request, PersonChoice)
        _, visitor_id = await self.people.authenticate(request)
        group_id = request.path_params["group"]
        await self.groups.hand_over(visitor_id, group_id, body.id)
        return await self._page(visitor_id, group_id)

    async def rename(self, request: Request) -> Response:
        """Change the name of a group."""
        body = await read_struct(request, NewGroupName)
        _, visitor_id = await self.people.authenticate(request)
        group_id = request.path_params["group"]
        await self.groups.rename(visitor_id, group_id, required_name(body.name))
        return await self._page(visitor_id, group_id)

    async def renew(self, request: Request) -> Response:
        """Replace the code of a group."""
        _, visitor_id = await self.people.authenticate(request)
        group_id = request.path_params["group"]
        await self.groups.renew_code(visitor_id, group_id)
        return await self._page(visitor_id, group_id)

    async def open_table(self, request: Request) -> Response:
        """Open a table for a group."""
        body = await read_struct(request, NewTable)
        token, visitor_id = await self.people.authenticate(request)
        opened = new_table(body, visitor_id)
        await self.tables.take_opening(request)
        table = await self.groups.open_table(visitor_id, request.path_params["group"], opened)
        return self.tables.link_response(request, token, table)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        every, at, info = "/api/groups", "/api/groups/{group}", GroupInfo
        return [
            Endpoint("GET", every, "Your groups", self.own_groups, GroupsInfo),
            Endpoint("POST", every, "Create a group", self.create, info, NewGroup),
            Endpoint("POST", f"{every}/join", "Join a group", self.join, info, JoinGroup),
            Endpoint("GET", f"{every}/codes/{{code}}", "The group of a code", self.card, GroupCard),
            Endpoint("GET", at, "A group", self.page, info),
            Endpoint("POST", f"{at}/leave", "Leave a group", self.leave, GroupsInfo),
            Endpoint("POST", f"{at}/delete", "Delete a group", self.delete, GroupsInfo),
            Endpoint("POST", f"{at}/remove", "Remove a member", self.remove, info, PersonChoice),
            Endpoint("POST", f"{at}/owner", "Hand the group over", self.hand_over, info, PersonChoice),
            Endpoint("POST", f"{at}/name", "Rename a group", self.rename, info, NewGroupName),
            Endpoint("POST", f"{at}/code", "Replace the code", self.renew, info),
            Endpoint("POST", f"{at}/tables", "Open a table", self.open_table, TableLink, NewTable),
        ]


def group_info(page: GroupPage, own: str) -> GroupInfo:
    """Return a group as the member with the id `own` sees it."""

    def score(row: Any) -> MemberScore:
        return MemberScore(row.person_id, row.matches, row.wins, row.points)

    return GroupInfo(
        id=page.group.id,
        name=page.group.name,
        code=page.group.code,
        members=[
            Member(row.id, row.name, row.face, row.id == page.group.owner_id, row.id == own)
            for row in page.members
        ],
        tables=[group_table(row, page.counts) for row in page.tables],
        ranking=[GameRanking(game, [score(row) for row in found]) for game, found in page.ranking.items()],
    )


def group_table(row: Any, counts: Sequence[Any]) -> GroupTable:
    """Return a row of `table_index` with its results among `counts`."""
    own = [FinalCount(each.name, each.bot, each.score) for each in counts if each.table_id == row.table_id]
    return GroupTable(row.table_id, row.game, row.status, row.free, row.changed, own)
