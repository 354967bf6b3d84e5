"""Profiles, histories, exports and leaderboards; nobody reads a profile that is not public."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.server.rate_limit import Rate
from tests.server.finished_matches import play_out
from tests.server.site import Visitor, site

GAME = "clouds"
PASSWORD = "correct horse"
NOT_FOUND = 404
REFUSED = 409
BAD = 400


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run one site for this module."""
    folder: Path = tmp_path_factory.mktemp("profiles")
    with site(f"sqlite:///{folder / 'tablee.db'}") as address:
        yield address


def register(visitor: Visitor, name: str) -> None:
    visitor.post("/api/account", {"name": name, "password": PASSWORD})


def play_bots(visitor: Visitor, bot: str = "beginner", seats: int = 2) -> str:
    """Play a match against bots to its end, wait until its result is stored, and return its table."""
    before = visitor.get("/api/me/profile")["matches"]
    body = {"game": GAME, "name": visitor.name, "bot": bot, "seats": seats}
    table: str = visitor.post("/api/play", body)["id"]
    with visitor.connect(table) as client:
        play_out(client)
    end = time.monotonic() + 60
    while visitor.get("/api/me/profile")["matches"] == before:
        assert time.monotonic() < end, "the result is not stored"
    return table


def game_of(profile: dict[str, Any], game: str = GAME) -> dict[str, Any]:
    return next(each for each in profile["games"] if each["game"] == game)


def test_a_guest_has_a_profile_and_takes_it_into_an_account(people: list[Visitor]) -> None:
    ann, ben, _ = people
    ann.http.get("/")
    assert 0 == ann.get("/api/me/profile")["matches"]
    table = play_bots(ann)
    profile = ann.get("/api/me/profile")
    own = game_of(profile)
    assert ("", True, False, 1) == (profile["name"], profile["own"], profile["public"], profile["matches"])
    assert [(2, 1)] == [(each["seats"], each["matches"]) for each in own["totals"]]
    assert own["rating"]["matches"] == 1
    assert [own["rating"]["rating"]] == [point["rating"] for point in own["graph"]]
    assert 0 < own["rating"]["margin"] < 392
    register(ann, "Guest No More")
    after = ann.get("/api/me/profile")
    assert "Guest No More" == after["name"]
    assert profile["games"] == after["games"]
    (row,) = ann.get("/api/me/history")["rows"]
    assert (table, [("", "beginner")]) == (
        row["table"],
        [(each["name"], each["bot"]) for each in row["opponents"]],
    )
    # Another visitor has nothing of it.
    ben.http.get("/")
    assert [] == ben.get("/api/me/history")["rows"]


def test_history_is_filtered_searched_and_paged(people: list[Visitor]) -> None:
    ann = people[0]
    register(ann, "Paula")
    tables = [play_bots(ann, bot, seats) for bot, seats in (("beginner", 2), ("random", 3), ("beginner", 1))]

    def found(query: str) -> list[str]:
        return [row["table"] for row in ann.get(f"/api/me/history?{query}")["rows"]]

    assert tables[::-1] == found("")
    assert [tables[1]] == found("seats=3")
    assert [tables[0]] == found("bots=beginner")
    assert tables[:2][::-1] == found("bots=beginner,random")
    assert [] == found("opponent=paula")
    assert [] == found("opponent=%25")
    assert [] == found("game=islands")
    assert [] == found("page=1")
    assert sorted(tables) == sorted(found("outcome=won") + found("outcome=lost"))


@pytest.mark.parametrize(
    "query",
    ["page=x", "page=-1", "page=999999999", "seats=21", "seats=²", "outcome=drawn", "game=chess", "bots=me"],
)
def test_wrong_filters_are_refused(people: list[Visitor], query: str) -> None:
    people[0].http.get("/")
    answered = people[0].http.get(f"/api/me/history?{query}")
    assert answered.status_code in (BAD, NOT_FOUND), answered.text


def test_one_address_gets_a_limited_number_of_exports(tmp_path: Path) -> None:
    """Each folds every table of the person, so that many at once would keep the server from all others."""
    with site(f"sqlite:///{tmp_path / 'few.db'}", exporting=Rate(burst=1, per_second=0.001)) as address:
        visitors = [Visitor(address), Visitor(address)]
        for each in visitors:
            each.http.get("/")
        answered = [each.http.get("/api/me/export") for each in visitors]
        assert [200, 429] == [each.status_code for each in answered]
        assert "too-fast" == answered[1].json()["code"]
        for each in visitors:
            each.close()


def test_an_export_has_everything_and_no_ids_of_visitors(people: list[Visitor]) -> None:
    ann = people[0]
    ann.http.get("/")
    table = play_bots(ann)
    ann.post("/api/groups", {"group": "Club", "name": "Ann"})
    keys = []
    for _ in range(2):
        exported = ann.get("/api/me/export")
        assert {"ratings", "achievements", "results", "daily", "tables"} <= exported.keys()
        assert [table] == [each["table_id"] for each in exported["results"]]
        assert [table] == [each["table_id"] for each in exported["tables"]]
        assert "visitor_id" not in ann.http.get("/api/me/export").text
        assert [["Club"], "Ann"] == [exported["people"]["group"], exported["people"]["card"]["name"]]
        keys.append(exported.keys())
        # The second time round with an account.
        if not exported["name"]:
            register(ann, "Exporter")
    assert keys[0] == keys[1], "a guest has the same parts as an account"
    assert ("Exporter", False) == (exported["name"], exported["public"])
    # What belongs to the account is not the guest's, on the same device.
    ann.post("/api/logout")
    assert table not in ann.http.get("/api/me/export").text


