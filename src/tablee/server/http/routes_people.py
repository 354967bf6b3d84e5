"""HTTP endpoints of friends, presence, invitations, blocks and reports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import Illegal
from tablee.server.domain.commands import Face, Name, Seat
from tablee.server.domain.events import Guest
from tablee.server.domain.names import one_line, required_name
from tablee.server.domain.people import Presence, Reason, RelationKind, presence_of
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.schemas import TableLink
from tablee.server.http.visitors import identify, session_hash_of, set_cookie, token_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.people import People, Target
from tablee.server.runtime.shared_limits import SharedBuckets

T = TypeVar("T")
PersonId = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
TableId = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
Code = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class PersonInfo(msgspec.Struct, frozen=True):
    """A person as others know them."""

    id: str
    name: str
    face: str


class Friend(msgspec.Struct, frozen=True):
    """A friend. `presence`: sits at a table, wants to play, or neither is known."""

    id: str
    name: str
    face: str
    presence: Presence


class InvitationInfo(msgspec.Struct, frozen=True):
    """An invitation to a table with `free` seats, by a person; `at` in ms since 1970."""

    table: str
    game: str
    free: int
    name: str
    face: str
    at: int


class FriendsInfo(msgspec.Struct, frozen=True):
    """The person and those they know. `code` is empty for a visitor who has no card yet.

    `wants_until`: until when friends are told that the person wants to play, ms since 1970; 0 for not.
    """

    name: str = ""
    face: str = ""
    code: str = ""
    wants_until: int = 0
    friends: list[Friend] = []
    blocked: list[PersonInfo] = []
    muted: list[PersonInfo] = []
    invitations: list[InvitationInfo] = []


class FriendCard(msgspec.Struct, frozen=True):
    """The person who gave a friend code, and their relation to the visitor."""

    name: str
    face: str
    relation: Literal["none", "friend", "you"]


class OwnCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and face under which others know the person."""

    name: Name
    face: Face = ""


