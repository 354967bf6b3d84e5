"""Use everything that a local table needs, once; return as JSON what the build must know.

That is: the imported modules, the levels of bots that are served, and their time for a move in seconds.

Runs in Pyodide while the client is built (`web/runtime.py`): what is imported here is what is shipped.
"""

import asyncio
import json
import sys

import tablee
from tablee import games
from tablee.server.domain.schedule import Pace
from tablee.server.local.app import LocalApp
from tablee.server.local.bots import MAX_SECONDS, run_job, served_levels

MOVES = 2


class Database:
    """Keeps events as long as this script runs."""

    def __init__(self):
        self.rows = {}

    async def append(self, table, seq, at, payload, summary):
        self.rows.setdefault(table, []).append([seq, at, payload])
        return True

    async def read(self, table, after):
        return json.dumps([row for row in self.rows.get(table, []) if row[0] > after])

    async def last_seqs(self, tables):
        return "{}"

    async def put_summary(self, table, summary):
        pass

    async def summaries(self):
        return "[]"


class Worker:
    """Runs bots here."""

    async def ready(self):
        pass

    async def run(self, job):
        return await run_job(job, self.is_cancelled)

    async def is_cancelled(self):
        return False

    def cancel(self):
        pass

    def on_slow(self):
        pass

    def restart(self):
        raise AssertionError("a bot did not answer")


async def ask(app, method, path, body=None):
    status, text = json.loads(await app.request(method, path, json.dumps(body) if body else ""))
    assert status < 500, (path, text)
    return json.loads(text)


async def use(app, game):
    """Start a match, make some moves, ask for all that a page asks for."""
    setup = {"game": game.key, "name": "A", "bot": "beginner", "seats": max(2, game.seats[0])}
    table = (await ask(app, "POST", "/api/play", setup))["id"]
    updates, arrived = [], asyncio.Event()

    def on_frames(frames):
        updates.extend(found for found in map(json.loads, json.loads(frames)) if found["t"] == "update")
        arrived.set()

    socket = app.connect(f"/ws/{table}", on_frames, print)
    for number in range(MOVES):
        while not (updates and updates[-1]["view"] and updates[-1]["view"]["moves"]):
            arrived.clear()
            await asyncio.wait_for(arrived.wait(), 20)
        view = updates.pop()["view"]
        updates.clear()
        if not number:
            await ask(app, "GET", f"/api/tables/{table}/hint")
        move = {"t": "play", "id": f"m{number}", "words": view["moves"][0], "seen": view["ply"]}
        socket.send(json.dumps(move))
    socket.close()
    for path in ("pieces", *(f"lessons/{lesson['name']}" for lesson in await lessons(app, game))):
        await ask(app, "GET", f"/api/games/{game.key}/{path}")
    await ask(app, "POST", f"/api/games/{game.key}/pad", {"cells": []})
    for path in ("history/0", "record", "log"):
        await ask(app, "GET", f"/api/tables/{table}/{path}")


async def lessons(app, game):
    found = await ask(app, "GET", "/api/games")
    return next(each["lessons"] for each in found if each["key"] == game.key)


async def main():
    app = LocalApp(Database(), Worker(), "x" * 24, Pace(wait=0, scale=0.0))
    for game in games.all():
        await use(app, game)
    await app.close()


await main()  # noqa: F704, PLE1142 -- Pyodide runs scripts as coroutines
json.dumps(
    {
        "modules": sorted(name for name, module in sys.modules.items() if getattr(module, "__file__", None)),
        "levels": served_levels(compiled=tablee.PLAIN is None),
        "seconds": MAX_SECONDS,
    }
)
