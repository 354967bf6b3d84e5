"""Connections to SQLite or PostgreSQL, chosen by URL, and the migrations that run at every start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from tablee.core.errors import Unreadable

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
# How long a write waits for another process that writes, in milliseconds.
PATIENCE = 5_000
PRAGMAS = (
    "journal_mode = WAL",
    # Acknowledged means on the disk, even if the power fails the moment after.
    "synchronous = FULL",
    f"busy_timeout = {PATIENCE}",
    "foreign_keys = ON",
)
# What is written may be the hash of a password: a failure names the statement, never its values.
QUIET = {"hide_parameters": True}
# Any number, as long as every version of the program takes the same.
MIGRATION_LOCK = 7_461_626


def connect(url: str) -> AsyncEngine:
    """The engine for a URL such as sqlite:///tablee.db or postgresql://host/name."""
    parsed = make_url(url)
    driver = DRIVERS.get(parsed.drivername.partition("+")[0])
    if driver is None:
        raise Unreadable("no-such-store", word=parsed.drivername[:40], known="sqlite postgresql")
    parsed = parsed.set(drivername=driver)
    if driver == DRIVERS["sqlite"]:
        engine = create_async_engine(parsed, **QUIET)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    # A socket directory in the query is how libpq says it; asyncpg wants it as the host.
    return create_async_engine(parsed, pool_pre_ping=True, pool_size=8, connect_args={"timeout": 10}, **QUIET)


def connect_file(engine: AsyncEngine) -> Engine:
    """The same SQLite file without the detour through a helper thread: for the one thread that writes.

    It has one connection, so that plain sqlite3 and SQLAlchemy can use it in turn.
    """
    plain = create_engine(engine.url.set(drivername="sqlite"), poolclass=StaticPool, **QUIET)
    event.listen(plain, "connect", _prepare_sqlite)
    return plain


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Bring the store to today's form; what is there already stays."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Two processes that start together migrate one after the other.
            await connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        await connection.run_sync(_upgrade)


def migration_config(connection: Connection) -> Config:
    """What Alembic needs to know; there is no alembic.ini, the steps are in the package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(migration_config(connection), "head")
