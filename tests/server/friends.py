"""Friends over HTTP, and what the host of a site does to them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tablee.server import host_cli
from tests.server.site import Visitor
from tests.server.table_harness import GAME


def friends_page(visitor: Visitor) -> Any:
    return visitor.get("/api/friends")


def befriend(one: Visitor, other: Visitor) -> None:
    """Make two people friends, who both have a card: the second opens the link of the first."""
    other.post("/api/friends/add", {"code": friends_page(one)["code"], "name": other.name})


def friend_id(visitor: Visitor, name: str) -> str:
    found: str = next(each["id"] for each in friends_page(visitor)["friends"] if each["name"] == name)
    return found


def open_table(visitor: Visitor, **more: object) -> str:
    """Open a table of three seats, and return its id."""
    body = {"game": GAME, "seats": 3, "name": visitor.name, **more}
    table: str = visitor.post("/api/tables", body)["id"]
    return table


def appoint(url: str, account: str) -> None:
    """Let an account moderate the site, by a command in a thread: a test may have a loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(host_cli.appoint, account, store=url).result()


def act(host: Visitor, action: str, **values: Any) -> Any:
    """Do something as the host of the site, such as `ban`."""
    return host.post("/api/host/act", {"t": action, **values})
