"""Tests that requests which used to end in an unexpected exception get their proper answer."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import delete, text

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import Accounts
from tablee.server.auth.export import export
from tablee.server.auth.passkeys import Passkeys, RelyingParty, delete_passkey
from tablee.server.auth.profiles import Owner
from tablee.server.errors import NotStored
from tablee.server.http.middleware import HSTS, SecurityMiddleware
from tablee.server.http.static import StaticClient
from tablee.server.runtime.moderation import Bans
from tablee.server.runtime.registry import TableRegistry
from tablee.server.settings import Settings
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.schema import ACCOUNT
from tests.server.site import TIMEOUT, Visitor

GAME = "islands"
PASSWORD = "a long password"
anyio = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_incident(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail if any request ended in an unexpected exception."""
    yield
    assert [] == [record.message for record in caplog.get_records("call") if record.exc_info]


@pytest.mark.parametrize(
    "path", ["/assets/%00", "/assets/" + "x" * 5_000, "/assets/%ED%A0%80", "/assets/%2e%2e%00"]
)
def test_a_name_that_no_file_can_have_is_not_found(ann: Visitor, path: str) -> None:
    assert 404 == ann.http.get(path).status_code


def test_a_name_with_a_zero_byte_is_no_file(tmp_path: Path) -> None:
    assert StaticClient(tmp_path)._asset("\0") is None


def test_a_body_that_is_cut_off_is_no_incident(
    ann: Visitor, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    host = urlsplit(address)
    with socket.create_connection((host.hostname or "", host.port or 0)) as raw:
        raw.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
    # The server has noticed when it has logged the request.
    done = threading.Event()
    while not done.wait(0.01):
        values = [getattr(record, "values", None) for record in caplog.records if record.message == "request"]
        if any(each[:3] == ["POST", "/api/tables", 400] for each in values if each):
            done.set()
        assert not any(each[2] == 500 for each in values if each)
    assert 200 == ann.http.get("/healthz").status_code


def test_a_body_that_breaks_is_answered_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """Break the encoding of a body that the application does not read."""
    caplog.set_level(logging.INFO)
    host = urlsplit(address)
    with socket.create_connection((host.hostname or "", host.port or 0)) as raw:
        raw.sendall(
            b"POST /api/visitor HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nnot a number\r\n"
        )
        answers = b"".join(iter(lambda: raw.recv(4_096), b""))
    assert [b"HTTP/1.1 400 Bad Request"] == [
        line for line in answers.split(b"\r\n") if line.startswith(b"HTTP")
    ]
    done = threading.Event()
    while not done.wait(0.01):
        # The application has finished when it has logged the request.
        if any(record.message == "request" for record in caplog.records):
            done.set()


# An account that is deleted while it is read


@pytest.fixture
async def accounts(sqlite_store: EventStore) -> Accounts:
    accounts = Accounts(TableRegistry(sqlite_store))
    await accounts.register("visitor", "Ann", PASSWORD)
    return accounts


@anyio
@pytest.mark.parametrize("read", ["display_name", "sign_in_methods", "export"])
async def test_an_account_deleted_meanwhile_is_no_account(accounts: Accounts, read: str) -> None:
    name = await accounts.account_of("visitor")
    await accounts.delete("visitor")
    reading = export(accounts, Owner("visitor", name)) if read == "export" else getattr(accounts, read)(name)
    with pytest.raises(Illegal, match="no-account"):
        await reading


@anyio
async def test_a_password_is_not_confirmed_for_an_account_deleted_meanwhile(accounts: Accounts) -> None:
    # The session is deleted after the account; between the two it has none.
    await accounts.store.in_transaction(lambda connection: connection.execute(delete(ACCOUNT)))
    with pytest.raises(Illegal, match="no-account"):
        await accounts.confirm("visitor", PASSWORD)


@anyio
async def test_a_passkey_is_neither_added_to_nor_removed_from_a_deleted_account(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, passkeys = accounts.store, Passkeys(accounts)
    with pytest.raises(Illegal, match="no-account"):
        await store.in_transaction(lambda connection: delete_passkey(connection, "nobody", "id"))

    async def challenge(*_: object) -> object:
        return object()

    row: dict[str, Any] = dict.fromkeys(("user_handle", "public_key", "label"), "")
    row |= {"id": "x", "account_name": "ann", "sign_count": 0, "created_at": 0}
    monkeypatch.setattr(passkeys, "_take_challenge", challenge)
    monkeypatch.setattr(passkeys, "_verify_registration", lambda *_: row)
    await store.in_transaction(lambda connection: connection.execute(delete(ACCOUNT)))
    with pytest.raises(Illegal, match="no-account"):
        await passkeys.add_passkey(RelyingParty("visitor", "http://localhost"), "label", None)  # type: ignore[arg-type]


def test_reading_an_account_while_it_is_deleted_is_never_an_incident(address: str) -> None:
    statuses: set[int] = set()
    for number in range(5):
        owner = Visitor(address)
        owner.post("/api/account", {"name": f"Reader {number}", "password": PASSWORD})
        stop = threading.Event()

        def read(cookies: httpx.Cookies, stop: threading.Event) -> None:
            with httpx.Client(base_url=address, cookies=cookies, timeout=TIMEOUT) as client:
                while not stop.is_set():
                    for path in ("/api/me", "/api/me/export", "/api/passkeys"):
                        statuses.add(client.get(path).status_code)

        readers = [threading.Thread(target=read, args=(owner.http.cookies, stop)) for _ in range(3)]
        for each in readers:
            each.start()
        owner.post("/api/me/delete", {"password": PASSWORD})
        stop.set()
        for each in readers:
            each.join()
        owner.close()
    assert statuses <= {200, 409}


# A full disk


@anyio
async def test_account_operations_on_a_full_disk_are_refused_as_not_stored(
    sqlite_store: EventStore, caplog: pytest.LogCaptureFixture
) -> None:
    accounts = Accounts(TableRegistry(sqlite_store))
    await accounts.register("visitor", "Ann", PASSWORD)
    await sqlite_store.in_transaction(lambda connection: connection.execute(text("PRAGMA query_only = 1")))
    attempts = [
        accounts.register("other", "Ben", PASSWORD),
        accounts.log_in("other", "Ann", PASSWORD),
        accounts.change_password("visitor", PASSWORD),
        accounts.log_out("visitor"),
        accounts.delete("visitor"),
    ]
    results = await asyncio.gather(*attempts, return_exceptions=True)
    assert [NotStored] * len(attempts) == [type(each) for each in results]
    assert ["not-stored"] == [record.message for record in caplog.records if record.levelno >= logging.ERROR]


# HSTS


@anyio
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_https_is_remembered_by_browsers_only_over_https(scheme: str) -> None:
    async def app(_scope: object, _receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    client = httpx.AsyncClient(
        transport=httpx.ASGITransport(SecurityMiddleware(app, (), Settings().per_address, Bans())),
        base_url=f"{scheme}://test",
    )
    async with client:
        headers = (await client.get("/")).headers
    assert (HSTS[1] if scheme == "https" else None) == headers.get(HSTS[0])
