"""The ASGI application: routes, error handlers, and everything that lives as long as the process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from tablee import games
from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.attempts import Attempts
from tablee.server.auth.mail_routes import MailRoutes
from tablee.server.auth.notification_routes import NotificationRoutes
from tablee.server.auth.passkey_routes import PasskeyRoutes
from tablee.server.auth.profile_routes import ProfileRoutes
from tablee.server.auth.recovery_routes import RecoveryRoutes
from tablee.server.auth.routes import AccountRoutes
from tablee.server.http import routes_ops
from tablee.server.http.endpoint import error_response
from tablee.server.http.error_handlers import on_exception, on_refusal
from tablee.server.http.middleware import SecurityMiddleware, identify_unless_banned
from tablee.server.http.routes_daily import DailyRoutes
from tablee.server.http.routes_device import DeviceRoutes
from tablee.server.http.routes_exercises import ExerciseRoutes
from tablee.server.http.routes_games import GameRoutes
from tablee.server.http.routes_groups import GroupRoutes
from tablee.server.http.routes_hints import HintRoutes
from tablee.server.http.routes_host import HostRoutes
from tablee.server.http.routes_links import LinkRoutes
from tablee.server.http.routes_people import PeopleRoutes
from tablee.server.http.routes_reviews import ReviewRoutes
from tablee.server.http.routes_tables import TableRoutes
from tablee.server.http.static import StaticClient
from tablee.server.http.visitors import visitor_id_of
from tablee.server.rate_limit import OpenCounts
from tablee.server.realtime.connection import websocket_endpoint
from tablee.server.realtime.rooms import Rooms
from tablee.server.runtime.bot_pool import BotPool
from tablee.server.runtime.daily import DailyDeals
from tablee.server.runtime.device_matches import DeviceMatches
from tablee.server.runtime.groups import Groups
from tablee.server.runtime.moderation import Bans, Moderation
from tablee.server.runtime.notifier import Notifier, make_notifier
from tablee.server.runtime.people import PRESENCE_INTERVAL, People
from tablee.server.runtime.redis_bus import RedisBus
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.review_worker import ReviewProcess
from tablee.server.runtime.reviews import Reviewer
from tablee.server.runtime.scheduler import Scheduler
from tablee.server.settings import Settings
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.exercises import SqlExerciseStore
from tablee.server.storage.reviews import ReviewStore

# Seconds between two comparisons of the tables in memory with the log.
POLL_INTERVAL = 2.0


def make_app(settings: Settings) -> ASGIApp:
    """Return the whole server as one ASGI application."""
    bans = Bans()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        # Loads pieces and translations now rather than during the first request.
        games.all()
        store = await EventStore.open(settings.store)
        bus = RedisBus(settings.redis, store.monitor) if settings.redis else None
        registry = TableRegistry(store, bus)
        if bus is not None:
            await bus.listen(registry.on_bus_message)
        rooms, bot_pool = Rooms(registry), BotPool(settings.bot_processes)
        people, moderation = People(registry), Moderation(registry, bans)
        await moderation.refresh()
        notifier = await make_notifier(registry, settings)
        add_routes(app, settings, rooms, bot_pool, people=people, moderation=moderation, notifier=notifier)
        scheduler = Scheduler(registry, settings.pace, bot_pool)
        scheduler.on_calls = notifier.on_calls
        people.invitation_listeners.append(notifier.on_invitation)
        notifier.start()
        poll = partial(poll_once, registry, rooms, moderation)
        registry.spawn(store.monitor.run_forever("poll", poll, POLL_INTERVAL))
        presence = partial(report_presence, people, rooms)
        registry.spawn(store.monitor.run_forever("presence", presence, PRESENCE_INTERVAL))
        registry.spawn(scheduler.sweep_forever())
        registry.spawn(Reviewer(registry, ReviewStore(store), ReviewProcess()).run_forever())
        yield
        scheduler.close()
        bot_pool.close()
        await registry.close()

    handlers = {Refusal: on_refusal, HTTPException: on_http_error, Exception: on_exception}
    app = Starlette(lifespan=lifespan, exception_handlers=handlers)
    return SecurityMiddleware(app, settings.origins, settings.per_address, bans)


def add_routes(
    app: Starlette,
    settings: Settings,
    rooms: Rooms,
    bot_pool: BotPool,
    *,
    people: People,
    moderation: Moderation,
    notifier: Notifier,
) -> None:
    """Add the API, the pages and the WebSocket of a table to the router."""
    registry = rooms.registry
    accounts = Accounts(registry)
    attempts = Attempts(accounts, settings.trying)
    tables = TableRoutes(registry, settings.opening, settings.public_url)
    deals = DailyDeals(registry)
    of_people = PeopleRoutes(people, tables, settings.trying)
    groups = (
        GameRoutes(),
        tables,
        LinkRoutes(registry, settings.public_url),
        DailyRoutes(deals, tables),
        of_people,
        GroupRoutes(Groups(people), of_people),
        HostRoutes(moderation, of_people),
        HintRoutes(registry, bot_pool, settings.hinting),
        ReviewRoutes(registry, ReviewStore(registry.store), settings.reviewing),
        ExerciseRoutes(registry, SqlExerciseStore(registry.store), settings.answering),
        DeviceRoutes(
            DeviceMatches(registry, deals, settings.putting_person, settings.putting_site),
            tables,
            settings.putting,
            settings.putting_daily,
            settings.solo_on_device,
        ),
        AccountRoutes(attempts),
        ProfileRoutes(accounts, settings.trying, settings.exporting),
        PasskeyRoutes(accounts, settings.trying),
        RecoveryRoutes(attempts),
        NotificationRoutes(accounts, notifier, settings.notifying),
        MailRoutes(attempts, notifier.channels, settings.mailing),
    )
    endpoints = [endpoint for group in groups for endpoint in group.endpoints()]
    app.router.routes += [each.route() for each in endpoints]
    app.state.client = StaticClient()
    app.router.routes += routes_ops.routes(rooms, bot_pool, endpoints, app.state.client)

    def identify(connection: HTTPConnection) -> str:
        try:
            return identify_unless_banned(moderation.bans, connection)
        except Illegal:
            moderation.on_banned(connection.path_params["table"], visitor_id_of(connection))
            raise

    socket = websocket_endpoint(rooms, identify, settings.per_socket, OpenCounts(settings.max_sockets))
    app.router.routes.append(WebSocketRoute("/ws/{table}", socket))


async def poll_once(registry: TableRegistry, rooms: Rooms, moderation: Moderation) -> None:
    """Check rooms, read what the host decided, compare tables with the log; raises NotStored."""
    rooms.check()
    await moderation.refresh()
    await registry.poll_log()


async def report_presence(people: People, rooms: Rooms) -> None:
    """Note who sits at a table in this process, for their friends; raises NotStored."""
    await people.note_at_table(rooms.seated_visitors())


async def on_http_error(request: Request, wrong: Exception) -> Response:
    """Return an unknown path or method as JSON; an unknown path as a page if the client accepts HTML."""
    assert isinstance(wrong, HTTPException)
    if wrong.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        client: StaticClient = request.app.state.client
        return client.not_found(request)
    response = error_response(Unreadable("no-such-page" if wrong.status_code == 404 else "not-possible"))
    response.status_code = wrong.status_code
    return response
