"""Many processes: any of them serves any table, with a bus that may fail and a log that does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.core.state import State
from tablee.server.runtime import bus, scheduler
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.bus import RedisBus
from tests.server.redis_server import RedisServer
from tests.server.site import Visitor, site

GAME = "islands"


@pytest.fixture
def two_sites(postgres_url: str, redis: RedisServer) -> Iterator[tuple[str, str]]:
    """Two servers on one PostgreSQL and one Redis."""
    with site(postgres_url, redis=redis.url) as one, site(postgres_url, redis=redis.url) as other:
        yield one, other


def test_people_at_two_processes_play_one_match(two_sites: tuple[str, str], redis: RedisServer) -> None:
    ann, ben = Visitor(two_sites[0], "Ann"), Visitor(two_sites[1], "Ben")
    table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    ben.sit_down(table)
    ann.ask(table, "ready")
    with ann.look(table) as one, ben.look(table) as two:
        while one.presence.get("seats") != [True, True] or two.presence.get("seats") != [True, True]:
            (one if one.presence.get("seats") != [True, True] else two).until("presence")
        for ply in range(9):
            view = one.until_ply(ply)
            mover, other = (one, two) if 0 in view["actors"] else (two, one)
            words = mover.until_ply(ply)["moves"][0]
            assert "answer" == mover.say("play", words=words, seen=ply)["t"]
            assert ply + 1 == other.until_ply(ply + 1)["ply"]
            if ply == 5:
                # From here on only the poll tells one process of the other.
                redis.stop()
        redis.start()
    for each in (ann, ben):
        each.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine Redis may take its time; here nobody gives up on it, and no lease runs out."""
    monkeypatch.setattr(bus, "TIMEOUT", 30.0)
    monkeypatch.setattr(scheduler, "LEASE", 600_000)


@pytest.mark.anyio
@pytest.mark.usefixtures("patient")
async def test_one_of_two_has_what_both_claim(redis: RedisServer) -> None:
    """While Redis is away nobody knows, and both do it."""
    one, other = RedisBus(redis.url), RedisBus(redis.url)
    assert [True, False, True] == [await each.claim("a bot", 600_000) for each in (one, other, one)]
    assert await other.claim("another bot", 600_000)
    redis.stop()
    assert [True, True] == [await each.claim("a bot", 600_000) for each in (one, other)]
    redis.start()
    for each in (one, other):
        await each.close()


@pytest.mark.usefixtures("patient")
def test_two_processes_do_not_both_think_for_a_bot(
    two_sites: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: Counter[tuple[int, int]] = Counter()
    think = BotPool.choose_move

    async def counted(self: BotPool, name: str, key: str, state: State, seat: int, *, memory_key: str) -> str:
        thought[seat, state.plies] += 1
        return await think(self, name, key, state, seat, memory_key=memory_key)

    monkeypatch.setattr(BotPool, "choose_move", counted)
    ann, watcher = Visitor(two_sites[0]), Visitor(two_sites[1])
    table = ann.post("/api/play", {"game": GAME, "name": "Ann", "seats": 3, "bot": "random"})["id"]
    with ann.look(table) as one, watcher.look(table) as two:
        for _ in range(6):
            while not (view := one.until_ply(0))["moves"]:
                one.until("update")
            two.until_ply(view["ply"])
            one.say("play", words=view["moves"][0], seen=view["ply"])
    assert thought
    assert {1} == set(thought.values())
    for each in (ann, watcher):
        each.close()


def names_and_chat(seen: dict[str, Any]) -> set[str]:
    """Every name and every line that a table shows."""
    lines = {text for line in seen["chat"] for text in (line["name"], line["text"])}
    return {seat["name"] for seat in seen["table"]["seats"]} | lines


def test_a_person_is_forgotten_by_the_other_process_too(
    two_sites: tuple[str, str], redis: RedisServer
) -> None:
    """Even if the bus loses it: the log has it."""
    ann, ben = Visitor(two_sites[0], "Ann"), Visitor(two_sites[1], "Ben")
    ann.post("/api/account", {"name": "Ann", "password": "correct horse"})
    table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    ben.sit_down(table)
    ann.ask(table, "say", text="a secret of Ann's")
    with ben.look(table) as eyes:
        eyes.until("update")
        assert {"Ann", "a secret of Ann's"} <= names_and_chat(ben.get(f"/api/tables/{table}"))
        redis.stop()
        ann.post("/api/me/delete", {"password": "correct horse"})
        while "—" not in {seat["name"] for seat in eyes.update["table"]["seats"]}:
            eyes.until("update")
        assert {"—", "Ben"} == names_and_chat(ben.get(f"/api/tables/{table}"))
    redis.start()
    for each in (ann, ben):
        each.close()
