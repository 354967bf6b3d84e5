"""Connect to SQLite or PostgreSQL by URL, and run the migrations at every start."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import QueuePool, StaticPool

from tablee.core.errors import Unreadable

DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
# Schemes of databases that are not a file.
SERVERS = ("postgresql", "postgres")
EXAMPLES = "sqlite:///tablee.db, postgresql://USER@HOST/NAME"
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
# Changes nothing, but is written and committed like any other change.
TRY_WRITE = text("update alembic_version set version_num = version_num")
# What a driver raises while it connects; SQLAlchemy wraps only what comes later.
FAILURES = (SQLAlchemyError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError)
NO_DATABASE = {"SQLITE_NOTADB", "SQLITE_CORRUPT"}
NO_ACCESS = ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH", "PermissionError")
# SQLSTATEs of PostgreSQL, and names of SQLite.
REFUSED_LOGIN = ("28000", "28P01")
NOT_CREATED = "3D000"
# The first digits of a class of SQLSTATEs.
DATA_EXCEPTION = "22"
# Without room, SQLite fails to open the file of its shared memory before it writes anything.
FULL = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "53100")


def parse_url(url: str) -> URL:
    """Return a URL such as sqlite:///tablee.db with its driver; raises Unreadable for another database."""
    scheme, _, rest = url.partition("://")
    if scheme in SERVERS and not is_user_encoded(rest.rpartition("@")[0]):
        raise Unreadable("bad-store-url")
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError) as error:
        # The URL itself may contain a password.
        if scheme in SERVERS:
            raise Unreadable("bad-store-url") from error
        raise Unreadable("no-such-store", word=url.partition(":")[0][:40], known=EXAMPLES) from error
    driver = DRIVERS.get(parsed.drivername.partition("+")[0])
    # A database in memory exists for one connection only, and a store has several.
    in_memory = parsed.get_backend_name() == "sqlite" and parsed.database in (None, "", ":memory:")
    if driver is None or in_memory:
        raise Unreadable("no-such-store", word=parsed.drivername[:40], known=EXAMPLES)
    return parsed.set(drivername=driver)


def is_user_encoded(user: str) -> bool:
    """Return whether USER or USER:PASSWORD has no character that would end this part of a URL.

    A password would else be read as host, port or name, and shown as such.
    """
    return user.count(":") <= 1 and not set(user) & set("@/?#")


def require_store(url: str) -> None:
    """Raise Unreadable if the SQLite file of a URL does not exist.

    A command about an existing site must not create an empty one, and then say that all is well.
    """
    file = file_of(parse_url(url))
    if file is not None and not file.exists():
        raise Unreadable("store-missing", store=url)


def connect(url: str) -> AsyncEngine:
    """Return the engine for a URL such as sqlite:///tablee.db; raises Unreadable for another database."""
    parsed = parse_url(url)
    if parsed.drivername == DRIVERS["sqlite"]:
        protect_file(parsed)
        engine = create_async_engine(parsed, **HIDE_VALUES)
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        return engine
    # libpq has a socket directory in the query; asyncpg takes it as the host.
    return create_async_engine(
        parsed, pool_pre_ping=True, pool_size=8, connect_args={"timeout": 10}, **HIDE_VALUES
    )


def connect_file(engine: AsyncEngine, readers: int = 0) -> Engine:
    """Return a synchronous engine for the same SQLite file: for the writer thread, or for some readers.

    The writer has one connection, so that plain sqlite3 and SQLAlchemy can use it in turn.
    """
    pool: dict[str, Any] = {"poolclass": QueuePool, "pool_size": readers}
    if not readers:
        pool = {"poolclass": StaticPool}
    plain = create_engine(engine.url.set(drivername="sqlite"), **pool, **HIDE_VALUES)
    event.listen(plain, "connect", _prepare_sqlite)
    return plain


def _prepare_sqlite(connection: Any, _record: object) -> None:
    try:
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        # A connection that was never ready is closed by nobody else.
        connection.close()
        raise


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite URL; None for a `file:` URI or another server."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith("file:"):
        return None
    return Path(url.database)


def protect_file(url: URL) -> None:
    """Create the SQLite file for its owner only, or take the access of others away; the group keeps its own.

    SQLite gives the files beside it the same permissions.
    """
    file = file_of(url)
    if file is None:
        return
    # Whatever is wrong here is reported when the file is opened.
    with suppress(OSError):
        if file.exists():
            file.chmod(file.stat().st_mode & ~0o007)
        else:
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that are not applied yet. Raises Unreadable if the database cannot be used."""
    try:
        async with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                # Serializes processes that start together.
                await connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
            await connection.run_sync(_upgrade)
    except (CommandError, *FAILURES) as error:
        raise unusable(engine.url, error) from error


def check_store(url: str) -> None:
    """Migrate a database and write to it; raises Unreadable if it cannot be used. Needs no event loop."""
    engine = connect(url)
    if engine.dialect.name != "sqlite":
        asyncio.run(_check(engine))
        return
    # Not through aiosqlite: a connection that fails would leave its thread behind.
    plain = connect_file(engine)
    try:
        with plain.begin() as connection:
            _upgrade(connection)
        with plain.begin() as connection:
            connection.execute(TRY_WRITE)
    except (CommandError, *FAILURES) as error:
        raise unusable(engine.url, error) from error
    finally:
        plain.dispose()


async def _check(engine: AsyncEngine) -> None:
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            await connection.execute(TRY_WRITE)
    except FAILURES as error:
        raise unusable(engine.url, error) from error
    finally:
        await engine.dispose()


def failure_name(error: BaseException) -> str:
    """Return the driver's name of a failure (SQLITE_FULL, an SQLSTATE), else that of the exception."""
    original = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    found = getattr(original, "sqlite_errorname", None) or getattr(original, "sqlstate", None)
    return str(found or type(original).__name__)


def is_bad_value(error: BaseException) -> bool:
    """Return whether PostgreSQL cannot hold a value, such as a text with a zero byte; SQLite takes it."""
    return failure_name(error).startswith(DATA_EXCEPTION)


def unusable(url: URL, error: Exception) -> Unreadable:
    """Return the refusal for a database that cannot be used, without its password."""
    shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    name = failure_name(error)
    if isinstance(error, CommandError):
        # The only command is an upgrade: it fails if the revision of the database is unknown here.
        return Unreadable("store-newer", store=shown)
    if name in NO_DATABASE:
        return Unreadable("store-not-a-database", store=shown)
    # Some names have a more exact form, such as SQLITE_READONLY_DIRECTORY.
    if name.startswith(NO_ACCESS):
        return Unreadable("store-no-access", store=shown)
    if name in REFUSED_LOGIN:
        return Unreadable("store-refuses-login", store=shown)
    if name == NOT_CREATED:
        return Unreadable("store-not-created", store=shown)
    if name in FULL:
        return Unreadable("store-full", store=shown)
    if isinstance(error, OSError):
        return Unreadable("store-unreachable", store=shown)
    return Unreadable("store-unusable", store=shown, why=name)


def migration_config(connection: Connection) -> Config:
    """Return the configuration of Alembic; there is no alembic.ini, the migrations are in the package."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(migration_config(connection), "head")
