"""Rate limits that several processes share through Redis, and the limit on attempts for one account."""

from __future__ import annotations

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import Refusal
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.attempts import Attempts
from tablee.server.auth.routes import AccountRoutes
from tablee.server.errors import LimitExceeded
from tablee.server.http.endpoint import error_response
from tablee.server.rate_limit import Rate
from tablee.server.runtime import redis_bus
from tablee.server.runtime.redis_bus import RedisBus
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.storage.event_store import EventStore
from tests.server.redis_server import RedisServer

pytestmark = pytest.mark.anyio
# Nothing is added to a bucket during a test.
SLOW = Rate(burst=3, per_second=0.001)


async def taken(buckets: SharedBuckets, client: str) -> bool:
    """Return whether a token could be taken."""
    try:
        await buckets.take(client)
    except LimitExceeded:
        return False
    return True


async def test_two_processes_share_one_bucket(redis: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine Redis would be taken for away.
    monkeypatch.setattr(redis_bus, "TIMEOUT", 30.0)
    buses = [RedisBus(redis.url) for _ in range(2)]
    one, other = (SharedBuckets(each, "opening", SLOW) for each in buses)
    found = [await taken(each, "client") for each in (one, other, one, other)]
    assert [True, True, True, False] == found
    assert await taken(other, "another client")
    assert await taken(SharedBuckets(buses[0], "trying", SLOW), "client")
    for each in buses:
        await each.close()


async def test_a_bucket_in_redis_expires_when_it_is_full(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "TIMEOUT", 30.0)
    connected = RedisBus(redis.url)
    await SharedBuckets(connected, "opening", SLOW).take("client")
    (key,) = await connected.client.keys("*")
    # A token takes 1,000 s; a few of them may have passed.
    assert 900_000 < await connected.client.pttl(key) <= 1_000_000
    await connected.close()


async def test_each_process_has_its_own_limit_while_redis_is_away(redis: RedisServer) -> None:
    connected = RedisBus(redis.url)
    redis.stop()
    buckets = SharedBuckets(connected, "opening", SLOW)
    assert [True, True, True, False] == [await taken(buckets, "client") for _ in range(4)]
    await connected.close()


async def test_without_redis_the_limit_is_local() -> None:
    buckets = SharedBuckets(None, "opening", SLOW)
    assert [True, True, True, False] == [await taken(buckets, "client") for _ in range(4)]


async def test_a_password_is_not_guessed_from_many_addresses(sqlite_store: EventStore) -> None:
    accounts = Accounts(TableRegistry(sqlite_store))
    await accounts.register("laptop", "Ann", "correct horse")
    endpoints = AccountRoutes(Attempts(accounts, Rate(burst=1, per_second=0.001))).endpoints()

    async def on_refusal(_request: Request, wrong: Exception) -> Response:
        assert isinstance(wrong, Refusal)
        return error_response(wrong)

    app = Starlette(
        routes=[endpoint.route() for endpoint in endpoints], exception_handlers={Refusal: on_refusal}
    )
    codes = []
    for number, name in enumerate(("Ann", "ANN", "ann", "Ben")):
        transport = httpx.ASGITransport(app, client=(f"192.0.2.{number}", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            answer = await client.post("/api/login", json={"name": name, "password": f"guess {number}"})
            codes.append(answer.json()["code"])
    assert ["wrong-password", "wrong-password", "too-fast", "wrong-password"] == codes
