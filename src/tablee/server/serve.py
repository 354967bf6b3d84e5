"""Run the server: one process with an SQLite file, or several with PostgreSQL and Redis URLs."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import cast

import segno
import uvicorn

from tablee import games
from tablee.core.errors import Unreadable
from tablee.server.app import make_app
from tablee.server.http.logging import JsonFormatter
from tablee.server.http.uvicorn_http import ConnectionLimits, HttpTransport
from tablee.server.rate_limit import OpenCounts
from tablee.server.realtime.uvicorn_ws import WebSocketTransport
from tablee.server.settings import Settings
from tablee.server.storage.database import check_store
from tablee.server.supervision import BoundedFilter, BoundedLog, handle_loop_exception

if sys.platform != "win32":
    import resource

# Bytes of a WebSocket message.
MAX_FRAME = 16_384
# Connections that may wait to be accepted, and how many asyncio accepts in one iteration of its loop. Without
# free descriptors it plans one more try for each of these, which would multiply with every try.
BACKLOG = 2_048
ACCEPT_AT_ONCE = 1
# File descriptors that the process may use, if the system allows them.
MAX_DESCRIPTORS = 65_536
# Seconds for open connections to close when the server stops.
SHUTDOWN_TIMEOUT = 5
LOOPBACK = "127.0.0.1"
ALL_INTERFACES = ("0.0.0.0", "::")
# An address reserved for documentation: the route to it tells our own address in the network.
PROBE_TARGET = "192.0.2.1"


class Server(uvicorn.Server):
    """A uvicorn server that calls `on_listening` once it accepts connections."""

    on_listening: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, listen, then call `on_listening`; it is not called if either fails."""
        asyncio.get_running_loop().set_exception_handler(handle_loop_exception)
        await super().startup(sockets)
        for each in self.servers:
            for listening in each.sockets:
                with socket.fromfd(listening.fileno(), listening.family, listening.type) as same:
                    same.listen(BACKLOG)
        if self.started and self.on_listening is not None:
            self.on_listening()


def set_up_logs(level: str) -> None:
    """Log JSON lines to stderr, for this package and for uvicorn."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Anybody can send what uvicorn warns about, such as requests that are not HTTP.
    uvicorn_log = logging.getLogger("uvicorn.error")
    uvicorn_log.addFilter(BoundedFilter(BoundedLog(uvicorn_log)))


def server_for(
    settings: Settings, host: str, port: int, *, behind_proxy: bool = False, compress: bool = True
) -> Server:
    """Return a configured uvicorn server."""
    # uvicorn would log paths, and the path of a table is an invitation. `log_request` logs routes instead.
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    proxy = LOOPBACK if behind_proxy else None
    limits = ConnectionLimits(settings.deadlines, OpenCounts(settings.max_connections), proxy)
    config = uvicorn.Config(
        make_app(settings),
        host=host,
        port=port,
        lifespan="on",
        http=cast("type[asyncio.Protocol]", partial(HttpTransport, limits)),
        ws=WebSocketTransport,
        ws_max_size=MAX_FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=compress,
        # `startup` sets that of the operating system: asyncio takes one number for two things.
        backlog=ACCEPT_AT_ONCE,
        limit_concurrency=None,
        timeout_keep_alive=settings.deadlines.idle,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=proxy,
        server_header=False,
        access_log=False,
        log_config=None,
    )
    return Server(config)


def tune_gc() -> None:
    """Exclude loaded modules from garbage collection and collect less often.

    Views and messages have no reference cycles, so reference counting frees them.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def raise_descriptor_limit() -> None:
    """Raise the soft limit of open files, often 1,024 for programs that use select(); keep the hard limit."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MAX_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MAX_DESCRIPTORS)
        if soft != resource.RLIM_INFINITY and soft < most:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def run(
    settings: Settings, host: str = LOOPBACK, port: int = 8000, *, show: bool = False, **more: bool
) -> None:
    """Serve until interrupted; with `show`, print the address and open a browser.

    Raises BadPieces if the pieces of a game cannot be used, Unreadable for the database or the address.
    """
    set_up_logs("WARNING" if show else "INFO")
    known = games.keys()
    for key in known:
        games.load(key)
    check_store(settings.store)
    check_address(host, port)
    address = address_of(host, port)
    logging.getLogger(__name__).info("serving", extra={"values": [address]})
    server = server_for(settings, host, port, **more)
    if show:
        print_address(address, reachable=host in ALL_INTERFACES)
        server.on_listening = lambda: open_browser(address)
    tune_gc()
    raise_descriptor_limit()
    server.run()


def check_address(host: str, port: int) -> None:
    """Raise Unreadable if the server cannot listen at an address, by binding sockets for a moment."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, address in {(each[0], each[4]) for each in found}:
            # Without IPv6, such a socket cannot be made, and asyncio leaves the address out.
            if family == socket.AF_INET6 and not socket.has_dualstack_ipv6():
                continue
            with socket.socket(family, socket.SOCK_STREAM) as trial:
                if sys.platform != "win32":
                    # As asyncio does: the port of a server that has just ended is free.
                    trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    trial.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Unreadable("port-taken", port=port) from error
        if isinstance(error, PermissionError):
            raise Unreadable("port-denied", port=port) from error
        raise Unreadable("no-such-address", host=host, why=str(error.strerror or error)) from error


def open_browser(address: str) -> None:
    """Open a page in a thread: some browsers return only when they are closed."""
    threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def print_address(address: str, reachable: bool) -> None:
    """Print the address, with a QR code if other devices can reach it."""
    print(f"\n  Tablée : {address}    (Ctrl+C)\n")
    if reachable:
        segno.make(address, error="m").terminal(compact=True)
        print()
    else:
        print("  Téléphones de la maison / phones at home : make play HOST=0.0.0.0\n", flush=True)


def address_of(host: str, port: int) -> str:
    """Return the URL for browsers: for all interfaces, the one that other machines use.

    The loopback address is called localhost, because browsers allow no passkeys for IP addresses.
    """
    host = own_address() if host in ALL_INTERFACES else host
    return f"http://{'localhost' if host == LOOPBACK else host}:{port}"


def own_address() -> str:
    """Return this machine's address in its network, or the loopback address. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((PROBE_TARGET, 9))
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])
