"""HTTP endpoints of notifications: choices of a person, push subscriptions, webhooks, turns."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import Illegal
from tablee.core.i18n import Language
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.attempts import logged_in
from tablee.server.domain.person import person_key
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.visitors import identify, set_cookie, visitor_id_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.notification_text import find_zone
from tablee.server.runtime.notifier import Notifier
from tablee.server.runtime.push import check_subscription
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.runtime.turns import MyTurn, my_turns
from tablee.server.runtime.webhooks import check_webhook
from tablee.server.storage.notifications import (
    Preferences,
    Subscription,
    TableWebhook,
    subscription_id,
)

Minute = Annotated[int, Meta(ge=0, lt=24 * 60)]
Url = Annotated[str, Meta(max_length=1_000)]
Key = Annotated[str, Meta(max_length=200)]


class NotificationChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to call a person for, when and how. Quiet hours are minutes after midnight; equal: none.

    `zone`: the time zone, such as Europe/Paris. `webhook`: a URL, or "" for none.
    """

    turn: bool
    start: bool
    invitation: bool
    reminder: bool
    quiet_from: Minute
    quiet_to: Minute
    zone: Annotated[str, Meta(max_length=64)]
    language: Language
    mail: bool
    webhook: Url = ""


class NotificationInfo(msgspec.Struct, frozen=True):
    """The choices of a person, and what this site can do.

    `push_key`: the key that a browser subscribes with, "" if the site has no push. `can_mail`, `can_webhook`:
    whether the site sends mail and posts to webhooks. `address`: whether there is a confirmed mail address.
    `devices`: how many browsers of this person are called.
    """

    choices: NotificationChoices
    push_key: str
    can_mail: bool
    can_webhook: bool
    account: bool
    address: bool
    devices: int


class NewSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subscription of a browser: the address at its push service, and its keys."""

    endpoint: Url
    p256dh: Key
    auth: Key
    language: Language


class PushEndpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a subscription that is to be forgotten."""

    endpoint: Url


class WebhookChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the calls of a table are posted; "" for nowhere."""

    url: Url
    language: Language = "fr"


class WebhookInfo(msgspec.Struct, frozen=True):
    """The webhook of a table, for its host. `possible`: whether this site posts to webhooks."""

    url: str
    possible: bool


class NotificationRoutes:
    """Handlers of a visitor's notifications, push subscriptions and webhooks, and of tables that wait."""

    def __init__(self, accounts: Accounts, notifier: Notifier, rate: Rate) -> None:
        self.accounts = accounts
        self.registry = accounts.registry
        self.channels = notifier.channels
        self.store = notifier.store
        self.stops = notifier.stops
        self.changing = SharedBuckets(self.registry.bus, "notifying", rate)

    async def turns(self, request: Request) -> Response:
        """Return the tables that wait for this visitor."""
        return json_response(await my_turns(self.registry, visitor_id_of(request)))

    async def info(self, request: Request) -> Response:
        """Return the choices of this person."""
        return json_response(await self._info(visitor_id_of(request), await self._account(request)))

    async def change(self, request: Request) -> Response:
        """Replace the choices of this person."""
        await self.changing.take(client_address(request.scope))
        body = await read_struct(request, NotificationChoices)
        token, visitor_id = identify(request)
        account = await self._account(request)
        person = person_key(visitor_id, account)
        if find_zone(body.zone) is None:
            raise Illegal("bad-zone")
        known = await self.store.preferences(person)
        url = body.webhook if body.webhook == known.webhook else self._checked(body.webhook)
        if url and account is None:
            raise Illegal("no-account")
        choices = Preferences(**{**msgspec.structs.asdict(body), "webhook": url})
        await self.store.save_preferences(person, choices)
        response = json_response(await self._info(visitor_id, account))
        set_cookie(request, response, token)
        return response

    async def subscribe(self, request: Request) -> Response:
        """Store the push subscription of this browser."""
        await self.changing.take(client_address(request.scope))
        body = await read_struct(request, NewSubscription)
        if self.channels.push is None:
            raise Illegal("no-push")
        check_subscription(body.endpoint, body.p256dh, body.auth, self.channels.private)
        token, visitor_id = identify(request)
        subscription = Subscription(
            subscription_id(body.endpoint),
            visitor_id,
            body.endpoint,
            body.p256dh,
            body.auth,
            body.language,
            self.registry.clock(),
        )
        await self.store.add_subscription(subscription)
        response = json_response(await self._info(visitor_id, await self._account(request)), 201)
        set_cookie(request, response, token)
        return response

    async def unsubscribe(self, request: Request) -> Response:
        """Forget the push subscription of this browser."""
        await self.changing.take(client_address(request.scope))
        body = await read_struct(request, PushEndpoint)
        visitor_id = visitor_id_of(request)
        await self.store.remove_subscription(subscription_id(body.endpoint), visitor_id)
        return json_response(await self._info(visitor_id, await self._account(request)))

    async def stop(self, request: Request) -> Response:
        """Turn mails off by the token in one of them. Needs no login, and no body that is JSON (RFC 8058).

        Not limited by address: the requests of a large mail provider come from few.
        """
        await self.store.stop_mail(self.stops.owner(request.query_params.get("token", "")))
        return json_response({})

    async def webhook(self, request: Request) -> Response:
        """Return the webhook of a table to its host."""
        table_id = await self._hosted(request)
        known = await self.store.table_webhook(table_id)
        return json_response(WebhookInfo(known.url if known else "", self.channels.webhooks))

    async def set_webhook(self, request: Request) -> Response:
        """Set the webhook of a table, or remove it."""
        await self.changing.take(client_address(request.scope))
        body = await read_struct(request, WebhookChoice)
        table_id = await self._hosted(request)
        url = self._checked(body.url)
        await self.store.set_table_webhook(TableWebhook(table_id, visitor_id_of(request), url, body.language))
        return json_response(WebhookInfo(url, self.channels.webhooks))

    async def _hosted(self, request: Request) -> str:
        """Return the id of the table; raises Illegal unless the visitor is its host."""
        actor = await self.registry.get(request.path_params["table"])
        await self.registry.catch_up(actor)
        visitor_id = visitor_id_of(request)
        if not visitor_id or actor.table.host != visitor_id:
            raise Illegal("not-your-table")
        return actor.table.id

    def _checked(self, url: str) -> str:
        """Return a webhook in the form to keep; raises Illegal if it is not allowed here."""
        if url and not self.channels.webhooks:
            raise Illegal("no-webhooks")
        return check_webhook(url, self.channels.private) if url else ""

    async def _account(self, request: Request) -> str | None:
        """Return the account of the visitor, None without one; raises Illegal without its session."""
        visitor_id = visitor_id_of(request)
        name = await self.accounts.account_or_none(visitor_id)
        if name is not None:
            await logged_in(self.accounts, request)
        return name

    async def _info(self, visitor_id: str, account: str | None) -> NotificationInfo:
        person = person_key(visitor_id, account)
        known = await self.store.preferences(person)
        return NotificationInfo(
            choices=msgspec.convert(known, NotificationChoices, from_attributes=True),
            push_key=self.channels.push.public_key if self.channels.push else "",
            can_mail=self.channels.mail is not None,
            can_webhook=self.channels.webhooks,
            account=account is not None,
            address=await self.store.mail_address(visitor_id) is not None,
            devices=len(await self.store.subscriptions(visitor_id)) if visitor_id else 0,
        )

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at, hook = "/api/notifications", "/api/tables/{table}/webhook"
        info, choices = NotificationInfo, NotificationChoices
        return [
            Endpoint("GET", "/api/turns", "Tables that wait for you", self.turns, list[MyTurn]),
            Endpoint("GET", at, "What you are called for, and how", self.info, info),
            Endpoint("POST", at, "Choose what you are called for", self.change, info, choices),
            Endpoint(
                "POST", f"{at}/push", "Call this browser by push", self.subscribe, info, NewSubscription
            ),
            Endpoint(
                "POST", f"{at}/push/remove", "Stop push to a browser", self.unsubscribe, info, PushEndpoint
            ),
            Endpoint("POST", f"{at}/stop", "Stop mails by a token", self.stop, dict, query=("token",)),
            Endpoint("GET", hook, "The webhook of your table", self.webhook, WebhookInfo),
            Endpoint(
                "POST", hook, "Set the webhook of your table", self.set_webhook, WebhookInfo, WebhookChoice
            ),
        ]
