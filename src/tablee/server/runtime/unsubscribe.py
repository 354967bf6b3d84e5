"""Signed tokens in mails, which turn further mails off without a login."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from tablee.core.errors import Illegal
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.server_secrets import server_secret

KEY_BYTES = 32
MAX_TOKEN = 400


class MailStops:
    """Makes and reads the tokens. They never expire, since a mail may be read much later."""

    def __init__(self, key: str) -> None:
        self.key = bytes.fromhex(key)

    def token(self, owner: str) -> str:
        """Return the token that turns the mails to an owner off."""
        return f"{base64.urlsafe_b64encode(owner.encode()).decode().rstrip('=')}.{self._sign(owner)}"

    def owner(self, token: str) -> str:
        """Return the owner of a token; raises Illegal if this server has not signed it."""
        encoded, _, signature = token[:MAX_TOKEN].partition(".")
        try:
            owner = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4)).decode()
        except ValueError:
            raise Illegal("bad-link") from None
        if not hmac.compare_digest(signature.encode(), self._sign(owner).encode()):
            raise Illegal("bad-link")
        return owner

    def _sign(self, owner: str) -> str:
        return hmac.new(self.key, b"tablee stop mail\0" + owner.encode(), hashlib.sha256).hexdigest()


async def make_mail_stops(store: EventStore) -> MailStops:
    """Return the signer of these tokens, with the key in the database; the first call makes the key.

    Raises NotStored.
    """
    return MailStops(await server_secret(store, "unsubscribe", lambda: secrets.token_hex(KEY_BYTES)))