class NewFriend(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of another person, and one's own card."""

    code: Code
    name: Name
    face: Face = ""


class Wants(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the person wants to play."""

    on: bool


class PersonChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a person."""

    id: PersonId


class TableChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The id of a table."""

    table: TableId


class Restraint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another person, by id, or by table with seat or author of chat; and whether to begin or to stop."""

    person: Annotated[str, msgspec.Meta(max_length=20)] = ""
    table: Annotated[str, msgspec.Meta(max_length=20)] = ""
    seat: Seat | None = None
    author: Annotated[str, msgspec.Meta(max_length=20)] = ""
    on: bool = True

    def target(self) -> Target:
        """Return the other person as a Target."""
        return Target(self.person, self.table, self.seat, self.author)


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about another person, for the host of the site. The latest chat of the table is added."""

    reason: Reason
    text: Annotated[str, msgspec.Meta(max_length=300)] = ""
    person: Annotated[str, msgspec.Meta(max_length=20)] = ""
    table: Annotated[str, msgspec.Meta(max_length=20)] = ""
    seat: Seat | None = None
    author: Annotated[str, msgspec.Meta(max_length=20)] = ""


class TablePeople(msgspec.Struct, frozen=True):
    """People at a table: `muted` are authors of chat whose lines the visitor does not want to see.

    `seated`: ids of friends who have a seat; `invited`: of people whom the visitor has invited.
    """

    muted: list[str]
    seated: list[str]
    invited: list[str]


class PeopleRoutes:
    """Handlers of people. Attempts to use a code are limited by address: a code is short."""

    def __init__(self, people: People, tables: TableRoutes, rate: Rate) -> None:
        self.people = people
        self.tables = tables
        self.trying = SharedBuckets(people.registry.bus, "code", rate)

    async def authenticate(self, request: Request, require_token: bool = False) -> tuple[str, str]:
        """Return token and visitor id; raises Illegal if a logged-in visitor lacks the secret of the login.

        With `require_token`, raises Illegal for a request without a token: what it writes would be nobody's.
        """
        if require_token and token_of(request) is None:
            raise Illegal("no-visitor")
        token, visitor_id = identify(request)
        await self.people.check_session(visitor_id, session_hash_of(request))
        return token, visitor_id

    async def answer(self, request: Request, token: str, visitor_id: str) -> Response:
        """Return the person with friends and invitations."""
        response = json_response(await self._friends_info(visitor_id))
        set_cookie(request, response, token)
        return response

    async def _friends_info(self, visitor_id: str) -> FriendsInfo:
        person, now = await self.people.find(visitor_id), self.people.registry.clock()
        if person is None:
            return FriendsInfo()
        known = await self.people.related(person.id)

        def of_kind(kind: RelationKind) -> list[Any]:
            return [row for row in known if row.kind == kind]

        return FriendsInfo(
            name=person.name,
            face=person.face,
            code=person.code,
            wants_until=person.wants_until if person.wants_until > now else 0,
            friends=[
                Friend(row.id, row.name, row.face, presence_of(row.at_table_until, row.wants_until, now))
                for row in of_kind("friend")
            ],
            blocked=[PersonInfo(row.id, row.name, row.face) for row in of_kind("block")],
            muted=[PersonInfo(row.id, row.name, row.face) for row in of_kind("mute")],
            invitations=[
                InvitationInfo(row.table_id, row.game, row.free, row.name, row.face, row.at)
                for row in await self.people.invitations(person.id)
            ],
        )

    # Queries

    async def friends(self, request: Request) -> Response:
        """Return the person with friends, their presence, and invitations."""
        return await self.answer(request, *await self.authenticate(request))

    async def card(self, request: Request) -> Response:
        """Return who gave a friend code; raises Illegal if nobody did."""
        await self.trying.take(client_address(request.scope))
        _, visitor_id = await self.authenticate(request)
        found = await self.people.person_with_code(request.path_params["code"], visitor_id)
        own = await self.people.find(visitor_id)
        relation: Literal["none", "friend", "you"] = "none"
        if own is not None and own.id == found.id:
            relation = "you"
        elif own is not None:
            known = await self.people.related(own.id)
            relation = (
                "friend" if any(row.id == found.id and row.kind == "friend" for row in known) else "none"
            )
        return json_response(FriendCard(found.name, found.face, relation))

    async def at_table(self, request: Request) -> Response:
        """Return whose chat at a table is hidden from the visitor, and which friends are there."""
        _, visitor_id = await self.authenticate(request)
        of = (visitor_id, request.path_params["table"])
        muted, (seated, invited) = await self.people.muted_authors(*of), await self.people.friends_at(*of)
        return json_response(TablePeople(muted, seated, invited))

    # Commands

    async def _do(
        self, request: Request, kind: type[T], work: Callable[[str, T], Awaitable[None]]
    ) -> Response:
        """Read a body, do the work as the visitor, and return the person with friends.

        Without a token only a request that introduces the person, by a name, is accepted.
        """
        body = await read_struct(request, kind)
        token, visitor_id = await self.authenticate(request, require_token=kind not in (OwnCard, NewFriend))
        await work(visitor_id, body)
        return await self.answer(request, token, visitor_id)

    async def save(self, request: Request) -> Response:
        """Set one's name and face."""
        return await self._do(
            request, OwnCard, lambda who, body: self.people.save(who, required_name(body.name), body.face)
        )

    async def renew(self, request: Request) -> Response:
        """Replace the friend code."""
        token, visitor_id = await self.authenticate(request, require_token=True)
        await self.people.renew_code(visitor_id)
        return await self.answer(request, token, visitor_id)

    async def wants(self, request: Request) -> Response:
        """Show friends that the person wants to play, or no longer."""
        return await self._do(request, Wants, lambda who, body: self.people.set_wants(who, body.on))

    async def add(self, request: Request) -> Response:
        """Become a friend of the person who gave a code."""
        await self.trying.take(client_address(request.scope))
        return await self._do(
            request,
            NewFriend,
            lambda who, body: self.people.add_friend(who, body.code, required_name(body.name), body.face),
        )

    async def remove(self, request: Request) -> Response:
        """End a friendship."""
        return await self._do(
            request, PersonChoice, lambda who, body: self.people.remove_friend(who, body.id)
        )

    async def block(self, request: Request) -> Response:
        """Block a person, or stop doing so."""
        return await self._relate(request, "block")

    async def mute(self, request: Request) -> Response:
        """Hide a person's chat, or show it again."""
        return await self._relate(request, "mute")

    async def _relate(self, request: Request, kind: RelationKind) -> Response:
        return await self._do(
            request, Restraint, lambda who, body: self.people.relate(who, body.target(), kind, body.on)
        )

    async def report(self, request: Request) -> Response:
        """Report a person to the host of the site."""
        body = await read_struct(request, NewReport)
        _, visitor_id = await self.authenticate(request, require_token=True)
        target = Target(body.person, body.table, body.seat, body.author)
        await self.people.report(visitor_id, target, body.reason, one_line("text", body.text))
        return json_response({}, 201)

    async def invite(self, request: Request) -> Response:
        """Invite a friend to a table."""
        body = await read_struct(request, PersonChoice)
        _, visitor_id = await self.authenticate(request)
        await self.people.invite(visitor_id, request.path_params["table"], body.id)
        return json_response({}, 201)

    async def dismiss(self, request: Request) -> Response:
        """Decline an invitation."""
        return await self._do(request, TableChoice, lambda who, body: self.people.dismiss(who, body.table))

    async def play_again(self, request: Request) -> Response:
        """Open a table like a finished one, and invite those who played there."""
        body = await read_struct(request, OwnCard)
        token, visitor_id = await self.authenticate(request)
        guest = Guest(visitor_id, required_name(body.name), face=body.face)
        await self.tables.take_opening(request)
        table = await self.people.play_again(visitor_id, request.path_params["table"], guest)
        return self.tables.link_response(request, token, table)

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at, table, info = "/api/friends", "/api/tables/{table}", FriendsInfo
        return [
            Endpoint("GET", at, "You and your friends", self.friends, info),
            Endpoint("GET", f"{at}/codes/{{code}}", "Who gave a friend code", self.card, FriendCard),
            Endpoint("POST", f"{at}/card", "Set your name and face", self.save, info, OwnCard),
            Endpoint("POST", f"{at}/code", "Replace your friend code", self.renew, info),
            Endpoint("POST", f"{at}/wants", "Say that you want to play", self.wants, info, Wants),
            Endpoint("POST", f"{at}/add", "Become friends", self.add, info, NewFriend),
            Endpoint("POST", f"{at}/remove", "End a friendship", self.remove, info, PersonChoice),
            Endpoint("POST", f"{at}/block", "Block a person", self.block, info, Restraint),
            Endpoint("POST", f"{at}/mute", "Hide a person's chat", self.mute, info, Restraint),
            Endpoint("POST", f"{at}/dismiss", "Decline an invitation", self.dismiss, info, TableChoice),
            Endpoint("POST", "/api/reports", "Report a person", self.report, dict, NewReport),
            Endpoint("GET", f"{table}/people", "Muted people and friends", self.at_table, TablePeople),
            Endpoint("POST", f"{table}/invite", "Invite a friend", self.invite, dict, PersonChoice),
            Endpoint("POST", f"{table}/again", "Play again together", self.play_again, TableLink, OwnCard),
        ]
