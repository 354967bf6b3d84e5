"""A WebAuthn authenticator for tests: creates a credential and signs challenges, with planted faults."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

# Flags of the authenticator data: user present, user verified, attested credential data included.
PRESENT, VERIFIED, ATTESTED = 1, 4, 64
ES256 = -7


class Authenticator:
    """An authenticator with one key. `origin` goes into the client data; tests change it to plant a fault."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.count = 0
        self.handle: str | None = None

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser sends after navigator.credentials.create()."""
        self.handle = options["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        key = cbor2.dumps({1: 2, 3: ES256, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        data = self._data(options["rp"]["id"], ATTESTED) + attested
        answer = {
            "clientDataJSON": self._client(options, "webauthn.create"),
            "attestationObject": cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}),
        }
        return self._credential(answer)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Return what a browser sends after navigator.credentials.get()."""
        self.count += 1
        data, client = self._data(options["rpId"]), self._client(options, "webauthn.get")
        signed = data + hashlib.sha256(client).digest()
        answer = {
            "clientDataJSON": client,
            "authenticatorData": data,
            "signature": self.key.sign(signed, ec.ECDSA(SHA256())),
        }
        credential = self._credential(answer)
        credential["response"]["userHandle"] = self.handle
        return credential

    def _data(self, host: str, flags: int = 0) -> bytes:
        flags |= PRESENT | VERIFIED
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, options: dict[str, Any], kind: str) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin}
        return json.dumps({**data, "crossOrigin": False}).encode()

    def _credential(self, answer: dict[str, bytes]) -> dict[str, Any]:
        response = {name: bytes_to_base64url(value) for name, value in answer.items()}
        name = bytes_to_base64url(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": response}


def damaged(text: str) -> str:
    """Return a base64url text with its last byte changed."""
    found = bytearray(base64url_to_bytes(text))
    found[-1] ^= 1
    return bytes_to_base64url(bytes(found))
