"""What is not about one table: the web client, health, metrics, the verifier, the API for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.server.http.endpoint import Endpoint
from tablee.server.http.openapi import describe
from tablee.server.http.static import Client
from tablee.server.http.verifier_zip import archive
from tablee.server.runtime.registry import House

FRAME = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablée</title><style>
body{{font:1.1rem/1.5 Georgia,serif;max-width:40rem;margin:2rem auto;padding:0 1rem}}
body{{color:#222;background:#fdf8ee}}
code{{background:#eee3cd;padding:.1em .3em}} td{{padding:.1rem .6rem}}
</style></head>
<body>{body}</body></html>"""


def health(_request: Request) -> Response:
    """The process lives."""
    return PlainTextResponse("ok\n")


def verifier(_request: Request) -> Response:
    """One file that checks a record; needs only Python."""
    headers = {"content-disposition": 'attachment; filename="verify.pyz"'}
    return Response(archive(), media_type="application/zip", headers=headers)


def readiness(house: House) -> Callable[[Request], Any]:
    """Whether requests should be sent here: the store answers."""

    async def ready(_request: Request) -> Response:
        well = await house.store.is_well()
        return PlainTextResponse("ready\n" if well else "the store does not answer\n", 200 if well else 503)

    return ready


def measures(house: House) -> Callable[[Request], Any]:
    """Counters for Prometheus; they name nobody."""

    def metrics(_request: Request) -> Response:
        gauges = {
            "sockets": sum(len(room.sockets) for room in house.rooms.values()),
            "tables_at_hand": len(house.authorities),
            "events_appended_total": house.store.appended,
            "batches_total": house.store.batches,
            "appends_waiting": house.store.queue.qsize(),
        }
        lines = [f"tablee_{name} {value}" for name, value in gauges.items()]
        lines += [f'tablee_count_total{{what="{name}"}} {value}' for name, value in house.counts.items()]
        return PlainTextResponse("\n".join(lines) + "\n")

    return metrics


def described(endpoints: Sequence[Endpoint]) -> list[Route]:
    """The OpenAPI document, and the same for people."""
    document = describe(endpoints)
    rows = "".join(
        f"<tr><td>{each.method}<td><code>{each.path}</code><td>{each.summary}" for each in endpoints
    )
    body = f'<h1>API</h1><p><a href="/openapi.json">openapi.json</a></p><table>{rows}</table>'
    page = FRAME.format(lang="en", body=body)

    def as_json(_request: Request) -> Response:
        return JSONResponse(document)

    def as_page(_request: Request) -> Response:
        return HTMLResponse(page)

    return [Route("/openapi.json", as_json), Route("/api", as_page)]


def routes(house: House, endpoints: Sequence[Endpoint]) -> list[Route]:
    """All of these."""
    return [
        Route("/healthz", health),
        Route("/readyz", readiness(house)),
        Route("/metrics", measures(house)),
        Route("/verify.pyz", verifier),
        *described(endpoints),
        *Client().routes(),
    ]
