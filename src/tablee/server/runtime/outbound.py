"""Requests of the server to addresses that people gave: push services and webhooks.

Such an address could point into the host's own network (server-side request forgery). So only https to public
addresses is allowed, no redirect is followed, time and size are bounded, and the address that was checked is
the one that is connected to: the name is resolved once.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit

from tablee.core.errors import Illegal

# Seconds for a whole request, and characters of an address.
TIMEOUT = 10.0
MAX_URL = 1_000
# Status of a request that was accepted, and of an address that does not exist any more.
ACCEPTED = range(200, 300)
GONE = (404, 410)
# Status of a service that is overloaded or broken for a while.
BUSY = (408, 425, 429)
# IPv6 networks whose addresses contain an IPv4 address, which may be private.
EMBEDDING = (IPv6Network("64:ff9b::/96"), IPv6Network("2002::/16"), IPv6Network("2001::/32"))


class SendError(Exception):
    """A message that was certainly not delivered. `retry`: it may be sent again later."""

    def __init__(self, reason: str, retry: bool = True) -> None:
        super().__init__(reason)
        self.retry = retry


class SendUncertain(Exception):
    """A message that may have been delivered: the connection broke after it was sent."""


class RecipientGone(Exception):
    """The address does not exist any more."""


def is_public(address: str) -> bool:
    """Return whether an IP address is one of the public internet; False for a text that is none."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return is_public(str(found.ipv4_mapped))
        if any(found in network for network in EMBEDDING):
            return False
    return found.is_global and not found.is_multicast


def is_ip_address(host: str) -> bool:
    """Return whether a host is given by its IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def check_url(url: str, private: bool = False) -> SplitResult:
    """Return the parts of an address that may be posted to; raises Illegal for any other.

    With `private`, http and addresses inside the host's network are allowed too.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Illegal("bad-url") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MAX_URL
    if not plain or not host or parts.username is not None or port == 0:
        raise Illegal("bad-url")
    if private:
        if parts.scheme not in ("http", "https"):
            raise Illegal("bad-url")
        return parts
    # A name without a dot, or a number in another notation, would be one inside the network.
    named = "." in host and not host.rpartition(".")[2].isdecimal()
    if parts.scheme != "https" or not (is_public(host) if is_ip_address(host) else named):
        raise Illegal("bad-url")
    return parts


async def resolves_to_public(host: str) -> bool:
    """Return whether a host has addresses, and only public ones; False if it cannot be resolved."""
    if is_ip_address(host):
        return is_public(host)
    try:
        loop = asyncio.get_running_loop()
        found = await asyncio.wait_for(loop.getaddrinfo(host, 443, type=socket.SOCK_STREAM), TIMEOUT)
    except (OSError, TimeoutError, UnicodeError):
        return False
    return bool(found) and all(is_public(str(each[4][0])) for each in found)


def public_resolver() -> Any:
    """Return a resolver for aiohttp that raises OSError for a name with any address that is not public."""
    from aiohttp import ThreadedResolver

    class PublicResolver(ThreadedResolver):
        """Resolves in a thread, as the system does."""

        async def resolve(
            self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
        ) -> list[Any]:
            found = await super().resolve(host, port, family)
            if not all(is_public(each["host"]) for each in found):
                raise OSError(f"{host} is not public")
            return list(found)

    return PublicResolver()


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool = False) -> None:
    """Post to an address; return once it was accepted.

    Raises Illegal for an address that is not allowed, RecipientGone, SendError, or SendUncertain.
    """
    import aiohttp

    check_url(url, private)
    connector = aiohttp.TCPConnector(resolver=None if private else public_resolver(), limit=1)
    timeout = aiohttp.ClientTimeout(total=TIMEOUT)
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout) as session,
            session.post(url, data=body, headers=dict(headers), allow_redirects=False) as response,
        ):
            status = response.status
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.InvalidURL) as error:
        raise SendError(type(error).__name__) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise SendUncertain(type(error).__name__) from error
    if status in GONE:
        raise RecipientGone
    if status not in ACCEPTED:
        raise SendError(f"status {status}", retry=status in BUSY or status >= 500)
