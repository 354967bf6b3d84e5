"""Many processes: any of them serves any table, with a bus that may fail and a log that does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

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
