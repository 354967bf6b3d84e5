"""A bot that plays over the network: takes a seat at a table and plays random legal moves to the end.

usage: python network_bot.py http://127.0.0.1:8000 TABLE NAME

Needs only the packages `httpx` and `websockets`. Replace `choose` by your own bot.
"""

import json
import random
import sys
import uuid

import httpx
from websockets.sync.client import connect


def choose(view: dict) -> str:
    """Return one of the legal moves. The view contains everything that this seat may know."""
    return random.choice(view["moves"])


def main(site: str, table: str, name: str) -> None:
    # The token identifies you. Store it to find your seat again after a crash.
    headers = {"Authorization": "Bearer " + httpx.post(f"{site}/api/visitor").json()["token"]}

    def send(**command: object) -> None:
        body = {"id": uuid.uuid4().hex, **command}
        httpx.post(f"{site}/api/tables/{table}/ask", json=body, headers=headers).raise_for_status()

    send(t="sit", name=name)
    send(t="ready")
    address = site.replace("http", "ws", 1) + f"/ws/{table}"
    with connect(address, additional_headers=headers) as socket:
        answered = -1
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
            if view["moves"] and view["ply"] != answered:
                answered = view["ply"]
                move = {"t": "play", "id": uuid.uuid4().hex, "words": choose(view), "seen": answered}
                socket.send(json.dumps(move))


if __name__ == "__main__":
    main(*sys.argv[1:])
