"""Runs the server: one command, one process, a file beside it; or many, with two URLs."""

from __future__ import annotations

import logging
import sys
import threading
import webbrowser

import uvicorn

from tablee.server.app import Settings, make_app
from tablee.server.shield import JsonLines

FRAME = 16_384
BACKLOG = 2_048
FAREWELL = 5
# Seconds until the server listens, before a browser is sent there.
OPENING = 1.5


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
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=compress,
        backlog=BACKLOG,
        limit_concurrency=None,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=FAREWELL,
        proxy_headers=behind_proxy,
        forwarded_allow_ips="127.0.0.1" if behind_proxy else None,
        server_header=False,
        access_log=False,
        log_config=None,
    )
    return uvicorn.Server(config)


def run(
    settings: Settings, host: str = "127.0.0.1", port: int = 8000, *, show: bool = False, **more: bool
) -> None:
    """Serve until told to stop; with `show`, open a browser at it."""
    set_up_logs()
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
    logging.getLogger(__name__).info("serving", extra={"told": [f"http://{host}:{port}"]})
    if show:
        print(f"Tablée : {address}  (Ctrl+C)", flush=True)
        threading.Timer(OPENING, webbrowser.open, [address]).start()
    server_for(settings, host, port, **more).run()
