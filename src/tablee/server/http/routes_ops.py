"""Endpoints for operators and browsers: health, metrics, verifier, API description, web client."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee.server.errors import NotStored
from tablee.server.http.endpoint import Endpoint
from tablee.server.http.openapi import describe
from tablee.server.http.static import StaticClient
from tablee.server.http.verifier_zip import archive
from tablee.server.messages import REFUSALS
from tablee.server.metrics import MEDIA_TYPE, Readings, exposition
from tablee.server.realtime.rooms import Rooms
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.notifications import NotificationStore
from tablee.server.supervision import REFUSED_CONNECTIONS

# Periodic tasks, and the seconds without progress after which the process does not count as ready.
PERIODIC = ("sweep", "poll")
MAX_TASK_AGE = 60.0
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
    """Return the handler that says whether this process should receive requests."""

    async def ready(_request: Request) -> Response:
        fault = await find_fault(rooms.registry)
        return PlainTextResponse(f"{fault}\n", 503) if fault else PlainTextResponse("ready\n")

    return ready


async def find_fault(registry: TableRegistry) -> str | None:
    """Return why this process should not receive requests, in English; None if it is ready."""
    store = registry.store
    if not await store.is_available():
        return "the database does not answer"
    if not await store.is_writable():
        return "the database cannot be written"
    for name in PERIODIC:
        if registry.monitor.age(name) > MAX_TASK_AGE:
            return f"the task {name} has not succeeded for {registry.monitor.age(name):.0f} s"
    return None


def metrics_handler(rooms: Rooms, bot_pool: BotPool) -> Callable[[Request], Any]:
    """Return the handler of Prometheus metrics. They identify no person."""

    async def metrics(_request: Request) -> Response:
        readings = read_metrics(rooms, bot_pool)
        with suppress(NotStored):
            count = await rooms.registry.store.count_set_aside()
            readings.gauges["tables_set_aside"] = (
                "Tables that no process runs; `tablee set-aside` lists them.",
                count,
            )
            waiting, age = await NotificationStore(rooms.registry.store).waiting(rooms.registry.clock())
            readings.gauges["notifications_waiting"] = ("Notifications that should have been sent.", waiting)
            readings.gauges["notifications_age_seconds"] = (
                "Seconds for which the first of these has been due.",
                age / 1_000,
            )
        return Response(exposition(readings), headers={"content-type": MEDIA_TYPE})

    return metrics


def read_metrics(rooms: Rooms, bot_pool: BotPool) -> Readings:
    """Return the present sizes, ages and counts of this process."""
    registry, store = rooms.registry, rooms.registry.store
    ages = {name: registry.monitor.age(name) for name in PERIODIC}
    return Readings(
        gauges={
            "sockets": ("Open WebSockets.", sum(len(room.subscribers) for room in rooms.by_table.values())),
            "tables_in_memory": ("Tables kept in memory.", len(registry.actors)),
            "appends_waiting": ("Events that wait for the appender.", len(store.waiting)),
            "bot_requests": ("Requests to bots, running or waiting.", bot_pool.running),
            "bot_requests_waiting": ("Requests to bots beyond one per worker process.", bot_pool.waiting),
            "last_write_failed": ("1 if the last write to the database failed.", store.is_failing),
        },
        labelled_gauges={
            "task_age_seconds": ("Seconds since a periodic task made progress.", "task", ages),
        },
        counters={
            "events_appended": ("Events committed.", store.appended),
            "batches": ("Transactions of the appender.", store.batches),
        },
        labelled_counters={
            "connections_refused": (
                "Connections refused, or closed because the client was too slow, by reason.",
                "reason",
                REFUSED_CONNECTIONS,
            ),
            "refusals": ("Refusals sent, by code.", "code", REFUSALS),
            "not_stored": ("Failures of the database, by the driver's name.", "failure", store.failures),
            "task_failures": ("Exceptions of background tasks.", "task", registry.monitor.failures),
            "notifications": ("Notifications by channel and result.", "result", registry.notifications),
            "count": ("Other counts, such as commands by kind.", "what", registry.counts),
        },
    )


def description_routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Return the OpenAPI document and an HTML list of the endpoints."""
    # Encoded once: that takes some milliseconds.
    document = JSONResponse(describe(endpoints)).body
    rows = "".join(
        f"<tr><td>{each.method}<td><code>{each.path}</code><td>{each.summary}" for each in endpoints
    )
    body = f'<h1>API</h1><p><a href="/openapi.json">openapi.json</a></p><table>{rows}</table>'
    page = PAGE.format(lang="en", body=body)

    def as_json(_request: Request) -> Response:
        return Response(document, media_type="application/json")

    def as_page(_request: Request) -> Response:
        return HTMLResponse(page)

    return [Route("/openapi.json", as_json), Route("/api", as_page)]


def routes(
    rooms: Rooms, bot_pool: BotPool, endpoints: Sequence[Endpoint], client: StaticClient
) -> list[Route]:
    """Return the routes of this module and of the web client."""
    return [
        Route("/healthz", health),
        Route("/readyz", readiness(rooms)),
        Route("/metrics", metrics_handler(rooms, bot_pool)),
        Route("/verify.pyz", verifier),
        *description_routes(endpoints),
        *client.routes(),
    ]
