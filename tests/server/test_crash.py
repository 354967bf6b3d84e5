"""Tests that killing processes loses no acknowledged event and repeats none.

A few kills here; `python -m tests.server.crash` does two hundred.
"""

from __future__ import annotations

import asyncio

from tests.server.crash import kill_under_load
from tests.server.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer


def test_a_server_with_sqlite_is_killed_under_load(sqlite_url: str) -> None:
    _, moves, _ = asyncio.run(kill_under_load(sqlite_url, kills=2))
    assert moves >= 40


def test_two_servers_redis_and_postgresql_are_killed_under_load(redis: RedisServer) -> None:
    postgres = PostgresServer()
    try:
        _, moves, _ = asyncio.run(
            kill_under_load(postgres.url, kills=3, processes=2, redis=redis, postgres=postgres)
        )
    finally:
        postgres.remove()
    assert moves >= 40
