"""A bot that plays over the network: sits down at a table and plays any legal move, to the end.

usage: python network_bot.py http://127.0.0.1:8000 TABLE NAME

Needs only the packages `httpx` and `websockets`. Put your own thinking into `choose`.
"""

import json
import random
import sys
import uuid

import httpx
from websockets.sync.client import connect


def choose(view: dict) -> str:
    """The view is all that this seat may know; `moves` are the words of its legal moves."""
    return random.choice(view["moves"])


def main(site: str, table: str, name: str) -> None:
    # The secret says who you are. Keep it, and you find your seat again after a crash.
    secret = {"Authorization": "Bearer " + httpx.post(f"{site}/api/visitor").json()["token"]}

    def ask(**wish: object) -> None:
        answer = httpx.post(
            f"{site}/api/tables/{table}/ask", json={"id": uuid.uuid4().hex, **wish}, headers=secret
        )
        answer.raise_for_status()

    ask(t="sit", name=name)
    ask(t="ready")
    address = site.replace("http", "ws", 1) + f"/ws/{table}"
    with connect(address, additional_headers=secret) as socket:
        asked = -1
        for frame in socket:
            message = json.loads(frame)
            if message["t"] == "ping":
                socket.send(json.dumps({"t": "pong", "number": message["number"]}))
            if message["t"] != "update" or message["view"] is None:
                continue
            view = message["view"]
            if view["outcome"]:
                print(view["outcome"]["scores"])
                return
            if view["moves"] and view["ply"] != asked:
                asked = view["ply"]
                move = {"t": "play", "id": uuid.uuid4().hex, "words": choose(view), "seen": asked}
                socket.send(json.dumps(move))


if __name__ == "__main__":
    main(*sys.argv[1:])
