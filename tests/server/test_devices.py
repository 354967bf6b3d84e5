"""Sessions of an account: a secret that is renewed at every login, and a list of devices to log out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import Response

from tablee.server.auth.accounts import Accounts
from tablee.server.http import visitors
from tablee.server.runtime.registry import TableRegistry
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import SESSION
from tests.server.site import Visitor

PASSWORD = "correct horse"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
)


@pytest.fixture
def devices(address: str) -> Iterator[list[Visitor]]:
    """Return three browsers."""
    found = [Visitor(address) for _ in range(3)]
    yield found
    for each in found:
        each.close()


def is_logged_in(visitor: Visitor) -> bool:
    """Return whether the account can be read."""
    return visitor.http.get("/api/me").is_success


def test_who_knew_the_cookie_before_the_login_is_not_logged_in(devices: list[Visitor]) -> None:
    """An attacker may plant a known cookie, but cannot know the secret of the login."""
    victim, attacker, _ = devices
    victim.post("/api/tables", {"game": "islands", "seats": 2})
    attacker.http.cookies.set("tablee", victim.http.cookies["tablee"])
    victim.post("/api/account", {"name": "Vic", "password": PASSWORD})
    assert [True, False] == [is_logged_in(each) for each in (victim, attacker)]
    for path in ("/api/me/export", "/api/me/devices", "/api/passkeys"):
        assert "no-account" == attacker.http.get(path).json()["code"]
    refused = attacker.http.post("/api/me/delete", json={"password": PASSWORD})
    assert "no-account" == refused.json()["code"]
    assert is_logged_in(victim)


def test_the_secret_is_another_after_each_login(devices: list[Visitor]) -> None:
    ann = devices[0]
    ann.post("/api/account", {"name": "Sue", "password": PASSWORD})
    first = ann.http.cookies["tablee-session"]
    ann.post("/api/login", {"name": "Sue", "password": PASSWORD})
    second = ann.http.cookies["tablee-session"]
    assert first != second
    ann.http.cookies.set("tablee-session", first, domain=next(iter(ann.http.cookies.jar)).domain)
    assert not is_logged_in(ann)


def test_a_program_logs_in_with_its_token_alone(devices: list[Visitor]) -> None:
    program = devices[0]
    token = program.post("/api/visitor")["token"]
    program.http.headers["Authorization"] = f"Bearer {token}"
    program.post("/api/account", {"name": "Robo", "password": PASSWORD})
    assert not program.http.cookies
    assert is_logged_in(program)


@pytest.mark.anyio
async def test_only_a_hash_of_the_secret_is_stored(sqlite_store: EventStore) -> None:
    accounts = Accounts(TableRegistry(sqlite_store))
    await accounts.register("old", "Old", PASSWORD)
    # Sessions from before there was a secret need none.
    await accounts.check_session("old", "")
    assert [""] == [row.secret for row in await sqlite_store.rows(select(SESSION))]
    assert "a secret" not in visitors.hash_session_secret("a secret")


def test_devices_are_listed_and_logged_out_one_by_one(devices: list[Visitor]) -> None:
    laptop, phone, stranger = devices
    laptop.http.headers["User-Agent"], phone.http.headers["User-Agent"] = FIREFOX, IPHONE
    laptop.post("/api/account", {"name": "Dot", "password": PASSWORD})
    phone.post("/api/login", {"name": "Dot", "password": PASSWORD})
    stranger.post("/api/account", {"name": "Eve", "password": PASSWORD})
    listed = laptop.get("/api/me/devices")
    assert {("Firefox, Linux", True), ("Safari, iPhone", False)} == {
        (each["device"], each["here"]) for each in listed
    }
    assert all(each["since"] > 0 for each in listed)
    other = next(each["id"] for each in listed if not each["here"])
    refused = stranger.http.post("/api/me/devices/logout", json={"id": other})
    assert "no-such-device" == refused.json()["code"]
    left = laptop.post("/api/me/devices/logout", {"id": other})
    assert ["Firefox, Linux"] == [each["device"] for each in left]
    assert [True, False, True] == [is_logged_in(each) for each in devices]
    assert [] == laptop.post("/api/me/devices/logout", {"id": left[0]["id"]})
    assert not is_logged_in(laptop)


def request_over(scheme: str, cookie: str = "") -> Request:
    """Return a request as the application sees it."""
    headers = [(b"host", b"play.example.org"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "headers": headers}
    return Request({**scope, "method": "GET", "server": ("play.example.org", 443)})


@pytest.mark.parametrize("scheme, name", [("https", "__Host-tablee"), ("http", "tablee")])
def test_over_https_no_subdomain_can_set_the_cookie(scheme: str, name: str) -> None:
    response, request = Response(), request_over(scheme)
    visitors.set_cookie(request, response, "t" * 32)
    visitors.set_session_cookie(request, response, "s" * 32)
    first, second = response.headers.getlist("set-cookie")
    assert first.startswith(f"{name}=tttt")
    assert second.startswith(f"{name}-session=ssss")
    assert all("Path=/" in each and "Domain" not in each for each in (first, second))
    assert (scheme == "https") == ("Secure" in first)


def test_the_cookie_of_the_site_itself_comes_first() -> None:
    own, planted = "o" * 32, "p" * 32
    both = request_over("https", f"tablee={planted}; __Host-tablee={own}")
    assert own == visitors.token_of(both)
    assert planted == visitors.token_of(request_over("https", f"tablee={planted}"))
