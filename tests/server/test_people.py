"""Tests of friends, presence, invitations, blocks, mutes and reports over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.server.domain.people import MAX_REPORTS
from tests.server.finished_matches import finish_over_http
from tests.server.friends import befriend, friend_id, friends_page, open_table
from tests.server.site import Visit, Visitor, refusal
from tests.server.table_harness import GAME


def test_a_visitor_has_no_card_before_giving_a_name(address: str) -> None:
    stranger = Visitor(address)
    assert "" == friends_page(stranger)["code"]
    assert "no-name" == refusal(stranger, "/api/friends/card", {"name": " "})
    assert "owl" == stranger.post("/api/friends/card", {"name": "Zoe", "face": "owl"})["face"]
    assert 8 == len(friends_page(stranger)["code"])
    stranger.close()


def test_opening_a_link_makes_both_friends(visit: Visit) -> None:
    ann, ben = visit("Ann"), visit("Ben")
    code = friends_page(ann)["code"]
    card = {"name": "Ann", "face": "owl", "relation": "none"}
    assert card == ben.get(f"/api/friends/codes/{code}")
    # As a person would copy it by hand.
    ben.post("/api/friends/add", {"code": f"{code[:4]}-{code[4:].lower()} ", "name": "Benoît"})
    assert "friend" == ben.get(f"/api/friends/codes/{code}")["relation"]
    assert "you" == ann.get(f"/api/friends/codes/{code}")["relation"]
    assert ["Benoît"] == [each["name"] for each in friends_page(ann)["friends"]]
    assert ["Ann"] == [each["name"] for each in friends_page(ben)["friends"]]
    ann.post("/api/friends/remove", {"id": friend_id(ann, "Benoît")})
    assert ([], []) == (friends_page(ann)["friends"], friends_page(ben)["friends"])


def test_a_renewed_code_is_the_only_one(visit: Visit) -> None:
    ann, ben = visit("Ann"), visit("Ben")
    before = friends_page(ann)["code"]
    after = ann.post("/api/friends/code")["code"]
    assert before != after
    for code in (before, "ABCD2345", "?", "0" * 8):
        body = {"code": code, "name": "Ben"}
        assert "no-such-code" == refusal(ben, "/api/friends/add", body)
    assert "no-such-code" == refusal(ben, f"/api/friends/codes/{before}")
    assert "that-is-you" == refusal(ann, "/api/friends/add", {"code": after, "name": "Ann"})
    ben.post("/api/friends/add", {"code": after, "name": "Ben"})
    assert 1 == len(friends_page(ann)["friends"])


def test_friends_are_told_that_a_person_wants_to_play(visit: Visit) -> None:
    ann, ben = visit("Ann"), visit("Ben")
    befriend(ann, ben)
    assert ann.post("/api/friends/wants", {"on": True})["wants_until"] > 0
    assert "wants" == friends_page(ben)["friends"][0]["presence"]
    assert 0 == ann.post("/api/friends/wants", {"on": False})["wants_until"]
    assert "offline" == friends_page(ben)["friends"][0]["presence"]


def test_a_friend_is_invited_to_a_table(visit: Visit) -> None:
    ann, ben, cat = visit("Ann"), visit("Ben"), visit("Cat")
    befriend(ann, ben)
    table = open_table(ann)
    ann.post(f"/api/tables/{table}/invite", {"id": friend_id(ann, "Ben")})
    ann.post(f"/api/tables/{table}/invite", {"id": friend_id(ann, "Ben")})
    (invited,) = friends_page(ben)["invitations"]
    assert (table, GAME, 2, "Ann") == tuple(invited[key] for key in ("table", "game", "free", "name"))
    befriend(cat, ann)
    chosen = {"id": friend_id(ann, "Cat")}
    assert "not-your-table" == refusal(cat, f"/api/tables/{table}/invite", {"id": friend_id(cat, "Ann")})
    assert "not-a-friend" == refusal(ann, f"/api/tables/{table}/invite", {"id": "nobody"})
    assert [] == ben.post("/api/friends/dismiss", {"table": table})["invitations"]
    # A table without a free seat is of no use to anybody who is invited.
    ann.post(f"/api/tables/{table}/invite", chosen)
    ann.send(table, "hire", seat=1, bot="random")
    # The summary of a table is written a moment after the event.
    while friends_page(cat)["invitations"][0]["free"] != 1:
        pass
    ann.send(table, "hire", seat=2, bot="random")
    assert "table-full" == refusal(ann, f"/api/tables/{table}/invite", chosen)
    ann.send(table, "ready")
    assert "already-started" == refusal(ann, f"/api/tables/{table}/invite", chosen)
    while friends_page(cat)["invitations"]:
        pass


def test_a_blocked_person_cannot_sit_chat_invite_or_befriend(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    befriend(ann, eve)
    table, of_eve = open_table(ann, listed=True), open_table(eve)
    eve.post(f"/api/tables/{of_eve}/invite", {"id": friend_id(eve, "Ann")})
    blocked = ann.post("/api/friends/block", {"person": friend_id(ann, "Eve")})
    assert ["Eve"] == [each["name"] for each in blocked["blocked"]]
    assert ([], []) == (blocked["friends"], blocked["invitations"])
    assert [] == friends_page(eve)["friends"]
    code = friends_page(ann)["code"]
    assert "no-such-code" == refusal(eve, f"/api/friends/codes/{code}")
    assert "no-such-code" == refusal(eve, "/api/friends/add", {"code": code, "name": "Eve"})
    assert "not-welcome" == eve.refusal(table, "sit", name="Eve")
    assert "not-welcome" == eve.refusal(table, "say", name="Eve", text="hello")
    with eve.connect(table) as client:
        client.wait_for("update")
        assert "not-welcome" == client.request("sit", name="Eve")["code"]
    person = blocked["blocked"][0]["id"]
    body = {"code": friends_page(eve)["code"], "name": "Ann"}
    assert "blocked-by-you" == refusal(ann, "/api/friends/add", body)
    assert [] == ann.post("/api/friends/block", {"person": person, "on": False})["blocked"]
    eve.send(table, "sit", name="Eve")


def test_who_has_a_seat_or_is_invited_is_not_offered_to_be_invited(visit: Visit) -> None:
    ann, ben, eve = visit("Ann"), visit("Ben"), visit("Eve")
    befriend(ann, ben)
    befriend(ann, eve)
    table = open_table(ann)
    of_ben, of_eve = friend_id(ann, "Ben"), friend_id(ann, "Eve")
    here = ann.get(f"/api/tables/{table}/people")
    assert ([], []) == (here["seated"], here["invited"])
    ann.post(f"/api/tables/{table}/invite", {"id": of_eve})
    ben.send(table, "sit", name="Another name")
    here = ann.get(f"/api/tables/{table}/people")
    assert ([of_ben], [of_eve]) == (here["seated"], here["invited"])
    # Ben has invited nobody; who has no seat learns nothing.
    assert ([friend_id(ben, "Ann")], []) == tuple(
        ben.get(f"/api/tables/{table}/people")[key] for key in ("seated", "invited")
    )
    assert [] == eve.get(f"/api/tables/{table}/people")["seated"]


def test_a_stranger_is_muted_and_blocked_by_seat_or_by_line(visit: Visit) -> None:
    ann, eve, sam = visit("Ann"), visit("Eve"), visit("Sam")
    table = open_table(ann)
    eve.send(table, "sit", name="Eve")
    eve.send(table, "say", text="boo")
    sam.send(table, "say", name="Sam", text="boo")
    chat = ann.get(f"/api/tables/{table}")["chat"]
    of_eve, of_sam = (line["author"] for line in chat)
    assert of_eve != of_sam
    assert [] == ann.get(f"/api/tables/{table}/people")["muted"]
    ann.post("/api/friends/mute", {"table": table, "seat": 1})
    assert [of_eve] == ann.get(f"/api/tables/{table}/people")["muted"]
    # Only Ann has muted her.
    assert [] == sam.get(f"/api/tables/{table}/people")["muted"]
    found = ann.post("/api/friends/block", {"table": table, "author": of_sam})
    assert sorted([of_eve, of_sam]) == sorted(ann.get(f"/api/tables/{table}/people")["muted"])
    assert "not-welcome" == sam.refusal(table, "say", name="Sam", text="boo")
    ann.post("/api/friends/mute", {"person": found["muted"][0]["id"], "on": False})
    assert [of_sam] == ann.get(f"/api/tables/{table}/people")["muted"]


@pytest.mark.parametrize(
    "target, code",
    [
        ({"seat": 0}, "that-is-you"),
        ({"seat": 2}, "no-person-there"),
        ({"author": "unknown"}, "no-such-person"),
        ({}, "no-such-person"),
        ({"table": "no such table"}, "no-such-person"),
        ({"person": "nobody"}, "no-such-person"),
        ({"seat": 9}, "not-a-message"),
        ({"person": "x" * 21}, "not-a-message"),
    ],
)
def test_a_target_that_is_not_there_is_refused(visit: Visit, target: Any, code: str) -> None:
    ann = visit("Ann")
    body = {"table": open_table(ann), **target}
    for path in ("/api/friends/mute", "/api/friends/block"):
        assert code == refusal(ann, path, body)
    assert code == refusal(ann, "/api/reports", {"reason": "chat", **body})


def test_a_person_reports_at_most_so_much_a_day(visit: Visit) -> None:
    ann, eve = visit("Ann"), visit("Eve")
    befriend(ann, eve)
    table = open_table(ann)
    eve.send(table, "say", name="Eve", text="boo")
    body = {"reason": "chat", "table": table, "person": friend_id(ann, "Eve"), "text": "rude"}
    assert "not-a-message" == refusal(ann, "/api/reports", {**body, "reason": "boring"})
    assert "not-a-message" == refusal(ann, "/api/reports", {**body, "text": "x" * 301})
    for _ in range(MAX_REPORTS):
        ann.post("/api/reports", body)
    assert "too-many-reports" == refusal(ann, "/api/reports", body, 429)


def test_the_same_people_play_again(visit: Visit) -> None:
    ann, ben, eve = visit("Ann"), visit("Ben"), visit("Eve")
    table = open_table(ann)
    for each in (ben, eve):
        each.send(table, "sit", name=each.name)
    again = f"/api/tables/{table}/again"
    assert "not-over" == refusal(ann, again, {"name": "Ann"})
    for each in (ann, ben, eve):
        each.send(table, "ready")
    finish_over_http(table, [ann, ben, eve])
    ann.post("/api/friends/block", {"table": table, "seat": 2})
    assert "not-seated" == refusal(visit("Sam"), again, {"name": "Sam"})
    other = ann.post(again, {"name": "Ann"})["id"]
    assert [other] == [each["table"] for each in friends_page(ben)["invitations"]]
    assert [] == friends_page(eve)["invitations"]
    ben.send(other, "sit", name="Ben")
    assert "not-welcome" == eve.refusal(other, "sit", name="Eve")
