"""Commands of the command line for hosts; `tablee.cli` adds them by their path."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from tablee.server.settings import Settings
from tablee.server.storage.replay import list_set_aside


def set_aside(
    *,
    store: Annotated[str, Parameter(env_var="TABLEE_STORE")] = Settings.store,
    records: Path | None = None,
    retry: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """List the tables that the server has set aside, and why: their matches cannot be replayed or run.

    Parameters
    ----------
    store
        Database of the server: sqlite:///FILE or postgresql://USER@HOST/NAME.
    records
        Folder into which the records of these matches are written. They reveal the deal.
    retry
        Let running servers try these tables again; a server that is started does so too.
    """
    print(asyncio.run(list_set_aside(store, records, retry)))
