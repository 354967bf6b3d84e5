"""Tests of changing a password, and of setting the first one of an account with passkeys only."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablee.server.auth import passwords
from tablee.server.rate_limit import Rate
from tests.server.authenticator import Authenticator
from tests.server.ceremonies import (
    assertion_body,
    begin,
    register_account,
    registration_body,
    visitor_at_origin,
    with_host_name,
)
from tests.server.members import NEW, OLD, is_logged_in, log_in, refusal, sign_up
from tests.server.site import Visitor, log_lines, site

AT = "/api/me/password"
CLUB = "https://club.example"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start one server for these tests. Its address has a host name, because passkeys need one."""
    with site(f"sqlite:///{tmp_path_factory.mktemp('site') / 'tablee.db'}") as address:
        yield with_host_name(address)


# Accepted


def test_the_new_password_leads_in_and_the_old_one_does_not(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Ann")
    ways = ann.post(AT, {"present": OLD, "password": NEW})
    assert {"password": True, "passkeys": []} == ways
    assert "wrong-password" == refusal(phone, "/api/login", name="Ann", password=OLD)
    log_in(phone, "Ann", NEW)
    assert "Ann" == phone.get("/api/me")["name"]


def test_an_account_with_passkeys_only_gets_its_first_password(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Bea")
    ways = ann.post(AT, {"password": NEW, **assertion_body(key, begin(ann, "password"))})
    assert (True, 1) == (ways["password"], len(ways["passkeys"]))
    log_in(phone, "Bea", NEW)
    ann.post("/api/passkeys/remove", {"id": ways["passkeys"][0]["id"]})


def test_a_passkey_replaces_a_forgotten_password(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Cleo")
    key = Authenticator(ann.address)
    ann.post("/api/passkeys/add", registration_body(key, begin(ann, "add")))
    ann.post(AT, {"password": NEW, **assertion_body(key, begin(ann, "password"))})
    log_in(phone, "Cleo", NEW)


def test_the_other_devices_are_logged_out_and_keep_their_seats(people: list[Visitor]) -> None:
    """Change a password with two devices logged in, and another person on a third."""
    ann, phone, stranger = people
    sign_up(ann, "Dora")
    log_in(phone, "Dora", OLD)
    sign_up(stranger, "Eve")
    table = phone.post("/api/tables", {"game": "islands", "seats": 2, "name": "Dora"})["id"]
    ann.post(AT, {"present": OLD, "password": NEW})
    assert [True, False, True] == [is_logged_in(each) for each in people]
    phone.send(table, "ready")
    assert [table] == [each["id"] for each in ann.get("/api/me")["tables"]]
    log_in(phone, "Dora", NEW)
    assert [table] == [each["id"] for each in ann.get("/api/me")["tables"]]


# Refused


def test_what_is_refused_changes_nothing(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Flo")
    log_in(phone, "Flo", OLD)
    assert "not-your-password" == refusal(ann, AT, present="not this one", password=NEW)
    assert "not-your-password" == refusal(ann, AT, password=NEW)
    assert "password-too-short" == refusal(ann, AT, present=OLD, password="7 signs")
    assert "not-a-message" == refusal(ann, AT, present=OLD, password="x" * 201)
    assert "not-a-message" == refusal(ann, AT, present=OLD)
    assert is_logged_in(phone)
    log_in(phone, "Flo", OLD)


def test_who_is_not_logged_in_has_no_password_to_change(ann: Visitor) -> None:
    assert "no-account" == refusal(ann, AT, present=OLD, password=NEW)
    assert "no-account" == refusal(ann, "/api/passkeys/begin", purpose="password")


def test_without_a_password_nothing_but_a_passkey_will_do(ann: Visitor) -> None:
    register_account(ann, "Gil")
    for present in ("", OLD):
        assert "no-password" == refusal(ann, AT, present=present, password=NEW)
    assert not ann.get("/api/passkeys")["password"]


@pytest.mark.parametrize("purpose", ["enter", "delete"])
def test_a_challenge_for_something_else_sets_no_password(ann: Visitor, purpose: str) -> None:
    key = register_account(ann, f"Hal {purpose}")
    answer = assertion_body(key, begin(ann, purpose))
    assert "passkey-expired" == refusal(ann, AT, password=NEW, **answer)
    assert not ann.get("/api/passkeys")["password"]


def test_a_challenge_for_a_password_does_nothing_else_and_counts_once(ann: Visitor) -> None:
    key = register_account(ann, "Ida")
    for path in ("delete", "login"):
        answer = assertion_body(key, begin(ann, "password"))
        assert "passkey-expired" == refusal(ann, f"/api/passkeys/{path}", **answer)
    answer = assertion_body(key, begin(ann, "password"))
    ann.post(AT, {"password": NEW, **answer})
    assert "passkey-expired" == refusal(ann, AT, password=OLD, **answer)


def test_a_password_that_is_too_short_leaves_the_challenge(ann: Visitor) -> None:
    key = register_account(ann, "Jo")
    answer = assertion_body(key, begin(ann, "password"))
    assert "password-too-short" == refusal(ann, AT, password="short", **answer)
    ann.post(AT, {"password": NEW, **answer})


def test_the_passkey_of_another_account_sets_no_password(ann: Visitor, phone: Visitor) -> None:
    register_account(ann, "Kim")
    stranger = register_account(phone, "Lou")
    answer = assertion_body(stranger, begin(ann, "password"))
    assert "passkey-unknown" == refusal(ann, AT, password=NEW, **answer)


def test_a_present_password_cannot_be_guessed_quickly(tmp_path: Path) -> None:
    """Count attempts here and at the login together."""
    with site(f"sqlite:///{tmp_path / 'guess.db'}", trying=Rate(burst=3, per_second=0.001)) as address:
        eve = Visitor(address)
        sign_up(eve, "Ann")
        codes = [
            refusal(eve, AT, present="a guess", password=NEW),
            refusal(eve, "/api/login", name="Ann", password="a guess"),
            refusal(eve, AT, present=OLD, password=NEW),
        ]
        eve.close()
    assert ["not-your-password", "wrong-password", "too-fast"] == codes


def test_guesses_at_all_endpoints_count_together(tmp_path: Path) -> None:
    """Without Redis too: one process counts the attempts of an address once, not for each endpoint."""
    with site(f"sqlite:///{tmp_path / 'guess.db'}", trying=Rate(burst=4, per_second=0.001)) as address:
        eve = Visitor(address)
        sign_up(eve, "Ann")
        codes = [
            refusal(eve, "/api/login", name="Ann", password="a guess"),
            refusal(eve, "/api/me/recovery-codes", present="a guess"),
            refusal(eve, "/api/recover", name="Ann", code="a guess", password=NEW),
            refusal(eve, "/api/me/mail", address="", present=OLD),
        ]
        eve.close()
    assert ["wrong-password", "not-your-password", "wrong-code", "too-fast"] == codes


# Exports and logs


def test_an_export_contains_no_password(ann: Visitor) -> None:
    sign_up(ann, "Mia")
    sent = (
        ann.http.post(AT, json={"present": OLD, "password": NEW}).text + ann.http.get("/api/me/export").text
    )
    assert not any(secret in sent for secret in (OLD, NEW, "argon2"))


def test_a_log_contains_no_password_even_if_the_store_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "broken.db"
    with site(f"sqlite:///{file}") as address, caplog.at_level(logging.INFO):
        ann = Visitor(address)
        sign_up(ann, "Ann")
        broken = sqlite3.connect(file)
        broken.execute("create trigger no before update on account begin select raise(fail, 'no'); end")
        broken.close()
        assert 503 == ann.http.post(AT, json={"present": OLD, "password": NEW}).status_code
        lines = "".join(log_lines(caplog, AT))
        ann.close()
    assert "SQLITE_CONSTRAINT_TRIGGER" in lines
    assert not any(secret in lines for secret in (OLD, NEW, "argon2"))


# Concurrency


def test_two_devices_at_once_do_not_both_change_it(url: str) -> None:
    """Change it through two processes, on SQLite and PostgreSQL: one succeeds and stays logged in."""
    with site(url, origins=(CLUB,)) as first, site(url, origins=(CLUB,)) as second:
        devices = [visitor_at_origin(address, CLUB) for address in (first, second)]
        sign_up(devices[0], "Ann")
        current = OLD
        for turn in range(5):
            for each in devices:
                log_in(each, "Ann", current)
            wanted = [f"{NEW} {turn} {number}" for number in range(2)]
            with ThreadPoolExecutor(2) as pool:
                asked = [pool.submit(changed, *each, current) for each in zip(devices, wanted, strict=True)]
            granted = [each.result() for each in asked]
            assert [False, True] == sorted(granted)
            assert granted == [is_logged_in(each) for each in devices]
            current = wanted[granted.index(True)]
        for each in devices:
            each.close()


def changed(visitor: Visitor, password: str, present: str) -> bool:
    """Request a change of password, and return whether it succeeded."""
    answered = visitor.http.post(AT, json={"present": present, "password": password})
    if answered.is_client_error:
        assert answered.json()["code"] in ("no-account", "not-your-password")
    return answered.is_success


def test_the_old_password_leads_in_no_more_even_if_it_was_being_verified(
    ann: Visitor, phone: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(ann, "Ned")
    verify = passwords.matches

    def slowly(hashed: str, password: str) -> bool:
        """Change the password after it was verified and before the login is written."""
        matches = verify(hashed, password)
        monkeypatch.setattr(passwords, "matches", verify)
        ann.post(AT, {"present": OLD, "password": NEW})
        return matches

    monkeypatch.setattr(passwords, "matches", slowly)
    assert "wrong-password" == refusal(phone, "/api/login", name="Ned", password=OLD)
    assert not is_logged_in(phone)


class CountingHasher:
    """A hasher that counts its calls at the same time; a call waits for another one."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0
        self.lock = threading.Lock()
        self.pair = threading.Barrier(2)

    def hash(self, _password: str) -> str:
        with self.lock:
            self.running += 1
            self.most = max(self.most, self.running)
        self.pair.wait()
        with self.lock:
            self.running -= 1
        return ""


@pytest.mark.anyio
async def test_few_passwords_are_hashed_at_once_since_each_takes_much_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hasher = CountingHasher()
    monkeypatch.setattr(passwords, "HASHER", hasher)
    await asyncio.gather(*(passwords.hash_password("any") for _ in range(40)))
    assert passwords.MAX_HASHES == hasher.most
