"""A push service over real HTTP, and the browsers that subscribe to it."""

from __future__ import annotations

import base64
import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tablee.server.runtime.push import decode_base64, encode_base64

MAX_EXPIRY = 24 * 3_600
# A status that stands for closing the connection without an answer.
HANG_UP = 0


@dataclass
class Delivery:
    """A request that the service has received."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Receives messages. `statuses` are its next answers; after them it accepts everything (201)."""

    def __init__(self) -> None:
        self.received: list[Delivery] = []
        self.statuses: list[int] = []
        service = self

        class Handler(BaseHTTPRequestHandler):
            """Keeps each request and answers with the next status."""

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.received.append(Delivery(self.path, headers, body))
                status = service.statuses.pop(0) if service.statuses else 201
                if status == HANG_UP:
                    self.close_connection = True
                    return
                self.send_response(status)
                self.send_header("content-length", "0")
                if 300 <= status < 400:
                    self.send_header("location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def wait_for(self, count: int, timeout: float = 60.0) -> list[Delivery]:
        """Wait until this many messages have arrived, and return them."""
        until = time.monotonic() + timeout
        while len(self.received) < count:
            assert time.monotonic() < until, f"{len(self.received)} of {count} messages"
            time.sleep(0.02)
        return self.received


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service in a thread."""
    service = PushService()
    service.thread.start()
    try:
        yield service
    finally:
        service.server.shutdown()
        service.server.server_close()
        service.thread.join()


@dataclass
class PushBrowser:
    """The keys of a browser that has subscribed with the public key of a site."""

    service: PushService
    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def endpoint(self) -> str:
        return f"{self.service.address}/push/{self.name}"

    @property
    def keys(self) -> dict[str, str]:
        public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": encode_base64(public), "auth": encode_base64(self.auth)}

    def read(self, delivery: Delivery) -> Any:
        """Return the decrypted content of a message for this browser."""
        assert delivery.path == f"/push/{self.name}"
        assert delivery.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            delivery.body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"
        )
        return json.loads(plain)

    def messages(self) -> list[Any]:
        """Return what this browser has received so far."""
        return [self.read(each) for each in self.service.received if each.path.endswith(f"/{self.name}")]


def check_vapid(delivery: Delivery, service: PushService, site_key: str) -> dict[str, Any]:
    """Check the signature as a push service does (RFC 8292), and return the claims."""
    scheme, _, parameters = delivery.headers["authorization"].partition(" ")
    assert "vapid" == scheme
    given = dict(part.strip().split("=", 1) for part in parameters.split(","))
    assert site_key == given["k"], "a browser has subscribed with another key"
    signed, _, signature = given["t"].rpartition(".")
    raw = decode_base64(signature)
    order = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(given["k"]))
    public.verify(order, signed.encode(), ec.ECDSA(SHA256()))
    head, claims = (json.loads(base64.urlsafe_b64decode(part + "==")) for part in signed.split("."))
    assert "ES256" == head["alg"]
    assert service.address == claims["aud"]
    assert time.time() < claims["exp"] <= time.time() + MAX_EXPIRY
    return dict(claims)
