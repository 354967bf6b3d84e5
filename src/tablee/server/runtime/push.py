"""Web Push: encrypted messages to browsers through their push services, signed with the server's VAPID key.

pywebpush (the extra `notify`) encrypts and signs. It is imported when it is needed: a server without it runs.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from collections.abc import Mapping
from importlib.util import find_spec
from urllib.parse import urlsplit

import msgspec

from tablee.core.errors import Illegal, Unreadable
from tablee.server.runtime.outbound import SendError, check_url, post
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.notifications import Subscription
from tablee.server.storage.server_secrets import server_secret

# Seconds for which a push service keeps a message for a browser that is off, and for which a signature holds.
LIFETIME = 24 * 3_600
SIGNED_FOR = 12 * 3_600
# Bytes of the keys of a subscription, and of the server's private key.
P256DH_BYTES, AUTH_BYTES, PRIVATE_BYTES = 65, 16, 32
# The order of the group of the curve P-256: a private key is less.
GROUP_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NO_CONTACT = "mailto:nobody@example.org"


def is_installed() -> bool:
    """Return whether the packages for Web Push are there."""
    return find_spec("pywebpush") is not None


def encode_base64(raw: bytes) -> str:
    """Return base64url without padding, as Web Push writes its keys."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """Return the bytes of base64url with or without padding; raises ValueError."""
    raw = text.encode().rstrip(b"=")
    return base64.b64decode(raw + b"=" * (-len(raw) % 4), altchars=b"-_", validate=True)


def new_private_key() -> str:
    """Return a new VAPID private key."""
    return encode_base64((1 + secrets.randbelow(GROUP_ORDER - 1)).to_bytes(PRIVATE_BYTES, "big"))


def parse_private_key(key: str) -> str:
    """Return a VAPID private key, or ""; raises Unreadable for any other text, and does not repeat it."""
    try:
        raw = decode_base64(key)
    except ValueError:
        raw = b""
    if key and not (len(raw) == PRIVATE_BYTES and 0 < int.from_bytes(raw, "big") < GROUP_ORDER):
        raise Unreadable("bad-vapid-key")
    return key


def check_subscription(endpoint: str, p256dh: str, auth: str, private: bool) -> None:
    """Raise Illegal unless this is a subscription that can be sent to."""
    check_url(endpoint, private)
    try:
        keys = decode_base64(p256dh), decode_base64(auth)
    except ValueError:
        raise Illegal("bad-subscription") from None
    if [len(key) for key in keys] != [P256DH_BYTES, AUTH_BYTES] or keys[0][0] != 4:
        raise Illegal("bad-subscription")


class PushSender:
    """Sends to push services. `key`: the VAPID private key; `contact`: mailto: or https: of the host."""

    def __init__(self, key: str, contact: str, private: bool) -> None:
        from py_vapid import Vapid02

        self.vapid = Vapid02.from_raw(key.encode())
        self.contact = contact or NO_CONTACT
        self.private = private

    @property
    def public_key(self) -> str:
        """The key that browsers subscribe with."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        public = self.vapid.public_key
        return encode_base64(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    async def send(self, subscription: Subscription, content: Mapping[str, object], topic: str) -> None:
        """Encrypt JSON for a browser and hand it to its push service; see `outbound.post` for what it raises.

        A later message of the same topic replaces one that the service still keeps.
        """
        from pywebpush import WebPusher

        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
        try:
            body = pusher.encode(msgspec.json.encode(content))["body"]
        except ValueError as error:
            # The key is no point of the curve.
            raise SendError("bad-key", retry=False) from error
        headers = {
            **self._signature(subscription.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(LIFETIME),
            "urgency": "normal",
            "topic": hashlib.sha256(topic.encode()).hexdigest()[:32],
        }
        await post(subscription.endpoint, body, headers, self.private)

    def _signature(self, endpoint: str) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int(time.time()) + SIGNED_FOR,
            "sub": self.contact,
        }
        signed: dict[str, str] = self.vapid.sign(claims)
        return signed


async def make_push_sender(store: EventStore, key: str, contact: str, private: bool) -> PushSender | None:
    """Return the sender with a given key, or with the one in the database; None without the packages."""
    if not is_installed():
        return None
    return PushSender(key or await server_secret(store, "vapid", new_private_key), contact, private)
