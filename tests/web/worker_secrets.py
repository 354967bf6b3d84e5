"""Check in Pyodide that neither views nor bots get secrets; `tests/web/test_runtime.py` runs it as a script.

The last expression is the result: for each game the number of compared views, and whether a bot in the second
worker received anything but its view and resampled states.
"""

import json
from functools import partial
from typing import Any

from tablee import bots, games
from tablee.core.state import CLOCK, State
from tablee.server.local.bots import from_text, to_text
from tablee.server.runtime.bot_runner import run_bot
from tests.games.laws import Table, bytes_of, keeps_secrets

received: list[tuple[dict[str, Any], State]] = []


def spy(view: dict[str, Any], resample: bots.Resample, *_: object) -> str:
    """Keep what a bot receives; play the first move."""
    received.append((view, resample()))
    return str(view["moves"][0])


def sees_secrets(table: Table) -> bool:
    """Have a bot decide as the second worker does; return whether it learned more than its view."""
    state = table.deal("spy")
    while state.actors() == [CLOCK]:
        state.play(CLOCK, state.moves(CLOCK)[0])
    seat = next(seat for seat in state.actors() if seat != CLOCK)
    job = partial(run_bot, "spy", table.game.key, state, seat, memory_key="", seed="any", seconds=1.0)
    for _ in from_text(to_text(job))():
        pass
    view, other = received.pop()
    return bytes_of(view) != bytes_of(state.view(seat)) or other == state


def result() -> str:
    """Return what was found, as JSON."""
    bots.BASELINES["spy"] = spy
    tables = [Table(game, max(2, game.seats[0])) for game in games.all()]
    found = {
        table.game.key: (keeps_secrets(table, "worker", every=3), sees_secrets(table)) for table in tables
    }
    return json.dumps(found)


result() if __name__ == "__main__" else None  # Pyodide returns the last expression
