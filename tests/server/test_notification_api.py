"""Tests of notifications through a running site: push, mail and webhooks arrive where they should."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.core.errors import Illegal
from tablee.server.domain.schedule import Pace
from tablee.server.runtime.outbound import check_url, is_public
from tablee.server.runtime.webhooks import check_webhook
from tablee.server.settings import MailServer, NotifySettings
from tests.server.mail_server import PASSWORD, USER, Mailbox, text_of
from tests.server.members import OLD, refusal, set_address, sign_up
from tests.server.push_service import PushBrowser, PushService, check_vapid, push_service
from tests.server.site import TIMEOUT, Visitor, site

SITE = "https://tablee.example"
CHOICES: dict[str, Any] = {
    "turn": True,
    "start": False,
    "invitation": False,
    "reminder": True,
    "quiet_from": 0,
    "quiet_to": 0,
    "zone": "Europe/Paris",
    "language": "fr",
    "mail": False,
    "webhook": "",
}
AT = "/api/notifications"
# apprise imports a module that Python will remove.
LOADS_APPRISE = pytest.mark.filterwarnings("ignore:'imghdr' is deprecated:DeprecationWarning")


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site") / "tablee.db"


@pytest.fixture(scope="module")
def address(database: Path, post_office: tuple[Mailbox, int]) -> Iterator[str]:
    """Start a site that calls people a moment after their turn began, by every channel."""
    server = MailServer("127.0.0.1", post_office[1], "games@tablee.example", USER, PASSWORD, "none")
    notify = NotifySettings(server, webhooks=True, private_targets=True)
    pace = Pace(1, 0.001, call_after=300)
    with site(f"sqlite:///{database}", public_url=SITE, notify=notify, pace=pace) as address:
        yield address


def subscribe(visitor: Visitor, browser: PushBrowser, language: str = "fr") -> Any:
    body = {"endpoint": browser.endpoint, **browser.keys, "language": language}
    return visitor.post(f"{AT}/push", body)


def table_of_two(ann: Visitor, ben: Visitor, clock: str = "days") -> str:
    """Open a table for two people who have left the page, and return its id."""
    body = {"game": "islands", "seats": 2, "clock": {"kind": clock, "days": 2}, "name": ann.name}
    table: str = ann.post("/api/tables", body)["id"]
    ann.send(table, "ready")
    ben.sit_down(table)
    return table


def actor_of(table: str, *people: Visitor) -> Visitor:
    """Return the person whose turn it is, in the order of the seats."""
    seat: int = people[0].get(f"/api/tables/{table}")["view"]["actors"][0]
    return people[seat]


def move(visitor: Visitor, table: str) -> None:
    view = visitor.get(f"/api/tables/{table}")["view"]
    visitor.send(table, "play", words=view["moves"][0], seen=view["ply"])


def test_a_push_message_is_signed_encrypted_and_sent_once(
    people: list[Visitor], service: PushService
) -> None:
    phones = [PushBrowser(service, name) for name in ("ann", "ben")]
    keys = set()
    for visitor, phone in zip(people, phones, strict=False):
        visitor.post(AT, CHOICES)
        info = subscribe(visitor, phone)
        assert 1 == info["devices"]
        keys.add(info["push_key"])
    [key] = keys
    table = table_of_two(people[0], people[1])
    first = actor_of(table, *people)
    [delivery] = service.wait_for(1)
    claims = check_vapid(delivery, service, key)
    assert "mailto:games@tablee.example" == claims["sub"]
    phone = phones[people.index(first)]
    received = phone.read(delivery)
    assert {"C’est à vous de jouer", f"/t/{table}"} == {received["title"], received["path"]}
    assert 1 == received["turns"] == len(first.get("/api/turns"))
    assert table.encode() not in delivery.body
    # The next turn calls the other person. Who is connected is not called between two decisions of a turn.
    with first.connect(table) as client:
        client.wait_for("update")
        while actor_of(table, *people) is first:
            move(first, table)
    service.wait_for(2)
    other = phones[1 - people.index(first)]
    assert [1, 1] == [len(each.messages()) for each in (phone, other)]
    metrics = first.http.get("/metrics").text
    assert 'tablee_notifications_total{result="push sent"}' in metrics
    assert "tablee_notifications_age_seconds" in metrics


def test_nobody_else_can_remove_a_subscription(people: list[Visitor], service: PushService) -> None:
    phone = PushBrowser(service, "cat")
    assert 1 == subscribe(people[2], phone)["devices"]
    people[0].post(f"{AT}/push/remove", {"endpoint": phone.endpoint})
    assert 1 == people[2].get(AT)["devices"]
    assert 0 == people[2].post(f"{AT}/push/remove", {"endpoint": phone.endpoint})["devices"]


def test_bad_subscriptions_are_refused(ann: Visitor, service: PushService) -> None:
    phone = PushBrowser(service, "bad")
    good = {"endpoint": phone.endpoint, **phone.keys, "language": "fr"}
    cases = [
        ({"endpoint": "ftp://example.org/x"}, "bad-url"),
        ({"endpoint": "https://user@example.org/x"}, "bad-url"),
        ({"endpoint": "https://[::1"}, "bad-url"),
        ({"p256dh": "AAAA"}, "bad-subscription"),
        ({"auth": "!!!!"}, "bad-subscription"),
        ({"auth": phone.keys["auth"] + "AAAA"}, "bad-subscription"),
        ({"language": "de"}, "bad-request"),
        ({"endpoint": f"https://example.org/{'x' * 1_000}"}, "bad-request"),
    ]
    for change, code in cases:
        answer = ann.http.post(f"{AT}/push", json={**good, **change})
        assert answer.status_code in (400, 409), change
        assert code in (answer.json()["code"], "bad-request"), change
    for each in range(3):
        subscribe(ann, PushBrowser(service, f"many{each}"))
    assert "too-many-devices" == refusal(ann, f"{AT}/push", **good)


def test_bad_choices_are_refused_and_lose_nothing(ann: Visitor) -> None:
    ann.post(AT, {**CHOICES, "quiet_from": 60})
    for change in (
        {"quiet_from": 1_440},
        {"quiet_to": -1},
        {"zone": "Mars/Olympus"},
        {"zone": "../../etc/passwd"},
        {"zone": "x" * 65},
        {"language": "xx"},
        {"turn": "yes"},
        {"more": 1},
        {"webhook": "https://example.org/hook"},
    ):
        assert ann.http.post(AT, json={**CHOICES, **change}).is_client_error, change
    assert {**CHOICES, "quiet_from": 60} == ann.get(AT)["choices"]


def test_a_mail_can_be_turned_off_by_one_click_without_a_login(
    people: list[Visitor], mailbox: Mailbox
) -> None:
    ann, ben, stranger = people
    for visitor, name in ((ann, "Mia"), (ben, "Noa")):
        sign_up(visitor, name)
        set_address(visitor, mailbox, f"{name.lower()}@example.org")
        visitor.post(AT, {**CHOICES, "mail": True, "language": "en"})
    table = table_of_two(ann, ben)
    first = actor_of(table, ann, ben)
    mail = mailbox.wait_for(3)[-1]
    assert ("mia@example.org" if first is ann else "noa@example.org") == mail["to"]
    assert "It’s your turn" in mail["subject"]
    assert f"{SITE}/t/{table}" in text_of(mail)
    assert "List-Unsubscribe=One-Click" == mail["list-unsubscribe-post"]
    # As it was sent: parsed, encoded words would be decoded, which mail programs do not do here.
    link = dict(mail.raw_items())["List-Unsubscribe"].strip("<>")
    assert link.startswith(SITE)
    path = link.removeprefix(SITE)
    # As a mail program posts it: a form, no cookie, no origin.
    form = {"List-Unsubscribe": "One-Click"}
    assert 405 == httpx.get(stranger.address + path).status_code, (
        "a program that only looks turns nothing off"
    )
    assert first.get(AT)["choices"]["mail"]
    for _ in range(2):
        assert httpx.post(stranger.address + path, data=form).is_success
    assert not first.get(AT)["choices"]["mail"]
    other = ben if first is ann else ann
    assert other.get(AT)["choices"]["mail"]
    forged = path[:-1] + ("0" if path[-1] != "0" else "1")
    assert "bad-link" == httpx.post(stranger.address + forged, data=form).json()["code"]


def test_webhooks_of_an_account_and_of_a_table(people: list[Visitor], service: PushService) -> None:
    ann, ben, stranger = people
    count = len(service.received)
    assert "no-account" == refusal(stranger, AT, **{**CHOICES, "webhook": f"{service.address}/guest"})
    sign_up(ann, "Oda")
    ann.post(AT, {**CHOICES, "webhook": f"{service.address}/oda"})
    body = {"game": "islands", "seats": 2, "clock": {"kind": "days", "days": 2}, "name": "Oda"}
    table = ann.post("/api/tables", body)["id"]
    hook = f"/api/tables/{table}/webhook"
    for visitor in (ben, stranger):
        assert "not-your-table" == refusal(visitor, hook, url=f"{service.address}/other")
        assert "not-your-table" == visitor.http.get(hook).json()["code"]
    assert {"url": "", "possible": True} == ann.get(hook)
    ann.post(hook, {"url": f"{service.address}/table", "language": "en"})
    ann.send(table, "ready")
    ben.sit_down(table)
    while actor_of(table, ann, ben) is not ann:
        move(ben, table)
    until = time.monotonic() + TIMEOUT
    while {"/oda", "/table"} - {each.path for each in service.received[count:]}:
        assert time.monotonic() < until
        time.sleep(0.02)
    contents = {each.path: json.loads(each.body) for each in service.received[count:]}
    assert {"title", "text", "link"} == set(contents["/oda"])
    assert f"{SITE}/t/{table}" == contents["/table"]["link"]
    assert "C’est à vous de jouer" == contents["/oda"]["title"]
    assert contents["/table"]["title"] in ("It’s Oda’s turn", "The match has begun", "It’s Ben’s turn")


def test_a_deleted_account_leaves_nothing(ann: Visitor, service: PushService, database: Path) -> None:
    sign_up(ann, "Pia")
    phone = PushBrowser(service, "pia")
    subscribe(ann, phone)
    ann.post(AT, CHOICES)
    exported = ann.get("/api/me/export")
    assert [phone.endpoint] == [each["endpoint"] for each in exported["push"]]
    assert CHOICES == exported["notifications"]
    ann.post("/api/me/delete", {"password": OLD})
    with sqlite3.connect(database) as connection:
        for table, column, value in (
            ("push_subscription", "endpoint", phone.endpoint),
            ("notification_setting", "person", "account pia"),
        ):
            query = f"select * from {table} where {column} = ?"
            assert [] == connection.execute(query, [value]).fetchall()


def test_the_choices_of_a_guest_move_into_the_account(ann: Visitor, phone: Visitor) -> None:
    ann.post(AT, {**CHOICES, "quiet_from": 90})
    sign_up(ann, "Quin")
    assert 90 == ann.get(AT)["choices"]["quiet_from"]
    phone.post("/api/login", {"name": "Quin", "password": OLD})
    assert 90 == phone.get(AT)["choices"]["quiet_from"]


def test_turns_are_ones_own(people: list[Visitor]) -> None:
    ann, ben, stranger = people
    table = table_of_two(ann, ben, "none")
    first = actor_of(table, ann, ben)
    [turn] = first.get("/api/turns")
    assert (table, "islands", None) == (turn["table"], turn["game"], turn["until"])
    assert [] == (ben if first is ann else ann).get("/api/turns") == stranger.get("/api/turns")


def test_a_plain_site_has_push_only(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'plain.db'}") as address:
        visitor = Visitor(address)
        info = visitor.get(AT)
        assert (False, False, True) == (info["can_mail"], info["can_webhook"], len(info["push_key"]) == 87)
        assert "bad-url" == refusal(visitor, f"{AT}/push", **push_to("https://10.0.0.1/x"))
        table = visitor.post("/api/tables", {"game": "islands", "seats": 2, "name": "Ann"})["id"]
        assert "no-webhooks" == refusal(visitor, f"/api/tables/{table}/webhook", url="https://example.org/x")
        visitor.close()


def push_to(endpoint: str) -> dict[str, str]:
    keys = PushBrowser(PushService.__new__(PushService), "x").keys
    return {"endpoint": endpoint, **keys, "language": "fr"}


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/x",
        "https://localhost/x",
        "https://printer/x",
        "https://127.0.0.1/x",
        "https://10.1.2.3/x",
        "https://169.254.169.254/latest/meta-data",
        "https://0x7f.1/x",
        "https://2130706433/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[64:ff9b::a00:1]/x",
        "https://[fe80::1]/x",
        "https://user:pw@example.org/x",
        "https://example.org:0/x",
        "https://exa mple.org/x",
        "gopher://example.org/x",
        "",
    ],
)
def test_addresses_inside_the_network_are_refused(url: str) -> None:
    with pytest.raises(Illegal, match="bad-url"):
        check_url(url)


@LOADS_APPRISE
@pytest.mark.parametrize(
    "url",
    [
        "json://example.org/x",
        "jsons://10.0.0.1/x",
        "matrixs://user:pw@localhost/!room:example.org",
        "matrixs://user:pw@10.0.0.1/!room:example.org",
        "matrix://user:pw@example.org/!room:example.org",
        "discord://1/2?template=/etc/passwd",
        "discord://",
        "mailto://user:pw@example.org",
        "syslog://",
        "exec://",
    ],
)
def test_webhooks_into_the_network_or_to_unknown_services_are_refused(url: str) -> None:
    with pytest.raises(Illegal, match="bad-url"):
        check_webhook(url)


@LOADS_APPRISE
def test_known_services_are_accepted() -> None:
    given = "https://discord.com/api/webhooks/123456789/abcdefghijklmnop"
    assert "discord://123456789/abcdefghijklmnop" == check_webhook(given)
    for url in ("matrixs://user:pw@matrix.example.org/!room:example.org", "https://hooks.example.org/x"):
        assert url == check_webhook(url)


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)
