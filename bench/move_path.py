"""`python -m bench.move_path`: the functions that one move of a person passes, in order, and their files.

A real server runs in a thread; a WebSocket client plays a move at a table of two people, and every call of a
function of the package between sending the move and receiving the update is noted (plain Python form). The
same move is played at RUNS servers: what is called at only some of them belongs to a background task.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections import Counter
from pathlib import Path
from types import FrameType

os.environ["TABLEE_PURE"] = "1"

from tests.server.site import Visitor, site

PACKAGE = str(Path(__file__).parents[1] / "src" / "tablee") + os.sep
GAME = "islands"
RUNS = 3


class Trace:
    """Calls of functions of the package while `on`: (file, function) with the number of calls, in order."""

    def __init__(self) -> None:
        self.on = False
        self.calls: Counter[tuple[str, str]] = Counter()

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if self.on and event == "call" and code.co_filename.startswith(PACKAGE):
            name = getattr(code, "co_qualname", code.co_name)
            self.calls[code.co_filename.removeprefix(PACKAGE), name] += 1


def record_move() -> Counter[tuple[str, str]]:
    """Play a few moves, trace the next one, and return the calls."""
    trace = Trace()
    threading.setprofile(trace)
    with tempfile.TemporaryDirectory() as folder, site(f"sqlite:///{folder}/tablee.db") as address:
        ann, ben = Visitor(address, "Ann"), Visitor(address, "Ben")
        table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
        ann.send(table, "ready")
        ben.sit_down(table)
        with ann.connect(table) as first, ben.connect(table) as second:
            for number in range(5):
                sockets = (first, second)
                for each in sockets:
                    each.wait_for_ply(number)
                mover = next(each for each in sockets if each.update["view"]["moves"])
                trace.on = number == 4
                words, seen = mover.update["view"]["moves"][0], mover.update["view"]["ply"]
                mover.request("play", words=words, seen=seen)
                for each in sockets:
                    each.wait_for_ply(number + 1)
                trace.on = False
        for visitor in (ann, ben):
            visitor.close()
    threading.setprofile(None)
    return trace.calls


def main() -> None:
    """Print the calls by folder, and the totals."""
    calls, *others = [record_move() for _ in range(RUNS)]
    # Comprehensions, lambdas and constructors are left out.
    keys = [
        (file, name)
        for file, name in calls
        if "<" not in name.rpartition(".")[2] and "__init__" not in name
        if all((file, name) in other for other in others)
    ]
    for file, name in keys:
        print(f"{calls[file, name]:5}  {file}  {name}")
    for title, part in (("all", keys), ("server", [key for key in keys if key[0].startswith("server")])):
        print(f"{title}: {len(part)} functions in {len({file for file, _ in part})} files")


if __name__ == "__main__":
    main()
