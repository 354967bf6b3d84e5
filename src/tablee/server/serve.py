"""Runs the server: one command, one process, a file beside it; or many, with two URLs."""

from __future__ import annotations

import gc
import logging
import socket
import sys
import threading
import webbrowser

import segno
import uvicorn

from tablee.server.app import Settings, make_app
from tablee.server.http.middleware import JsonLines
from tablee.server.realtime.uvicorn_ws import Wire

FRAME = 16_384
BACKLOG = 2_048
FAREWELL = 5
# Seconds until the server listens, before a browser is sent there.
OPENING = 1.5
HERE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
# An address set apart for documents: asking for the way there tells which of our own addresses leads out.
SOMEWHERE = "192.0.2.1"


def set_up_logs(level: str = "INFO") -> None:
    """JSON lines on the error stream, from us and from the server below us."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def server_for(
    settings: Settings, host: str, port: int, *, behind_proxy: bool = False, compress: bool = True
) -> uvicorn.Server:
    """The server, ready to run."""
    # Addresses of tables are invitations; our own line for each request does not hold them.
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    config = uvicorn.Config(
        make_app(settings),
        host=host,
        port=port,
        lifespan="on",
        ws=Wire,
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=compress,
        backlog=BACKLOG,
        limit_concurrency=None,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=FAREWELL,
        proxy_headers=behind_proxy,
        forwarded_allow_ips=HERE if behind_proxy else None,
        server_header=False,
        access_log=False,
        log_config=None,
    )
    return uvicorn.Server(config)


def settle() -> None:
    """What is loaded by now stays and need not be searched for rubbish. Views and messages are trees, which
    go when nobody holds them: rubbish that must be searched for is rare."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def run(settings: Settings, host: str = HERE, port: int = 8000, *, show: bool = False, **more: bool) -> None:
    """Serve until told to stop; with `show`, say where, and open a browser there."""
    set_up_logs("WARNING" if show else "INFO")
    address = address_of(host, port)
    logging.getLogger(__name__).info("serving", extra={"told": [address]})
    if show:
        welcome(address, everywhere=host in EVERYWHERE)
        threading.Timer(OPENING, webbrowser.open, [address]).start()
    server = server_for(settings, host, port, **more)
    settle()
    server.run()


def welcome(address: str, everywhere: bool) -> None:
    """Tell whoever sits at this machine how people come to the table."""
    print(f"\n  Tablée : {address}    (Ctrl+C)\n")
    if everywhere:
        segno.make(address, error="m").terminal(compact=True)
        print()
    else:
        print("  Téléphones de la maison / phones at home : make play HOST=0.0.0.0\n", flush=True)


def address_of(host: str, port: int) -> str:
    """Where a browser finds us; if we listen everywhere, the address that other machines use. At this machine
    by its name: browsers allow no passkey to an address of numbers."""
    host = own_address() if host in EVERYWHERE else host
    return f"http://{'localhost' if host == HERE else host}:{port}"


def own_address() -> str:
    """This machine's address in its network, as far as it has one. Nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((SOMEWHERE, 9))
        except OSError:
            return HERE
        return str(probe.getsockname()[0])
