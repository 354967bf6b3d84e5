"""The address of this site, and the links to its tables."""

from __future__ import annotations

import re

from starlette.requests import Request

from tablee.core.errors import Unreadable

# Characters of a Host, and the forms that it may have: a name, or an IPv4 or IPv6 address, and a port.
MAX_HOST = 100
HOST = re.compile(r"([A-Za-z0-9_.-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


def site_address(request: Request, public_url: str) -> str:
    """Return the address of this site: `public_url`, or without one the Host that the client asked for.

    Raises Unreadable if that is not a host name or address, with or without a port.
    """
    if public_url:
        return public_url
    host = request.headers.get("host", request.url.netloc)
    if len(host) > MAX_HOST or not HOST.fullmatch(host):
        raise Unreadable("bad-host")
    return f"{request.url.scheme}://{host}"


def table_link(request: Request, public_url: str, table_id: str) -> str:
    """Return the address of a table."""
    return f"{site_address(request, public_url)}/t/{table_id}"
