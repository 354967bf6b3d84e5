"""A client of bytes: it sends half requests, sends slowly, and does not read."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.server.site import TIMEOUT, Visitor


class RawClient:
    """A TCP connection to a site. `source` is the own address to connect from, `buffer` the bytes unread."""

    def __init__(self, address: str, source: str = "127.0.0.1", buffer: int | None = None) -> None:
        split = urlsplit(address)
        self.socket = socket.socket()
        self.socket.settimeout(TIMEOUT)
        if buffer is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.bind((source, 0))
        self.socket.connect((split.hostname, split.port))

    def send(self, *lines: str, body: str = "") -> None:
        """Send lines with their line ends, then the body."""
        self.socket.sendall("".join(f"{line}\r\n" for line in lines).encode() + body.encode())

    def trickle(self, text: str) -> None:
        """Send one character at a time, again and again, until the server has closed the connection."""
        try:
            while True:
                for character in text:
                    self.socket.sendall(character.encode())
                    time.sleep(0.005)
        except OSError:
            return

    def read_to_end(self) -> tuple[int, str]:
        """Read until the server closes, and return status and code of the refusal; (0, "") for nothing."""
        received = b""
        try:
            while part := self.socket.recv(65_536):
                received += part
        except ConnectionResetError:
            pass
        head, _, body = received.partition(b"\r\n\r\n")
        return (int(head.split()[1]), json.loads(body)["code"]) if received else (0, "")

    def read_answer(self) -> int:
        """Read one answer with a length, and return its status."""
        answer = b""
        while b"\r\n\r\n" not in answer:
            part = self.socket.recv(1)
            assert part, "closed without an answer"
            answer += part
        head = answer.decode().lower()
        length = int(head.partition("content-length:")[2].split()[0])
        while length:
            length -= len(self.socket.recv(length))
        return int(head.split()[1])

    def close(self) -> None:
        self.socket.close()


def wait_until(condition: Callable[[], Any]) -> None:
    """Return when a condition holds; raises AssertionError after TIMEOUT."""
    end = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_served(address: str) -> bool:
    """Return whether a new connection is served; False if it is refused."""
    try:
        return httpx.get(f"{address}/healthz", timeout=TIMEOUT, verify=False).is_success
    except httpx.HTTPError:
        # The server does not listen, or does not read the request, so that its answer may be lost.
        return False


def refused(visitor: Visitor, reason: str) -> float:
    """Return how many connections /metrics counts as refused for a reason."""
    families = text_string_to_metric_families(visitor.http.get("/metrics").text)
    samples = [sample for family in families for sample in family.samples]
    return sum(
        each.value
        for each in samples
        if each.name == "tablee_connections_refused_total" and each.labels["reason"] == reason
    )
