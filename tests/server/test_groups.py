"""Tests of groups: members, their owner, tables, the ranking, and bounds."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.errors import Illegal
from tablee.server.domain.people import GroupScore, MemberResult, rank_members
from tablee.server.runtime.groups import Groups
from tablee.server.storage import groups as stored
from tablee.server.storage.event_store import EventStore
from tests.server.finished_matches import finish_over_http
from tests.server.people_process import PASSWORD, Process
from tests.server.site import Visit, Visitor, refusal
from tests.server.table_harness import GAME


def found(visitor: Visitor, name: str = "Family") -> Any:
    return visitor.post("/api/groups", {"group": name, "name": visitor.name})


def join(visitor: Visitor, group: Any) -> Any:
    return visitor.post("/api/groups/join", {"code": group["code"], "name": visitor.name})


def member(group: Any, name: str) -> Any:
    return next(each for each in group["members"] if each["name"] == name)


def test_people_join_a_group_by_its_link_and_leave_it(visit: Visit) -> None:
    ann, ben = visit("Ann"), visit("Ben")
    group = found(ann)
    at = f"/api/groups/{group['id']}"
    card = {"name": "Family", "members": 1, "id": ""}
    assert card == ben.get(f"/api/groups/codes/{group['code']}")
    assert "no-such-group" == refusal(ben, at)
    joined = join(ben, group)
    assert ["Ann", "Ben"] == [each["name"] for each in joined["members"]]
    assert (True, False) == (member(joined, "Ann")["owner"], member(joined, "Ben")["owner"])
    assert member(joined, "Ben")["you"]
    # Again is not twice.
    assert 2 == len(join(ben, group)["members"])
    assert group["id"] == ben.get(f"/api/groups/codes/{group['code']}")["id"]
    assert [{"id": group["id"], "name": "Family", "members": 2}] == ben.get("/api/groups")["groups"]
    assert "owner-stays" == refusal(ann, f"{at}/leave", {})
    assert [] == ben.post(f"{at}/leave")["groups"]
    assert "no-such-group" == refusal(ben, f"{at}/leave", {})
    # The last member takes the group along.
    assert [] == ann.post(f"{at}/leave")["groups"]
    assert "no-such-code" == refusal(ben, f"/api/groups/codes/{group['code']}")


def test_the_owner_removes_renames_renews_and_hands_over(visit: Visit) -> None:
    ann, ben, cat = visit("Ann"), visit("Ben"), visit("Cat")
    group = found(ann)
    at = f"/api/groups/{group['id']}"
    for each in (ben, cat):
        group = join(each, group)
    own, other = {"id": member(group, "Ann")["id"]}, {"id": member(group, "Ben")["id"]}
    for path, body in (
        ("remove", own),
        ("owner", other),
        ("name", {"name": "Mine"}),
        ("code", {}),
        ("delete", {}),
    ):
        assert "not-the-owner" == refusal(ben, f"{at}/{path}", body)
    assert "owner-stays" == refusal(ann, f"{at}/remove", own)
    assert "no-such-person" == refusal(ann, f"{at}/remove", {"id": "nobody"})
    assert "no-name" == refusal(ann, f"{at}/name", {"name": "  "})
    assert "not-a-message" == refusal(ann, f"{at}/name", {"name": "x" * 41})
    assert "Club" == ann.post(f"{at}/name", {"name": " Club "})["name"]
    assert ["Ann", "Cat"] == [each["name"] for each in ann.post(f"{at}/remove", other)["members"]]
    assert "no-such-group" == refusal(ben, at)
    renewed = ann.post(f"{at}/code")
    assert "no-such-code" == refusal(ben, "/api/groups/join", {"code": group["code"], "name": "Ben"})
    join(ben, renewed)
    assert "no-such-person" == refusal(ann, f"{at}/owner", {"id": "nobody"})
    assert member(ann.post(f"{at}/owner", other), "Ben")["owner"]
    assert "not-the-owner" == refusal(ann, f"{at}/delete", {})
    assert [] == ben.post(f"{at}/delete")["groups"]
    assert "no-such-group" == refusal(ann, at)


def test_members_see_the_tables_of_a_group_and_its_ranking(visit: Visit) -> None:
    ann, ben, eve = visit("Ann"), visit("Ben"), visit("Eve")
    group = found(ann)
    at = f"/api/groups/{group['id']}"
    join(ben, group)
    body = {"game": GAME, "seats": 2, "name": "Ann"}
    assert "no-such-group" == refusal(eve, f"{at}/tables", body)
    table = ann.post(f"{at}/tables", body)["id"]
    (shown,) = ben.get("/api/groups")["tables"]
    assert (table, GAME, 1, "Family") == (shown["id"], shown["game"], shown["free"], shown["group_name"])
    assert [] == eve.get("/api/groups")["tables"]
    assert table not in {each["id"] for each in eve.get("/api/tables")}
    ben.sit_down(table)
    ann.send(table, "ready")
    finish_over_http(table, [ann, ben])
    page = ben.get(at)
    another = ann.post(f"{at}/tables", body)["id"]
    ann.send(table, "say", text="well played")
    page = ben.get(at)
    # Those that one may join come first, whatever changed last.
    assert [(another, "open"), (table, "over")] == [(each["id"], each["status"]) for each in page["tables"]]
    outcome = ann.get(f"/api/tables/{table}")["view"]["outcome"]
    scores = sorted(zip(outcome["ranks"], ("Ann", "Ben"), outcome["scores"], strict=True))
    counts = page["tables"][1]["counts"]
    assert [(name, "", score) for _, name, score in scores] == [tuple(each.values()) for each in counts]
    (ranking,) = page["ranking"]
    assert GAME == ranking["game"]
    ranks = ann.get(f"/api/tables/{table}")["view"]["outcome"]["ranks"]
    ids = [member(page, name)["id"] for name in ("Ann", "Ben")]
    first = ids[ranks.index(1)]
    assert (first, 1, 1) == tuple(ranking["rows"][0][key] for key in ("id", "matches", "wins"))
    assert 1.0 == sum(row["points"] for row in ranking["rows"])
    # Who joins later was not beaten, and has no place yet.
    assert ranking["rows"] == join(eve, group)["ranking"][0]["rows"]


def test_a_ranking_counts_only_matches_between_members() -> None:
    results = [
        *(MemberResult("one", "islands", who, rank) for who, rank in (("ann", 1), ("ben", 2), ("cat", 2))),
        *(MemberResult("two", "islands", who, rank) for who, rank in (("ann", 3), ("ben", 1))),
        MemberResult("alone", "islands", "cat", 1),
        *(MemberResult("twice", "mine", who, rank) for who, rank in (("ann", 1), ("ann", 2))),
        *(MemberResult("tie", "clouds", who, 1) for who in ("ann", "ben")),
    ]
    assert {
        "clouds": [GroupScore("ann", 1, 1, 0.5), GroupScore("ben", 1, 1, 0.5)],
        "islands": [GroupScore("ann", 2, 1, 2.0), GroupScore("ben", 2, 1, 1.5), GroupScore("cat", 1, 0, 0.5)],
    } == rank_members(results)


@pytest.mark.anyio
async def test_groups_have_bounds(store: EventStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MAX_GROUPS", 1)
    monkeypatch.setattr(stored, "MAX_MEMBERS", 2)
    groups = Groups(Process(store).people)
    page = await groups.page("ann", await groups.create("ann", "Family"))
    with pytest.raises(Illegal, match="too-many-groups"):
        await groups.create("ann", "Club")
    await groups.join("ben", page.group.code)
    with pytest.raises(Illegal, match="group-full"):
        await groups.join("cat", page.group.code)
    other = await groups.page("cat", await groups.create("cat", "Club"))
    with pytest.raises(Illegal, match="too-many-groups"):
        await groups.join("ben", other.group.code)
    assert 2 == len((await groups.page("ann", page.group.id)).members)


@pytest.mark.anyio
async def test_a_deleted_account_leaves_its_groups_to_others(store: EventStore) -> None:
    here = Process(store)
    groups = Groups(here.people)
    await here.accounts.register("ann", "Ann", PASSWORD)
    shared = await groups.page("ann", await groups.create("ann", "Family"))
    alone = await groups.page("ann", await groups.create("ann", "Alone"))
    await groups.join("ben", shared.group.code)
    await here.accounts.delete("ann")
    ben = await here.people.find("ben")
    assert ben.id == (await groups.page("ben", shared.group.id)).group.owner_id
    with pytest.raises(Illegal, match="no-such-code"):
        await groups.with_code(alone.group.code)


@pytest.mark.anyio
async def test_groups_of_a_guest_move_into_the_account(store: EventStore) -> None:
    here = Process(store)
    groups = Groups(here.people)
    await here.accounts.register("ann", "Ann", PASSWORD)
    of_account = await groups.page("ann", await groups.create("ann", "Family"))
    await groups.create("phone", "Club")
    await groups.join("phone", of_account.group.code)
    await here.accounts.log_in("phone", "Ann", PASSWORD)
    person = await here.people.find("ann")
    found, _ = await groups.of(person.id)
    assert [("Club", 1, person.id), ("Family", 1, person.id)] == [
        (row.name, row.members, row.owner_id) for row in found
    ]
