"""Tests that nobody reads or changes a friend list, a group, a table or the site that is not theirs.

Roles are a stranger without a cookie, a guest, a friend, a member, the owner of the group, and the host of
the site. `test_every_endpoint` calls all endpoints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.server.friends import appoint, befriend, friend_id, open_table
from tests.server.people_process import PASSWORD
from tests.server.site import TIMEOUT, Visitor, site
from tests.server.table_harness import GAME

ROLES = ("stranger", "guest", "friend", "member", "owner", "host")
# What others must never be told: their own copies of these would let them act as the person.
SECRETS = ("visitor_id", "account_name", "password", "secret", "token")


@dataclass(frozen=True)
class World:
    """A site with people of each role; `owner` has friends, a group, an open table and a finished report."""

    people: dict[str, Visitor]
    group: str
    group_code: str
    table: str
    ids: dict[str, str]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    url = f"sqlite:///{tmp_path_factory.mktemp('access') / 'tablee.db'}"
    with site(url) as address:
        people = {role: Visitor(address, role.title()) for role in ROLES}
        for role in ROLES[1:]:
            people[role].post("/api/friends/card", {"name": role.title()})
        owner, friend, member = (people[role] for role in ("owner", "friend", "member"))
        owner.post("/api/account", {"name": "Owner", "password": PASSWORD})
        people["host"].post("/api/account", {"name": "Host", "password": PASSWORD})
        appoint(url, "Host")
        befriend(owner, friend)
        group = owner.post("/api/groups", {"group": "Secret club", "name": "Owner"})
        member.post("/api/groups/join", {"code": group["code"], "name": "Member"})
        found = owner.get(f"/api/groups/{group['id']}")["members"]
        ids = {each["name"].lower(): each["id"] for each in found}
        ids["friend"] = friend_id(owner, "Friend")
        table = open_table(owner)
        owner.post(f"/api/tables/{table}/invite", {"id": ids["friend"]})
        owner.post("/api/reports", {"reason": "chat", "text": "private words", "person": ids["friend"]})
        yield World(people, group["id"], group["code"], table, ids)
        for each in people.values():
            each.close()


def send(world: World, role: str, method: str, path: str, body: Any = None) -> httpx.Response:
    """Send a request in a role; a stranger has no cookie, not even from an answer before."""
    visitor = world.people[role]
    if role == "stranger":
        return httpx.request(method, f"{visitor.address}{path}", json=body, timeout=TIMEOUT)
    return visitor.http.request(method, path, json=body)


def code_of(answered: httpx.Response) -> str:
    return "" if answered.is_success else str(answered.json()["code"])


def codes(world: World, method: str, path: str, body: Any, roles: tuple[str, ...]) -> dict[str, str]:
    """Return the code of the refusal by role, "" where a request succeeded."""
    return {role: code_of(send(world, role, method, path, body)) for role in roles}


OUTSIDE = ("stranger", "guest", "friend", "host")


def test_a_group_is_read_by_its_members_only(world: World) -> None:
    at = f"/api/groups/{world.group}"
    expected = dict.fromkeys(OUTSIDE, "no-such-group") | {"member": "", "owner": ""}
    assert expected == codes(world, "GET", at, None, ROLES)
    for role in OUTSIDE:
        assert "Secret club" not in send(world, role, "GET", "/api/groups").text
    unknown = codes(world, "GET", "/api/groups/unknown-group", None, ("owner",))
    assert {"owner": "no-such-group"} == unknown


@pytest.mark.parametrize("what", ["remove", "owner", "name", "code", "delete", "leave", "tables"])
def test_a_group_is_changed_by_its_members_or_owner_only(world: World, what: str) -> None:
    bodies = {
        "remove": {"id": world.ids["member"]},
        "owner": {"id": world.ids["member"]},
        "name": {"name": "Other"},
        "tables": {"game": GAME, "seats": 2},
    }
    before = send(world, "owner", "GET", f"/api/groups/{world.group}").json()
    path = f"/api/groups/{world.group}/{what}"
    refused = codes(world, "POST", path, bodies.get(what, {}), OUTSIDE)
    assert dict.fromkeys(OUTSIDE, "no-such-group") == refused
    if what not in ("leave", "tables"):
        refused = codes(world, "POST", path, bodies.get(what, {}), ("member",))
        assert {"member": "not-the-owner"} == refused
    assert before == send(world, "owner", "GET", f"/api/groups/{world.group}").json()


def test_a_friend_list_is_read_by_its_person_only(world: World) -> None:
    own = world.people["owner"].get("/api/friends")
    assert ["Friend"] == [each["name"] for each in own["friends"]]
    for role in ("stranger", "guest", "member", "host"):
        seen = send(world, role, "GET", "/api/friends")
        assert [] == seen.json()["friends"]
        assert own["code"] not in seen.text
        assert world.ids["friend"] not in seen.text
    seen = world.people["friend"].get("/api/friends")
    assert [world.ids["owner"]] == [each["id"] for each in seen["friends"]]
    assert own["code"] not in str(seen)


def test_nobody_ends_a_friendship_of_others(world: World) -> None:
    for role in ("stranger", "guest", "member", "host"):
        for name in ("friend", "owner"):
            send(world, role, "POST", "/api/friends/remove", {"id": world.ids[name]})
        send(world, role, "POST", "/api/friends/dismiss", {"table": world.table})
    assert 1 == len(world.people["owner"].get("/api/friends")["friends"])
    assert [world.table] == [
        each["table"] for each in world.people["friend"].get("/api/friends")["invitations"]
    ]


def test_only_the_table_s_own_people_invite_and_only_friends(world: World) -> None:
    path = f"/api/tables/{world.table}/invite"
    outside = ("stranger", "guest", "friend", "member", "host")
    for name in ("friend", "owner"):
        refused = codes(world, "POST", path, {"id": world.ids[name]}, outside)
        assert dict.fromkeys(outside, "not-your-table") == refused
    refused = codes(world, "POST", path, {"id": world.ids["member"]}, ("owner",))
    assert {"owner": "not-a-friend"} == refused
    again = f"/api/tables/{world.table}/again"
    assert dict.fromkeys(outside, "not-seated") == codes(world, "POST", again, {"name": "Eve"}, outside)


def test_the_host_s_page_is_for_the_host_only(world: World) -> None:
    others = ROLES[:-1]
    assert dict.fromkeys(others, "not-a-host") == codes(world, "GET", "/api/host", None, others)
    for action in (
        {"t": "close", "table": world.table},
        {"t": "ban", "account": "Host"},
        {"t": "ban", "address": "127.0.0.1"},
        {"t": "rename-account", "account": "Owner", "name": "Nobody"},
        {"t": "rename-seat", "table": world.table, "seat": 0, "name": "Nobody"},
    ):
        refused = codes(world, "POST", "/api/host/act", action, others)
        assert dict.fromkeys(others, "not-a-host") == refused
    seen = world.people["host"].get("/api/host")
    assert ["private words"] == [each["text"] for each in seen["reports"]]
    assert ["appoint"] == [each["action"] for each in seen["actions"]]
    assert "Owner" == world.people["owner"].get(f"/api/tables/{world.table}")["table"]["seats"][0]["name"]


def test_the_cookie_alone_is_not_the_account(world: World) -> None:
    """A person who knew the visitor's token before the login reads and changes nothing of the account."""
    owner = world.people["owner"]
    cookies = {"tablee": owner.http.cookies["tablee"]}
    with httpx.Client(base_url=owner.address, cookies=cookies, timeout=TIMEOUT) as thief:
        for path in ("/api/friends", "/api/groups", f"/api/groups/{world.group}", "/api/host"):
            assert "no-account" == code_of(thief.get(path))
        for path in ("/api/friends/code", f"/api/groups/{world.group}/delete"):
            assert "no-account" == code_of(thief.post(path, json={}))


def test_no_answer_contains_ids_that_let_others_act(world: World) -> None:
    paths = ("/api/friends", "/api/groups", f"/api/groups/{world.group}", f"/api/tables/{world.table}/people")
    for role in ROLES:
        for path in (*paths, "/api/host"):
            text = send(world, role, "GET", path).text
            assert [] == [word for word in SECRETS if word in text]
            tokens = [each.http.cookies.get("tablee") for each in world.people.values()]
            assert [] == [token for token in tokens if token and token in text]
