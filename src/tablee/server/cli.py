"""Commands of the server for the command line: `serve`, `test-mail`, `set-aside`, `backup`, `restore`.

The docstring of a command is its help text. Each command imports what it needs, so that --help works without
the extra `server`.
"""

from __future__ import annotations

import asyncio
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

if TYPE_CHECKING:
    from tablee.server.settings import NotifySettings, Settings

DEFAULT_STORE = "sqlite:///tablee.db"
StoreUrl = Annotated[str, Parameter(env_var="TABLEE_STORE")]
# The database of a server that may be running.
ServerStore = Annotated[
    str,
    Parameter(
        env_var="TABLEE_STORE", help="Database of the server: sqlite:///FILE or postgresql://USER@HOST/NAME."
    ),
]
PublicUrl = Annotated[str, Parameter(env_var="TABLEE_PUBLIC_URL")]
Smtp = Annotated[str, Parameter(env_var="TABLEE_SMTP")]
MailFrom = Annotated[str, Parameter(env_var="TABLEE_MAIL_FROM")]
Count = Annotated[int, Parameter(validator=validators.Number(gte=1))]

SoloOnDevice = Annotated[
    bool,
    Parameter(
        negative=(),
        env_var="TABLEE_SOLO_ON_DEVICE",
        help="Run matches of one person against bots on that person's device, if it is fast enough.",
    ),
]


def serve(
    *,
    host: str = "127.0.0.1",
    port: Annotated[int, Parameter(validator=validators.Number(gte=0, lte=65_535))] = 8000,
    store: StoreUrl = DEFAULT_STORE,
    redis: Annotated[str | None, Parameter(env_var="TABLEE_REDIS")] = None,
    origin: Annotated[list[str] | None, Parameter(negative=())] = None,
    public_url: PublicUrl = "",
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    webhooks: Annotated[bool, Parameter(negative=(), env_var="TABLEE_WEBHOOKS")] = False,
    behind_proxy: Annotated[bool, Parameter(negative=())] = False,
    max_connections: Count | None = None,
    max_sockets: Count | None = None,
    solo_on_device: SoloOnDevice = False,
    open: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Run the server, where people play in their browsers.

    Parameters
    ----------
    host
        Address to listen on; 0.0.0.0 accepts connections from the whole network.
    port
        Port to listen on.
    store
        Database: sqlite:///FILE or postgresql://USER@HOST/NAME. It is created if it does not exist.
    redis
        Redis server, redis://HOST: lets several server processes learn of each other's moves at once.
    origin
        Origin of another site whose pages may use this server; repeat it for several.
    public_url
        Address of the site in links, mails and QR codes, such as https://play.example.org.
    smtp
        Mail server, smtp://USER:PASSWORD@HOST:PORT; better in TABLEE_SMTP, since others see the options.
    mail_from
        Sender of mails, such as `Tablée <games@example.org>`.
    webhooks
        Let people have their turns posted to Discord, Slack, Matrix, or any public https address.
    behind_proxy
        Trust the headers of a proxy on this machine about client addresses and https.
    max_connections
        Connections that one address may have open, by default 512. Those of the proxy are not counted.
    max_sockets
        WebSockets that one address may have open, by default 200: one for each page of a table.
    open
        Open the site in a browser.
    """
    from tablee.server.serve import run
    from tablee.server.settings import Settings, parse_origin, parse_redis_url

    origins = tuple(parse_origin(each, "--origin") for each in origin or ())
    public_url = parse_origin(public_url, "--public-url")
    settings = Settings(store, parse_redis_url(redis), origins, public_url)
    settings = replace(settings, notify=notify_settings(smtp, mail_from, webhooks))
    settings = replace(limit_addresses(settings, max_connections, max_sockets), solo_on_device=solo_on_device)
    run(settings, host, port, show=open, behind_proxy=behind_proxy)


def limit_addresses(settings: Settings, connections: int | None, sockets: int | None) -> Settings:
    """Return the settings with other limits of one address; None keeps the default."""
    return replace(
        settings,
        max_connections=settings.max_connections if connections is None else connections,
        max_sockets=settings.max_sockets if sockets is None else sockets,
    )


def notify_settings(smtp: str, mail_from: str, webhooks: bool) -> NotifySettings:
    """Return how people who are away are called; rarely needed values come from the environment alone."""
    from tablee.server.runtime.push import parse_private_key
    from tablee.server.settings import NotifySettings, parse_contact, parse_mail_server

    vapid_key = parse_private_key(os.environ.get("TABLEE_VAPID_KEY", ""))
    contact = parse_contact(os.environ.get("TABLEE_CONTACT", ""))
    return NotifySettings(parse_mail_server(smtp, mail_from), webhooks, vapid_key, contact)


def try_mail(address: str, *, smtp: Smtp = "", mail_from: MailFrom = "", public_url: PublicUrl = "") -> None:
    """Send a test mail with the settings of `serve`, and say what the mail server answers.

    Parameters
    ----------
    address
        Where to send it.
    smtp
        Mail server, as for `serve`.
    mail_from
        Sender, as for `serve`.
    public_url
        Address of the site, to which the mail links.
    """
    from tablee.core.errors import Unreadable
    from tablee.server.runtime.mail import send_test_mail
    from tablee.server.runtime.outbound import SendError, SendUncertain
    from tablee.server.settings import parse_mail_server, parse_origin

    server = parse_mail_server(smtp, mail_from)
    if server is None:
        raise Unreadable("bad-smtp-url")
    if not public_url:
        raise Unreadable("no-public-url")
    try:
        asyncio.run(send_test_mail(server, address, parse_origin(public_url, "--public-url")))
    except (SendError, SendUncertain) as error:
        print(f"{address}: not sent ({error}) by {server.host}:{server.port}")
        raise SystemExit(1) from error
    print(f"{address}: sent by {server.host}:{server.port}")


def set_aside(
    *,
    store: ServerStore = DEFAULT_STORE,
    records: Path | None = None,
    retry: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """List the tables that the server has set aside, and why: their matches cannot be replayed or run.

    Parameters
    ----------
    records
        Folder into which the records of these matches are written. They reveal the deal.
    retry
        Let running servers try these tables again; a server that is started does so too.
    """
    from tablee.server.storage.database import require_store
    from tablee.server.storage.replay import list_set_aside

    require_store(store)
    count = asyncio.run(list_set_aside(store, records, retry))
    print(f"{count or 'no'} tables set aside" if count != 1 else "1 table set aside")


def backup(file: Path, *, store: ServerStore = DEFAULT_STORE) -> None:
    """Write the whole database of a server to one file; the server may be running.

    Parameters
    ----------
    file
        Backup file to write.
    """
    from tablee.server.storage.backup import back_up
    from tablee.server.storage.database import require_store

    require_store(store)
    print(f"{file}: {asyncio.run(back_up(store, file)):,} rows written")


def restore(file: Path, *, store: StoreUrl = DEFAULT_STORE) -> None:
    """Load a backup into an empty database, SQLite or PostgreSQL, whichever the backup came from.

    Parameters
    ----------
    file
        Backup file to read.
    store
        Database to fill: sqlite:///FILE or postgresql://USER@HOST/NAME.
    """
    from tablee.server.storage import backup

    print(f"{file}: {asyncio.run(backup.restore(store, file)):,} rows restored")
