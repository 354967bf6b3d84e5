"""Settings of a server."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import parse_qsl, unquote, urlsplit

from tablee.core.errors import Unreadable
from tablee.server.domain.schedule import PACE, Pace
from tablee.server.rate_limit import Rate


@dataclass(frozen=True)
class Deadlines:
    """Seconds that a client has for the headers of a request, for its body, and to read an answer.

    `idle`: seconds that a connection stays open between two requests.
    """

    headers: float = 10.0
    body: float = 30.0
    reading: float = 20.0
    idle: int = 10


TlsMode = Literal["starttls", "implicit", "none"]
# Ports of mail servers, by how TLS begins.
MAIL_PORTS: dict[TlsMode, int] = {"starttls": 587, "implicit": 465, "none": 25}
# Seconds.
DAY = 86_400
# Ports that browsers leave out of an origin.
WEB_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class MailServer:
    """How mail is sent: an SMTP server, and the address of the sender. Without a user it is not logged in to.

    `tls`: "starttls" (required), "implicit" from the first byte on, or "none".
    """

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    tls: TlsMode = "starttls"


def parse_mail_server(url: str, sender: str) -> MailServer | None:
    """Return the mail server of a URL, None for "": smtp://USER:PASSWORD@HOST:PORT?tls=MODE, or smtps://...

    User and password are percent-encoded. Raises Unreadable for another form, or without a sender; the
    refusal does not contain the URL, which may hold a password.
    """
    if not url:
        return None
    try:
        parts = urlsplit(url)
        modes: dict[str, TlsMode] = {"starttls": "starttls", "implicit": "implicit", "none": "none"}
        default = {"smtp": "starttls", "smtps": "implicit"}[parts.scheme]
        tls = modes[dict(parse_qsl(parts.query)).get("tls", default)]
        host, port = parts.hostname, parts.port or MAIL_PORTS[tls]
    except (ValueError, KeyError):
        raise Unreadable("bad-smtp-url") from None
    if not host:
        raise Unreadable("bad-smtp-url")
    if "@" not in sender:
        raise Unreadable("no-mail-sender")
    return MailServer(host, port, sender, unquote(parts.username or ""), unquote(parts.password or ""), tls)


def parse_origin(url: str, option: str) -> str:
    """Return a site's address as browsers send it as an origin, without a final slash; "" for "".

    Raises Unreadable, which names the `option`, for anything but http(s)://HOST or http(s)://HOST:PORT.
    """
    if not url:
        return ""
    parts = urlsplit(url.lower().rstrip("/"))
    bare = f"{parts.scheme}://{parts.netloc}" == parts.geturl()
    try:
        default = parts.port == WEB_PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise Unreadable("bad-origin", option=option, url=url[:80]) from None
    if not bare or not parts.hostname or "@" in parts.netloc:
        raise Unreadable("bad-origin", option=option, url=url[:80])
    return parts.geturl().removesuffix(f":{parts.port}") if default else parts.geturl()


def parse_redis_url(url: str | None) -> str | None:
    """Return the URL of a Redis server; raises Unreadable, without the password, for any other text."""
    try:
        parts = urlsplit(url or "redis:")
        # Reading the port raises ValueError if it is none.
        known = parts.scheme in ("redis", "rediss", "unix") and parts.port != 0
    except ValueError:
        known = False
    if url and not known:
        raise Unreadable("no-such-redis", word=url.partition(":")[0][:40])
    return url


def parse_contact(contact: str) -> str:
    """Return a contact for push services; raises Unreadable for anything but mailto: or https:, or ""."""
    known = re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^/\s]\S*", contact)
    if contact and not known:
        raise Unreadable("bad-contact")
    return contact


@dataclass(frozen=True)
class NotifySettings:
    """How people who are away are called.

    `mail`: None: no mail. `webhooks`: whether people may have calls posted to chat services. `vapid_key`: the
    private key for Web Push, as base64url of 32 bytes; "": the server makes one and keeps it in the database.
    `contact`: mailto: or https: address of the host, for push services. `private_targets`: push and webhooks
    may use http and addresses inside the host's network, as tests do.
    """

    mail: MailServer | None = None
    webhooks: bool = False
    vapid_key: str = field(default="", repr=False)
    contact: str = ""
    private_targets: bool = False


@dataclass(frozen=True)
class Settings:
    """What the host may choose. Rates are those of one address, where nothing else is said."""

    # URL of the database.
    store: str = "sqlite:///tablee.db"
    # URL of Redis; None for a single process.
    redis: str | None = None
    # Other sites whose pages may act here.
    origins: tuple[str, ...] = ()
    # Address of the site in links and QR codes; "": as the client calls it.
    public_url: str = ""
    # All requests, and the messages of one WebSocket.
    per_address: Rate = Rate(burst=120, per_second=30)
    per_socket: Rate = Rate(burst=40, per_second=20)
    # New tables.
    opening: Rate = Rate(burst=20, per_second=0.2)
    # Attempts to log in, or to use a code.
    trying: Rate = Rate(burst=10, per_second=0.1)
    hinting: Rate = Rate(burst=6, per_second=0.5)
    reviewing: Rate = Rate(burst=10, per_second=0.05)
    # Changes of what a person is called for.
    notifying: Rate = Rate(burst=20, per_second=0.2)
    # Mails to one account or mail address.
    mailing: Rate = Rate(burst=3, per_second=1 / 600)
    # Files with everything about a person: each folds all their tables.
    exporting: Rate = Rate(burst=5, per_second=1 / 60)
    # Answers to exercises.
    answering: Rate = Rate(burst=60, per_second=0.5)
    # Requests to put a match of a device on the site, in a moment and in a day; matches that one person, and
    # all people together, put there in a day.
    putting: Rate = Rate(burst=20, per_second=0.2)
    putting_daily: Rate = Rate(burst=100, per_second=100 / DAY)
    putting_person: Rate = Rate(burst=50, per_second=50 / DAY)
    putting_site: Rate = Rate(burst=5_000, per_second=5_000 / DAY)
    # Open TCP connections and open WebSockets of one address.
    max_connections: int = 512
    max_sockets: int = 200
    deadlines: Deadlines = Deadlines()
    pace: Pace = PACE
    # Worker processes for bots.
    bot_processes: int = 1
    notify: NotifySettings = NotifySettings()
    # Matches of one person against bots run on the person's device, if it can.
    solo_on_device: bool = False
