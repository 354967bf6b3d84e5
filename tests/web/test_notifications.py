"""Notifications and mail addresses in a browser: chosen on a phone, pushed to the service worker, by mail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tablee.server.domain.schedule import Pace
from tablee.server.settings import MailServer, NotifySettings
from tests.server.mail_server import PASSWORD, USER, Mailbox, link_in, mail_server
from tests.server.push_service import PushBrowser, PushService, push_service
from tests.server.site import Visitor, site
from tests.web.accessibility import violations
from tests.web.browser import SMALL_PHONE, WITH_WORKER, new_context
from tests.web.page_text import site_text
from web.build import build

SITE = "https://tablee.example"
OLD, NEW = "correct horse", "battery staple"
# The test browser has no push service and denies every notification, whatever permission it is given: this
# stands for the permission, and for its answer to a subscription.
SUBSCRIBE = """([endpoint, p256dh, auth]) => {
  const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
  let current = null;
  PushManager.prototype.getSubscription = async () => current;
  const made = { endpoint, toJSON, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async () => (current = made);
}"""
ALLOW = """Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";"""
# In the service worker: keeps what would be shown.
KEEP_SHOWN = """() => {
  self.kept = [];
  registration.showNotification = async (title, { body, lang, tag, data }) => {
    kept.push({ title, body, lang, tag, path: data.path });
  };
  Object.defineProperty(navigator, "setAppBadge", { value: async (count) => kept.push(count) });
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def post_office() -> Iterator[tuple[Mailbox, int]]:
    with mail_server() as running:
        yield running


@pytest.fixture(scope="module")
def calling_site(post_office: tuple[Mailbox, int], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a site that calls people soon, by every channel."""
    build()
    server = MailServer("127.0.0.1", post_office[1], "games@tablee.example", USER, PASSWORD, "none")
    notify = NotifySettings(server, webhooks=True, private_targets=True)
    store = f"sqlite:///{tmp_path_factory.mktemp('site') / 'tablee.db'}"
    with site(store, public_url=SITE, notify=notify, pace=Pace(1, 0.001, call_after=300)) as address:
        yield address


@pytest.fixture
def context(browser: Browser, calling_site: str) -> Iterator[BrowserContext]:
    shape: dict[str, Any] = {"viewport": SMALL_PHONE, "is_mobile": True, "has_touch": True}
    context = new_context(browser, calling_site, **WITH_WORKER, **shape)
    context.add_init_script(ALLOW)
    yield context
    context.close()


@pytest.fixture
def other(calling_site: str) -> Iterator[Visitor]:
    """Return another person, without a browser."""
    visitor = Visitor(calling_site, "Ben")
    yield visitor
    visitor.close()


def wait_for_turn(context: BrowserContext, other: Visitor, count: int = 1) -> list[str]:
    """Open tables with another person, and return those where it is the turn of the browser's person."""
    found: list[str] = []
    while len(found) < count:
        body = {"game": "islands", "seats": 2, "clock": {"kind": "days", "days": 2}, "name": "Ben"}
        table = other.post("/api/tables", body)["id"]
        other.send(table, "ready")
        for kind, more in (("sit", {"name": "Anne"}), ("ready", {})):
            command = {"t": kind, "id": f"{kind}-{table}", **more}
            assert context.request.post(f"/api/tables/{table}/ask", data=command).ok
        while other.get(f"/api/tables/{table}")["view"]["actors"] == [0]:
            view = other.get(f"/api/tables/{table}")["view"]
            other.send(table, "play", words=view["moves"][0], seen=view["ply"])
        found.append(table)
    return found


def wait_for_choices(page: Page, expected: dict[str, Any]) -> None:
    """Wait until the server has these choices: each change is saved by a request of its own."""
    for _ in range(3_000):
        choices = page.context.request.get("/api/notifications").json()["choices"]
        if expected == {key: choices[key] for key in expected}:
            return
        page.wait_for_timeout(20)
    raise AssertionError(choices)


def deliver(page: Page, origin: str, content: str) -> None:
    """Hand a decrypted message to the service worker of a page, as the browser does after decrypting it."""
    session = page.context.new_cdp_session(page)
    registrations: list[dict[str, Any]] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated", lambda event: registrations.extend(event["registrations"])
    )
    session.send("ServiceWorker.enable")
    while not registrations:
        page.wait_for_timeout(20)
    message = {"origin": origin, "registrationId": registrations[-1]["registrationId"], "data": content}
    session.send("ServiceWorker.deliverPushMessage", message)


def test_a_turn_is_pushed_through_the_service_worker(
    context: BrowserContext, calling_site: str, service: PushService, other: Visitor
) -> None:
    phone = PushBrowser(service, "anne")
    page = context.new_page()
    page.goto("/notifications")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(SUBSCRIBE, [phone.endpoint, *phone.keys.values()])
    page.get_by_label(site_text("notifications.push")).check()
    expect(page.get_by_label(site_text("notifications.push"))).to_be_checked()
    page.get_by_label(site_text("notifications.start")).uncheck()
    page.get_by_label(site_text("notifications.quiet")).check()
    expect(page.get_by_label(site_text("notifications.quiet.from"), exact=True)).to_have_value("22:00")
    page.get_by_label(site_text("notifications.quiet")).uncheck()
    wait_for_choices(page, {"start": False, "quiet_from": 0, "quiet_to": 0})
    assert [] == violations(page)
    assert 1 == context.request.get("/api/notifications").json()["devices"]
    [table] = wait_for_turn(context, other)
    [delivery] = service.wait_for(1)
    content = phone.read(delivery)
    worker = context.service_workers[0]
    worker.evaluate(KEEP_SHOWN)
    deliver(page, calling_site, json.dumps(content))
    for _ in range(3_000):
        if len(worker.evaluate("kept")) == 2:
            break
        page.wait_for_timeout(20)
    title, body = "C’est à vous de jouer", "1001 Îles avec Ben"
    expected = {"title": title, "body": body, "lang": "fr", "tag": f"/t/{table}", "path": f"/t/{table}"}
    assert [expected, 1] == worker.evaluate("kept")