def test_leaderboards_show_public_accounts_only(people: list[Visitor]) -> None:
    ann, ben, cat = people
    for visitor, name in ((ann, "Lea"), (ben, "Leo")):
        register(visitor, name)
        play_bots(visitor)
    path = f"/api/leaderboards/{GAME}"
    assert [] == [row for row in cat.get(path)["rows"] if row["name"] in ("Lea", "Leo")]
    ann.post("/api/me/profile", {"public": True})
    for period in ("", "?period=week", "?period=month", "?period=all"):
        board = cat.get(path + period)
        assert ["Lea"] == [row["name"] for row in board["rows"] if row["name"] in ("Lea", "Leo")]
        assert board["own"] is None
    own = ann.get(path)["own"]
    assert ("Lea", True, 1) == (own["name"], own["you"], own["matches"])
    assert ben.get(path)["own"] is None
    ann.post("/api/me/profile", {"public": False})
    assert [] == [row for row in cat.get(path)["rows"] if row["name"] == "Lea"]
    assert NOT_FOUND == cat.http.get("/api/leaderboards/chess").status_code
    assert BAD == cat.http.get(path + "?period=year").status_code


def test_everybody_finds_their_own_tables(people: list[Visitor]) -> None:
    guest, member, other = people
    register(member, "Tabatha")
    for visitor in (guest, member):
        opened = [visitor.post("/api/tables", {"game": GAME, "seats": 2, "name": "Me"})["id"] for _ in "ab"]
        assert opened[::-1] == [table["id"] for table in visitor.get("/api/me/tables")]
    assert [] == other.get("/api/me/tables")


# Who may read what

OWN = ("/api/me/profile", "/api/me/history", "/api/me/export", "/api/me/tables")


def test_nobody_reads_a_profile_that_is_not_public(people: list[Visitor], address: str) -> None:
    member, other, guest = people
    stranger = httpx.Client(base_url=address)
    register(member, "Mia Private")
    register(other, "Otto")
    guest.http.get("/")
    table = play_bots(member)
    readers = {"stranger": stranger, "guest": guest.http, "other account": other.http}
    for who, client in readers.items():
        for path in ("/api/people/Mia Private", "/api/people/mia%20private", "/api/people/Nobody"):
            answered = client.get(path)
            assert (who, NOT_FOUND, "no-such-profile") == (who, answered.status_code, answered.json()["code"])
        for path in (*OWN, f"/api/leaderboards/{GAME}"):
            answered = client.get(path)
            assert "Mia" not in answered.text, (who, path)
            assert table not in answered.text, (who, path)
    for path in OWN[:3]:
        assert REFUSED == stranger.get(path).status_code
        assert table in member.http.get("/api/me/history").text
    # Only an account can be public, and only by its own choice.
    for client in (stranger, guest.http):
        assert REFUSED == client.post("/api/me/profile", json={"public": True}).status_code
    other.post("/api/me/profile", {"public": True})
    assert NOT_FOUND == stranger.get("/api/people/Mia Private").status_code
    for wrong in ({}, {"public": "yes"}, {"public": True, "name": "Mia Private"}):
        assert BAD == member.http.post("/api/me/profile", json=wrong).status_code
    # Public: everybody reads the profile, without the tables, and nothing else.
    member.post("/api/me/profile", {"public": True})
    for client in readers.values():
        profile = client.get("/api/people/Mia Private")
        assert (True, False, 1) == tuple(profile.json()[name] for name in ("public", "own", "matches"))
        assert table not in profile.text
    member.post("/api/me/profile", {"public": False})
    assert NOT_FOUND == stranger.get("/api/people/Mia Private").status_code
    stranger.close()


def test_a_token_without_the_secret_of_the_login_reads_nothing(people: list[Visitor], address: str) -> None:
    ann = people[0]
    register(ann, "Fixated")
    table = play_bots(ann)
    thief = httpx.Client(base_url=address, cookies={"tablee": ann.http.cookies["tablee"]})
    for path in OWN:
        answered = thief.get(path)
        assert REFUSED == answered.status_code
        assert table not in answered.text
    assert REFUSED == thief.post("/api/me/profile", json={"public": True}).status_code
    assert thief.get(f"/api/leaderboards/{GAME}").is_success
    thief.close()


def test_a_deleted_account_leaves_no_profile(people: list[Visitor]) -> None:
    ann, ben, _ = people
    register(ann, "Gone Soon")
    ann.post("/api/me/profile", {"public": True})
    play_bots(ann)
    assert ben.http.get("/api/people/Gone Soon").is_success
    ann.post("/api/me/delete", {"password": PASSWORD})
    assert NOT_FOUND == ben.http.get("/api/people/Gone Soon").status_code
    assert 0 == ann.get("/api/me/profile")["matches"]
    register(ben, "Gone Soon")
    profile = ben.get("/api/me/profile")
    assert (0, False) == (profile["matches"], profile["public"])
    assert [] == [each for game in profile["games"] for each in game["achievements"] if each["at"]]
