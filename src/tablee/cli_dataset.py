"""The command `tablee dataset`: it may read the database of a server, which the lab itself never does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from tablee import __version__, games
from tablee.core.errors import Illegal
from tablee.core.game import parse_options, split_names
from tablee.lab.arena import Contest
from tablee.lab.commands import Beside, ensure_writable, progress_bar
from tablee.lab.executors import Engine, engine

if TYPE_CHECKING:
    from tablee.lab.learners.dataset import Decisions, Writer


def dataset(
    key: str,
    *,
    out: Path,
    seats: int | None = None,
    bots: str | None = None,
    matches: int | None = None,
    seed: str | None = None,
    seconds: float | None = None,
    option: Annotated[list[str] | None, Parameter(negative=())] = None,
    store: str | None = None,
    beside: Beside = None,
    processes: int | None = None,
    on: str | None = None,
) -> None:
    """Write the decisions of many matches to a Parquet file: observations, masks, moves and results.

    Parameters
    ----------
    key
        The game.
    out
        The file to write; it must not exist, and appears when it is complete.
    seats
        Seats at a table; by default as many as there are bots, or the fewest the game allows.
    bots
        The bots that play, separated by commas, as for "tablee arena"; by default greedy.
    matches
        Matches to play, at least, by default 1000: every deal is played once from every seat.
    seed
        The seed of the deals; by default dataset.
    seconds
        The longest time a bot may search for one move; by default 2.
    option
        Option of the game, written NAME=VALUE; repeat it for several options.
    store
        Database of a server: take its finished matches instead of playing, anonymously, in random order.
    beside
        A file that bots from files find beside their own, such as weights; repeat it for several files.
    processes
        Processes to use; by default one per core.
    on
        A cluster to play on instead: dask://HOST:PORT or ray://HOST:PORT.
    """
    if out.exists():
        raise Illegal("file-exists", file=str(out))
    playing = {"bots": bots, "matches": matches, "seed": seed, "seconds": seconds}
    refuse_with_store(store, **playing, **{"with": beside, "processes": processes, "on": on})
    game = games.load(key)
    names = tuple(split_names(bots or "greedy")) if store is None else ()
    seat_count = game.check_seats(seats or max(game.seats[0], len(names)))
    deals = -(-(1000 if matches is None else matches) // seat_count)
    options = game.resolve_options(parse_options(option or []))
    budget = 2.0 if seconds is None else seconds
    contest = Contest(key, seat_count, names, deals, seed or "dataset", options, budget, tuple(beside or ()))
    write_dataset(out, contest, store or engine(on, processes))


def write_dataset(out: Path, contest: Contest, source: str | Engine) -> None:
    """Write the matches of a contest, played on an engine.

    With the address of a database instead: its finished matches of the same game, seats and options.
    """
    # Imported here, so that a missing extra is explained.
    from tablee.lab.learners.dataset import file_schema, record_arena, writing

    game, key, seats = games.load(contest.key), contest.key, contest.seats
    played = () if isinstance(source, str) else record_arena(contest, source)
    ensure_writable(out.parent)
    with writing(out, file_schema(game, seats, about(contest.options, source))) as writer:
        if isinstance(source, str):
            asyncio.run(add_site(writer, source, key, seats, contest.options))
        else:
            add_arena(writer, played, f"{key}: deals", contest.deals)
    print(f"{out}: {writer.matches} matches, {writer.decisions} decisions")


def about(options: Mapping[str, str], source: str | Engine) -> dict[str, Any]:
    """Return the metadata of a file beside those of the game."""
    kind = "site" if isinstance(source, str) else "arena"
    return {"tablee": __version__, "options": options, "source": kind}


def refuse_with_store(store: str | None, **values: object) -> None:
    """Raise Illegal if there is a store and a value, by the name of its option, is not None."""
    given = [f"--{name}" for name, value in values.items() if value is not None]
    if store is not None and given:
        raise Illegal("not-with-store", options=", ".join(given))


def add_arena(writer: Writer, source: Iterable[list[Decisions]], what: str, deals: int) -> None:
    """Add the matches of all deals, with a progress bar."""
    with progress_bar() as progress:
        for matches in progress.track(source, total=deals, description=what):
            for decisions in matches:
                writer.add(decisions)


async def add_site(writer: Writer, url: str, key: str, seats: int, options: Mapping[str, str]) -> None:
    """Add the finished matches of a site, with a progress bar; raises Illegal if there are none."""
    from tablee.lab.learners.dataset import record_match
    from tablee.server.storage.database import require_store
    from tablee.server.storage.event_store import EventStore
    from tablee.server.storage.finished import finished_match, finished_tables

    require_store(url)
    store = await EventStore.open(url)
    try:
        tables, now = await finished_tables(store, key), time.time_ns() // 1_000_000
        with progress_bar() as progress:
            for table_id in progress.track(tables, description=f"{key}: tables"):
                found = await finished_match(store, table_id, seats, options, now)
                if found is not None:
                    writer.add(record_match(*found))
    finally:
        await store.close()
    if not writer.matches:
        raise Illegal("no-matches")
