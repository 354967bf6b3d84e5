"""Backup of a whole database into one compressed file, and restore into an empty database."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.core.errors import Illegal, Unreadable
from tablee.server.storage.account_links import link_accounts
from tablee.server.storage.database import connect, migrate, unusable
from tablee.server.storage.ratings import rebuild_ratings
from tablee.server.storage.result_details import complete_results
from tablee.server.storage.schema import METADATA

FORMAT = "tablee backup 4"
# Table names of earlier formats; None: rows are left out, since they are computed anew. The columns of a row
# have kept their order, and new ones were added at the end, with a default.
OLD_TABLE_NAMES: dict[str, dict[str, str | None]] = {
    "tablee backup 1": {"shelf": "table_index", "sitting": "participation", "device": "session"},
    "tablee backup 2": {"rating": None},
    "tablee backup 3": {"rating": None},
    FORMAT: {},
}
WITHOUT_ACCOUNT_LINKS = ("tablee backup 1", "tablee backup 2")
CHUNK = 1_000


async def back_up(url: str, file: Path) -> int:
    """Write all rows, as of one moment, into a file; return their number.

    An existing file is replaced only when the new one is complete. Raises Unreadable if the database cannot
    be used, or the file not written.
    """
    engine = connect(url)
    unfinished = file.with_name(file.name + ".new")
    try:
        await migrate(engine)
        # Readable by its owner only: it holds hashes of passwords.
        unfinished.touch(0o600)
        async with engine.connect() as plain:
            level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
            connection = await plain.execution_options(isolation_level=level)
            with gzip.open(unfinished, "wt", encoding="utf-8") as out:
                count = await _write(connection, out)
        unfinished.replace(file)
        return count
    except (SQLAlchemyError, ConnectionError) as error:
        raise unusable(engine.url, error) from error
    except OSError as error:
        raise Unreadable("not-written", file=str(file), why=str(error.strerror or error)) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        await engine.dispose()


async def _write(connection: AsyncConnection, out: TextIO) -> int:
    out.write(json.dumps(FORMAT) + "\n")
    count = 0
    for table in METADATA.sorted_tables:
        for row in await connection.execute(select(table).order_by(*table.primary_key.columns)):
            out.write(json.dumps([table.name, list(row)], ensure_ascii=False) + "\n")
            count += 1
    out.write(json.dumps(["end", count]) + "\n")
    return count


async def restore(url: str, file: Path) -> int:
    """Insert the rows of a backup in one transaction; return their number.

    Raises Illegal if the database is not empty, Unreadable if the file is damaged or incomplete, or if the
    database cannot be used.
    """
    if not file.exists():
        raise Unreadable("no-such-file", file=str(file))
    engine = connect(url)
    try:
        await migrate(engine)
        async with engine.begin() as connection:
            for table in METADATA.sorted_tables:
                if await connection.scalar(select(func.count()).select_from(table)):
                    raise Illegal("store-not-empty")
            count = await _insert_rows(connection, file)
            if read_format(file) in WITHOUT_ACCOUNT_LINKS:
                await connection.run_sync(link_accounts)
            if read_format(file) != FORMAT:
                await connection.run_sync(complete_results)
                await connection.run_sync(rebuild_ratings)
            return count
    except (SQLAlchemyError, OSError) as error:
        raise unusable(engine.url, error) from error
    finally:
        await engine.dispose()


async def _insert_rows(connection: AsyncConnection, file: Path) -> int:
    count = 0
    # The file has the rows of a table together, and tables before those that refer to them.
    for name, rows in groupby(read_rows(file), key=itemgetter(0)):
        columns = [column.name for column in METADATA.tables[name].columns]
        while chunk := list(islice(rows, CHUNK)):
            if any(len(values) > len(columns) for _, values in chunk):
                raise Unreadable("not-a-backup")
            given = [dict(zip(columns, values, strict=False)) for _, values in chunk]
            await connection.execute(insert(METADATA.tables[name]), given)
            count += len(given)
    return count


def read_format(file: Path) -> str:
    """Return the format in the first line of a backup; raises Unreadable if it is none."""
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return str(json.loads(next(lines, "null")))
    except (OSError, EOFError, ValueError) as error:
        raise Unreadable("not-a-backup") from error


def read_rows(file: Path) -> Iterator[tuple[str, list[Any]]]:
    """Yield table name and values of each row; raises Unreadable if the file is damaged or incomplete."""
    count, complete = 0, False
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            renamed = OLD_TABLE_NAMES.get(json.loads(next(lines, "null")))
            if renamed is None:
                raise Unreadable("not-a-backup")
            for line in lines:
                name, values = json.loads(line)
                if name == "end":
                    complete = values == count
                    break
                count += 1
                if (table := renamed.get(name, name)) is not None:
                    yield table, values
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise Unreadable("not-a-backup") from error
    if not complete:
        raise Unreadable("not-a-backup")
