"""Fixtures: stores (SQLite in a file, PostgreSQL from a wheel), Redis, a running server, visitors."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher, profiles

from tablee.server.auth import passwords
from tablee.server.runtime import review_worker
from tablee.server.storage.event_store import EventStore
from tests.server.finished_matches import finish_against_bots, new_match
from tests.server.mail_server import Mailbox, mail_server
from tests.server.postgres_server import PostgresServer, fresh_database
from tests.server.redis_server import RedisServer, program
from tests.server.site import Visit, Visitor, site


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _cheap_password_hashes() -> Iterator[None]:
    """Hash passwords with the cheapest parameters; browser tests use the real ones, slow on purpose."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "HASHER", PasswordHasher.from_parameters(profiles.CHEAPEST))
        yield


@pytest.fixture(scope="session", autouse=True)
def _reviews_with_normal_priority() -> Iterator[None]:
    """Compute reviews with normal priority: with the lowest they end late on a busy machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(review_worker, "NICENESS", 0)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """Yield the URL of a PostgreSQL server: TABLEE_TEST_POSTGRES if set, else one started for the tests."""
    given = os.environ.get("TABLEE_TEST_POSTGRES")
    if given:
        yield given
        return
    server = PostgresServer()
    yield server.url
    server.remove()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """Start a Redis server for one test; skip the test if none is installed."""
    if program() is None:
        pytest.skip("there is no redis-server on this machine, and no wheel of it for this Python")
    server = RedisServer(tmp_path)
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Return the URL of an empty store, once for each kind."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
async def store(url: str) -> AsyncIterator[EventStore]:
    """Open an empty store, once for each kind."""
    store = await EventStore.open(url)
    yield store
    await store.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tablee.db'}"


@pytest.fixture
def postgres_url(postgres: str) -> str:
    return asyncio.run(fresh_database(postgres))


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[EventStore]:
    store = await EventStore.open(sqlite_url)
    yield store
    await store.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start one server for all tests of a file, and yield its address."""
    with site(f"sqlite:///{tmp_path_factory.mktemp('site') / 'tablee.db'}") as address:
        yield address


@pytest.fixture
def people(address: str) -> Iterator[list[Visitor]]:
    visitors = [Visitor(address, name) for name in ("Ann", "Ben", "Cat")]
    yield visitors
    for each in visitors:
        each.close()


@pytest.fixture
def ann(people: list[Visitor]) -> Visitor:
    return people[0]


@pytest.fixture
def phone(people: list[Visitor]) -> Visitor:
    """Return another device, of the same person or not."""
    return people[1]


@pytest.fixture(scope="module")
def post_office() -> Iterator[tuple[Mailbox, int]]:
    """Start a mail server; yield its mails and its port."""
    with mail_server() as running:
        yield running


@pytest.fixture
def mailbox(post_office: tuple[Mailbox, int]) -> Mailbox:
    """Return the mails of the mail server, without those of earlier tests."""
    post_office[0].mails.clear()
    return post_office[0]


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, str]]:
    """Return a visitor of a server, and a match of this visitor against a bot that is over."""
    with site(f"sqlite:///{tmp_path_factory.mktemp('site') / 'tablee.db'}") as address:
        ann = Visitor(address)
        table = new_match(ann)
        finish_against_bots(ann, table)
        yield ann, table
        ann.close()


@pytest.fixture
def visit(address: str) -> Iterator[Visit]:
    """Yield a function that makes a visitor with a card, by name; all are closed at the end."""
    visitors: list[Visitor] = []

    def make(name: str) -> Visitor:
        visitors.append(Visitor(address, name))
        visitors[-1].post("/api/friends/card", {"name": name, "face": "owl"})
        return visitors[-1]

    yield make
    for each in visitors:
        each.close()
