"""Tests of accounts: history, ratings, export, and a deletion that leaves the matches of others complete."""

from __future__ import annotations

import json
from pathlib import Path

from tablee import games
from tablee.server.rate_limit import Rate
from tests.server.finished_matches import play_out
from tests.server.site import Visitor, refusal, site

GAME = "islands"
PASSWORD = "correct horse"


def credentials(name: str, password: str = PASSWORD) -> dict[str, str]:
    return {"name": name, "password": password}


def finished_match(ann: Visitor, ben: Visitor) -> str:
    """Play a match of two people to the end, and return the id of its table."""
    table: str = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    for each in (ann, ben):
        each.sit_down(table)
    ann.send(table, "say", text="a secret of Ann's")
    with ann.connect(table) as one, ben.connect(table) as two:
        ply = 0
        while (view := one.wait_for_ply(ply))["outcome"] is None:
            mover = one if 0 in view["actors"] else two
            mover.request("play", words=mover.wait_for_ply(ply)["moves"][0], seen=ply)
            ply += 1
    return table


def test_history_and_ratings_of_two_devices_are_one(people: list[Visitor]) -> None:
    ann, ben, phone = people
    assert "no-account" == ann.http.get("/api/me").json()["code"]
    ann.post("/api/account", credentials("Ann Één"))
    ben.post("/api/account", credentials("Ben"))
    table = finished_match(ann, ben)
    phone.post("/api/login", credentials("ann ÉÉN"))
    me = phone.get("/api/me")
    assert [table] == [each["id"] for each in me["tables"]]
    assert [1] == [each["matches"] for each in me["ratings"]]
    exported = phone.get("/api/me/export")
    assert games.replay(exported["tables"][0]["record"]).outcome is not None
    phone.post("/api/logout")
    assert "no-account" == phone.http.get("/api/me").json()["code"]


def test_what_is_refused(people: list[Visitor]) -> None:
    ann, ben, _ = people
    ann.post("/api/account", credentials("Dora"))
    assert "name-taken" == refusal(ben, "/api/account", credentials("DORA"))
    assert "password-too-short" == refusal(ben, "/api/account", credentials("Eve", "short"))
    assert "no-name" == refusal(ben, "/api/account", credentials("  "))
    assert "wrong-password" == refusal(ben, "/api/login", credentials("Dora", "not this one"))
    assert "wrong-password" == refusal(ben, "/api/login", credentials("Nobody"))
    assert "not-your-password" == refusal(ann, "/api/me/delete", {"password": "not this one"})
    assert "no-account" == refusal(ben, "/api/me/delete", {"password": PASSWORD})


def test_a_person_is_forgotten_and_the_match_of_the_other_stays_complete(people: list[Visitor]) -> None:
    ann, ben, _ = people
    ann.post("/api/account", credentials("Flo"))
    table = finished_match(ann, ben)
    before = ben.http.get(f"/api/tables/{table}/record").text
    ann.post("/api/me/delete", {"password": PASSWORD})
    after = ben.http.get(f"/api/tables/{table}/record").text
    assert before.replace("person Ann", "person —") == after
    assert games.replay(after).outcome is not None
    assert "Ann" not in json.dumps(ben.get(f"/api/tables/{table}"))
    assert "wrong-password" == refusal(ann, "/api/login", credentials("Flo"))


def test_passwords_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'guess.db'}", trying=Rate(burst=2, per_second=0.001)) as address:
        eve = Visitor(address)
        codes = [refusal(eve, "/api/login", credentials("Ann", f"guess {n}")) for n in range(3)]
        eve.close()
    assert ["wrong-password", "wrong-password", "too-fast"] == codes


def test_a_bot_of_unknown_strength_does_not_count_for_ratings(people: list[Visitor]) -> None:
    ann = people[0]
    ann.post("/api/account", credentials("Gus"))
    table = ann.post("/api/play", {"game": GAME, "name": "Gus", "bot": "random", "seats": 2})["id"]
    with ann.connect(table) as client:
        play_out(client)
    assert [] == ann.get("/api/me")["ratings"]
