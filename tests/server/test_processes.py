"""Tests of several processes on one store: each serves every table, even while the bus fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.server import app
from tablee.server.runtime import redis_bus, scheduler
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.redis_bus import RedisBus
from tests.server.redis_server import RedisServer
from tests.server.site import Visitor, site

GAME = "islands"


@pytest.fixture
def two_sites(postgres_url: str, redis: RedisServer) -> Iterator[tuple[str, str]]:
    """Start two servers on one PostgreSQL and one Redis, and yield their addresses."""
    with site(postgres_url, redis=redis.url) as one, site(postgres_url, redis=redis.url) as other:
        yield one, other


def test_people_at_two_processes_play_one_match(two_sites: tuple[str, str], redis: RedisServer) -> None:
    ann, ben = Visitor(two_sites[0], "Ann"), Visitor(two_sites[1], "Ben")
    table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    ben.sit_down(table)
    ann.send(table, "ready")
    with ann.connect(table) as one, ben.connect(table) as two:
        while one.presence.get("seats") != [True, True] or two.presence.get("seats") != [True, True]:
            (one if one.presence.get("seats") != [True, True] else two).wait_for("presence")
        for ply in range(9):
            view = one.wait_for_ply(ply)
            mover, other = (one, two) if 0 in view["actors"] else (two, one)
            words = mover.wait_for_ply(ply)["moves"][0]
            assert "answer" == mover.request("play", words=words, seen=ply)["t"]
            assert ply + 1 == other.wait_for_ply(ply + 1)["ply"]
            if ply == 5:
                # From here on, only polling the log informs one process of the other.
                redis.stop()
        redis.start()
    for each in (ann, ben):
        each.close()


def test_the_first_update_of_a_connection_is_current(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connect to a process that has an older state of the table in memory, and no bus."""
    monkeypatch.setattr(app, "POLL_INTERVAL", 600.0)
    with site(sqlite_url) as one, site(sqlite_url) as other:
        ann, ben = Visitor(one, "Ann"), Visitor(other, "Ben")
        table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
        ben.get(f"/api/tables/{table}")
        for text in ("one", "two", "three"):
            ann.send(table, "say", text=text)
        with ben.connect(table) as client:
            assert ["one", "two", "three"] == [line["text"] for line in client.wait_for("update")["chat"]]
        for each in (ann, ben):
            each.close()


@pytest.fixture
def long_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lengthen the Redis timeout and the lease, so that a busy machine cannot make a test fail."""
    monkeypatch.setattr(redis_bus, "TIMEOUT", 30.0)
    monkeypatch.setattr(scheduler, "CLAIM_TIME", 600_000)


@pytest.mark.anyio
@pytest.mark.usefixtures("long_timeouts")
async def test_only_one_of_two_claims_succeeds(redis: RedisServer) -> None:
    """Claim from two processes; without Redis both succeed."""
    one, other = RedisBus(redis.url), RedisBus(redis.url)
    assert [True, False, True] == [await each.claim("a bot", 600_000) for each in (one, other, one)]
    assert await other.claim("another bot", 600_000)
    redis.stop()
    assert [True, True] == [await each.claim("a bot", 600_000) for each in (one, other)]
    redis.start()
    for each in (one, other):
        await each.close()


@pytest.mark.usefixtures("long_timeouts")
def test_two_processes_do_not_both_search_for_a_bot(
    two_sites: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    searches: Counter[tuple[int, int]] = Counter()
    original = BotPool.choose_move

    async def counted(self: BotPool, name: str, key: str, *more: Any) -> str:
        state, seat, _ = more
        searches[seat, state.plies] += 1
        return await original(self, name, key, *more)

    monkeypatch.setattr(BotPool, "choose_move", counted)
    ann, watcher = Visitor(two_sites[0]), Visitor(two_sites[1])
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 3, "bot": "random"})["id"]
    with ann.connect(table) as one, watcher.connect(table) as two:
        for _ in range(6):
            while not (view := one.wait_for_ply(0))["moves"]:
                one.wait_for("update")
            two.wait_for_ply(view["ply"])
            one.request("play", words=view["moves"][0], seen=view["ply"])
    assert searches
    assert {1} == set(searches.values())
    for each in (ann, watcher):
        each.close()


def names_and_chat(update: dict[str, Any]) -> set[str]:
    """Return every name and every chat line in an update."""
    lines = {text for line in update["chat"] for text in (line["name"], line["text"])}
    return {seat["name"] for seat in update["table"]["seats"]} | lines


def test_a_person_is_forgotten_by_the_other_process_too(
    two_sites: tuple[str, str], redis: RedisServer
) -> None:
    """Delete an account while the bus is down: the other process reads the event from the log."""
    ann, ben = Visitor(two_sites[0], "Ann"), Visitor(two_sites[1], "Ben")
    ann.post("/api/account", {"name": "Ann", "password": "correct horse"})
    table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    ben.sit_down(table)
    ann.send(table, "say", text="a secret of Ann's")
    with ben.connect(table) as client:
        client.wait_for("update")
        assert {"Ann", "a secret of Ann's"} <= names_and_chat(ben.get(f"/api/tables/{table}"))
        redis.stop()
        ann.post("/api/me/delete", {"password": "correct horse"})
        while {"Ann", "a secret of Ann's"} & (left := names_and_chat(ben.get(f"/api/tables/{table}"))):
            client.wait_for("update")
        assert {"—", "Ben"} <= left
    redis.start()
    for each in (ann, ben):
        each.close()
