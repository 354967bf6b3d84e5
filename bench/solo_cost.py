"""`python -m bench.solo_cost`: processor time that a match of one person against bots costs a server.

The server runs alone in its process, with one process for bots. A client plays random moves, as fast as the
bots answer, and timers of games are short; only processor time is measured, so that a busy machine changes
little. Beside it what is left where matches run on devices: the download of a device, once for each version,
and a match that is put on the site. Costs are measured with a few people, and multiplied: processor time
grows with their number. It prints tables in Markdown, and takes about four minutes on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import httpx
from rich import box
from rich.console import Console
from rich.table import Table

from tablee import games
from tablee.core.game import Game
from tablee.core.rng import Rng
from tests.server.device_records import device_record
from tests.server.site import SocketClient, Visitor, free_port

TICKS = os.sysconf("SC_CLK_TCK")
PEOPLE = 1_000
# Matches put on the site, for each game: one takes about as long as a tick of the processor time.
PUTS = 20


def main() -> None:
    """Play the matches and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.solo_cost")
    parser.add_argument("--levels", nargs="+", default=["casual", "strong", "expert"])
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--games", nargs="+", default=[game.key for game in games.all()])
    args = parser.parse_args()
    each = f"{PEOPLE:,} people, CPU h"
    head = ("game", "bots", "server, CPU s a match", "bots, CPU s a match", each)
    table = Table(*head, title="on the site", box=box.MARKDOWN)
    devices = Table("what", "server, CPU s", each, title="on devices", box=box.MARKDOWN)
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        arguments = ["--short-timers", str(port), f"sqlite:///{folder}/cost.db"]
        server = subprocess.Popen([sys.executable, "-m", "tests.server.run_site", *arguments])
        try:
            wait_until_ready(port)
            for key in args.games:
                for level in args.levels:
                    table.add_row(
                        key, level, *measure(server.pid, port, games.load(key), level, args.matches)
                    )
            devices.add_row("download", *cost(server.pid, args.matches, lambda _: download(port)))
            for key in args.games:
                put = partial(put_on_site, port, key)
                devices.add_row(f"a match put on the site, {key}", *cost(server.pid, PUTS, put))
        finally:
            server.terminate()
            server.wait()
    Console(width=120).print(table, devices)


def cost(pid: int, times: int, work: Callable[[int], None]) -> tuple[str, str]:
    """Repeat some work; return its mean cost in seconds of the processor, and in hours for PEOPLE."""
    work(times)
    before = cpu_with_children(pid)
    for number in range(times):
        work(number)
    seconds = (cpu_with_children(pid) - before) / times
    return f"{seconds:.3f}", f"{PEOPLE * seconds / 3_600:.3f}"


def download(port: int) -> None:
    """Download everything that offline play needs, as a device does."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"accept-encoding": "br"}) as client:
        for path, *_ in client.get("/offline.json").json()["files"]:
            with client.stream("GET", path) as answer:
                for _ in answer.iter_raw():
                    pass


def put_on_site(port: int, key: str, number: int) -> None:
    """Put a match of a device on the site."""
    visitor = Visitor(f"http://127.0.0.1:{port}")
    answer = visitor.http.post("/api/device-matches", json={"record": device_record(key, f"cost {number}")})
    answer.raise_for_status()
    visitor.close()


def wait_until_ready(port: int) -> None:
    """Return once the server answers."""
    transport = httpx.HTTPTransport(retries=100)
    with httpx.Client(transport=transport) as client:
        client.get(f"http://127.0.0.1:{port}/healthz", timeout=120)


def measure(pid: int, port: int, game: Game, level: str, matches: int) -> tuple[str, str, str]:
    """Play matches and return the cells of their row."""
    play(port, game, level, "warm")
    own, all_of = cpu(pid), cpu_with_children(pid)
    for number in range(matches):
        play(port, game, level, str(number))
    server = (cpu(pid) - own) / matches
    together = (cpu_with_children(pid) - all_of) / matches
    return f"{server:.2f}", f"{together - server:.2f}", f"{PEOPLE * together / 3_600:.2f}"


def play(port: int, game: Game, level: str, seed: str) -> None:
    """Play one match to its end."""
    visitor, rng = Visitor(f"http://127.0.0.1:{port}"), Rng(seed)
    seats = max(2, game.seats[0])
    body = {"game": game.key, "name": "Ann", "bot": level, "seats": seats, "options": game.first_options}
    with visitor.connect(visitor.post("/api/play", body)["id"]) as socket:
        while not is_over(socket):
            view = socket.update["view"] if socket.update else None
            if view and view["moves"]:
                words = view["moves"][rng.below(len(view["moves"]))]
                # The update comes before the answer; a refusal means that the position has changed.
                socket.request("play", words=words, seen=view["ply"])
            else:
                socket.wait_for("update")
    visitor.close()


def is_over(socket: SocketClient) -> bool:
    """Return whether the match of a connection is over."""
    return bool(socket.update) and socket.update["table"]["status"] == "over"


def cpu(pid: int) -> float:
    """Return the processor time of a process in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cpu_with_children(pid: int) -> float:
    """Return the processor time of a process and of its children that run."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    children = {int(child) for task in tasks for child in task.read_text().split()}
    return cpu(pid) + sum(cpu_with_children(child) for child in children)


if __name__ == "__main__":
    main()
