"""Connect to SQLite or PostgreSQL by URL, and run the migrations at every start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from tablee.core.errors import Unreadable

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
# Milliseconds that a write waits for the lock of another process.
BUSY_TIMEOUT = 5_000
PRAGMAS = (
    "journal_mode = WAL",
    # A committed event survives a power failure.
    "synchronous = FULL",
    f"busy_timeout = {BUSY_TIMEOUT}",
    "foreign_keys = ON",
)
# Errors name the statement and never its values, which may contain the hash of a password.
HIDE_VALUES = {"hide_parameters": True}
# Key of the advisory lock; any number that all versions share.
MIGRATION_LOCK = 7_461_626


def connect(url: str) -> AsyncEngine:
    """Return the engine for a URL such as sqlite:///tablee.db; raises Unreadable for another database."""
    parsed = make_url(url)
    driver = DRIVERS.get(parsed.drivername.partition("+")[0])
    if driver is None:
        raise Unreadable("no-such-store", word=parsed.drivername[:40], known="sqlite postgresql")
    parsed = parsed.set(drivername=driver)
    if driver == DRIVERS["sqlite"]:
        engine = create_async_engine(parsed, **HIDE_VALUES)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    # libpq has a socket directory in the query; asyncpg takes it as the host.
    return create_async_engine(
        parsed, pool_pre_ping=True, pool_size=8, connect_args={"timeout": 10}, **HIDE_VALUES
    )


def connect_file(engine: AsyncEngine) -> Engine:
    """Return a synchronous engine for the same SQLite file, for the writer thread."""
    plain = create_engine(engine.url.set(drivername="sqlite"), **HIDE_VALUES)
    event.listen(plain, "connect", _prepare_sqlite)
    return plain


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def migrate(engine: AsyncEngine) -> None:
    """Run all migrations that are missing, in one transaction."""
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # Serializes processes that start together.
            await connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
        await connection.run_sync(_upgrade)


def migration_config(connection: Connection) -> Config:
    """Return the configuration of Alembic; there is no alembic.ini, the migrations are in the package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(migration_config(connection), "head")