def test_a_change_made_while_another_one_is_saved_is_saved_too(context: BrowserContext) -> None:
    page = context.new_page()
    waiting: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if route.request.method == "GET" or waiting:
            route.continue_()
        else:
            waiting.append(route)

    page.route("**/api/notifications", hold_the_first)
    page.goto("/notifications")
    page.get_by_label(site_text("notifications.start")).uncheck()
    page.get_by_label(site_text("notifications.invitation")).uncheck()
    while not waiting:
        page.wait_for_timeout(20)
    waiting[0].continue_()
    wait_for_choices(page, {"start": False, "invitation": False})


def test_the_next_table_walks_through_ones_turns(context: BrowserContext, other: Visitor) -> None:
    page = context.new_page()
    page.goto("/")
    tables = wait_for_turn(context, other, 2)
    page.goto(f"/t/{tables[0]}")
    page.get_by_role("button", name=site_text("table.menu")).first.click()
    page.get_by_role("link", name="Une autre table vous attend").click()
    page.wait_for_url(f"**/t/{tables[1]}")
    page.goto("/")
    following = page.get_by_role("link", name="Jouer mes 2 tours")
    expect(following).to_be_visible()
    following.click()
    page.wait_for_url("**/t/*")
    assert page.url.rpartition("/")[2] in tables
    # After a move at a table by days, the table itself leads on.
    table = f"/api/tables/{tables[0]}"
    while (view := context.request.get(table).json()["view"])["moves"]:
        command = {"t": "play", "id": f"move-{view['ply']}", "words": view["moves"][0]}
        assert context.request.post(f"{table}/ask", data=command).ok
    page.goto(f"/t/{tables[0]}")
    page.get_by_role("link", name="Une autre table vous attend").click()
    page.wait_for_url(f"**/t/{tables[1]}")


def test_the_host_of_a_table_announces_its_turns(
    context: BrowserContext, service: PushService, other: Visitor
) -> None:
    page = context.new_page()
    page.goto("/")
    body = {"game": "islands", "seats": 2, "clock": {"kind": "days", "days": 2}, "name": "Anne"}
    table = context.request.post("/api/tables", data=body).json()["id"]
    assert context.request.post(f"/api/tables/{table}/ask", data={"t": "ready", "id": "r"}).ok
    other.sit_down(table)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name=site_text("table.menu")).first.click()
    page.get_by_label(site_text("notifications.table-webhook")).fill("ftp://example.org")
    save = page.get_by_role("button", name=site_text("notifications.webhook.save"))
    save.click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label(site_text("notifications.table-webhook")).fill(f"{service.address}/channel")
    save.click()
    expect(page.get_by_text(site_text("notifications.webhook.saved"))).to_be_visible()
    assert [] == violations(page)
    assert f"{service.address}/channel" == context.request.get(f"/api/tables/{table}/webhook").json()["url"]


def test_an_address_is_confirmed_and_leads_back_into_the_account(
    context: BrowserContext, post_office: tuple[Mailbox, int]
) -> None:
    mailbox = post_office[0]
    page = context.new_page()
    page.goto("/account")
    page.locator("form").get_by_label(site_text("page.name")).fill("Agathe")
    page.get_by_label(site_text("page.password")).fill(OLD)
    page.get_by_role("button", name=site_text("page.sign-up.go")).click()
    section = page.locator(
        "section", has=page.get_by_role("heading", name=site_text("notifications.address"))
    )
    section.get_by_label(site_text("notifications.address.new")).fill("agathe@example.org")
    section.get_by_label(site_text("page.password")).fill(OLD)
    section.get_by_role("button", name=site_text("notifications.address.save")).click()
    expect(section.get_by_text("Nous avons écrit à agathe@example.org")).to_be_visible()
    assert [] == violations(page)
    # In the same tab the page is not loaded again.
    page.goto(f"/account#confirm={link_in(mailbox.wait_for(1)[-1], 'confirm')}")
    expect(page.get_by_text("L’adresse agathe@example.org est confirmée.")).to_be_visible()
    page.get_by_role("button", name=site_text("page.log-out"), exact=True).first.click()
    page.get_by_role("button", name=site_text("page.log-in"), exact=True).click()
    page.get_by_role("button", name=site_text("page.recover"), exact=True).click()
    page.get_by_label(site_text("notifications.reset.who")).fill("agathe@example.org")
    page.get_by_role("button", name=site_text("notifications.reset.ask")).click()
    expect(page.get_by_text("Si ce compte existe")).to_be_visible()
    assert [] == violations(page)
    page.goto(f"/account#reset={link_in(mailbox.wait_for(2)[-1], 'reset')}")
    page.get_by_label(site_text("page.password.new")).first.fill(NEW)
    # The form with a recovery code, whose button has the same name, is closed.
    page.get_by_role("button", name=site_text("notifications.reset.go")).click()
    expect(page.get_by_role("heading", name="Agathe")).to_be_visible()
    assert "" == page.evaluate("location.hash")
