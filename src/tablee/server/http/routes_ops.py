"""Endpoints for operators and browsers: health, metrics, verifier, API description, web client."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.server.http.endpoint import Endpoint
from tablee.server.http.openapi import describe
from tablee.server.http.static import StaticClient
from tablee.server.http.verifier_zip import archive
from tablee.server.realtime.rooms import Rooms

PAGE = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablée</title><style>
body{{font:1.1rem/1.5 Georgia,serif;max-width:40rem;margin:2rem auto;padding:0 1rem}}
body{{color:#222;background:#fdf8ee}}
code{{background:#eee3cd;padding:.1em .3em}} td{{padding:.1rem .6rem}}
</style></head>
<body>{body}</body></html>"""


def health(_request: Request) -> Response:
    """Answer that the process runs."""
    return PlainTextResponse("ok\n")


def verifier(_request: Request) -> Response:
    """Return the verifier: one Python archive that checks a record."""
    headers = {"content-disposition": 'attachment; filename="verify.pyz"'}
    return Response(archive(), media_type="application/zip", headers=headers)


def readiness(rooms: Rooms) -> Callable[[Request], Any]:
    """Return the handler that tells whether the database answers."""

    async def ready(_request: Request) -> Response:
        if await rooms.registry.store.is_available():
            return PlainTextResponse("ready\n")
        return PlainTextResponse("the database does not answer\n", 503)

    return ready


def metrics_handler(rooms: Rooms) -> Callable[[Request], Any]:
    """Return the handler of Prometheus metrics. They identify no person."""
    registry = rooms.registry

    def metrics(_request: Request) -> Response:
        gauges = {
            "sockets": sum(len(room.subscribers) for room in rooms.by_table.values()),
            "tables_in_memory": len(registry.actors),
            "events_appended_total": registry.store.appended,
            "batches_total": registry.store.batches,
            "appends_waiting": registry.store.queue.qsize(),
        }
        lines = [f"tablee_{name} {value}" for name, value in gauges.items()]
        lines += [f'tablee_count_total{{what="{name}"}} {value}' for name, value in registry.counts.items()]
        return PlainTextResponse("\n".join(lines) + "\n")

    return metrics


def description_routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Return the OpenAPI document and an HTML list of the endpoints."""
    document = describe(endpoints)
    rows = "".join(
        f"<tr><td>{each.method}<td><code>{each.path}</code><td>{each.summary}" for each in endpoints
    )
    body = f'<h1>API</h1><p><a href="/openapi.json">openapi.json</a></p><table>{rows}</table>'
    page = PAGE.format(lang="en", body=body)

    def as_json(_request: Request) -> Response:
        return JSONResponse(document)

    def as_page(_request: Request) -> Response:
        return HTMLResponse(page)

    return [Route("/openapi.json", as_json), Route("/api", as_page)]


def routes(rooms: Rooms, endpoints: Sequence[Endpoint]) -> list[Route]:
    """Return the routes of this module and of the web client."""
    return [
        Route("/healthz", health),
        Route("/readyz", readiness(rooms)),
        Route("/metrics", metrics_handler(rooms)),
        Route("/verify.pyz", verifier),
        *description_routes(endpoints),
        *StaticClient().routes(),
    ]
