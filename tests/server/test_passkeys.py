"""Tests of passkeys: accounts without a password, several credentials, and all refusals."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tablee.server.auth import passkeys
from tablee.server.rate_limit import Rate
from tablee.server.storage.backup import back_up, restore
from tests.server.authenticator import Authenticator, damaged
from tests.server.ceremonies import (
    AT,
    assertion_body,
    begin,
    register_account,
    registration_body,
    visitor_at_origin,
    with_host_name,
)
from tests.server.site import Visitor, site
from tests.server.site import refusal as site_refusal

PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start one server for these tests. Its address has a host name, because passkeys need one."""
    with site(f"sqlite:///{tmp_path_factory.mktemp('site') / 'tablee.db'}") as address:
        yield with_host_name(address)


def refusal(visitor: Visitor, path: str, body: object) -> str:
    """Send a POST request that must be refused, and return the code of the refusal."""
    return site_refusal(visitor, f"{AT}/{path}", body)


# Accepted


def test_an_account_needs_no_password_and_another_device_needs_no_name(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Ann Één")
    assert not ann.get(AT)["password"]
    assert ann.get(AT)["passkeys"][0]["used"] is None
    options = begin(phone, "enter")
    assert ([], "preferred") == (options["allowCredentials"], options["userVerification"])
    assert "Ann Één" == phone.post(f"{AT}/login", assertion_body(key, options))["name"]
    assert "Ann Één" == phone.get("/api/me")["name"]
    assert phone.get(AT)["passkeys"][0]["used"] is not None


def test_a_passkey_can_be_found_by_the_device_and_is_bound_to_the_site(ann: Visitor) -> None:
    options = begin(ann, "make", "Bea")
    wanted = {"residentKey": "required", "requireResidentKey": True, "userVerification": "preferred"}
    assert wanted == options["authenticatorSelection"]
    assert {"name": "Tablée", "id": "localhost"} == options["rp"]
    assert "none" == options["attestation"]
    assert "Bea" not in options["user"]["id"]


def test_several_passkeys_beside_a_password_and_none_in_the_end(ann: Visitor) -> None:
    ann.post("/api/account", {"name": "Cleo", "password": PASSWORD})
    assert {"password": True, "passkeys": []} == ann.get(AT)
    keys = {label: Authenticator(ann.address) for label in ("Phone", "Laptop")}
    for label, key in keys.items():
        ann.post(f"{AT}/add", registration_body(key, begin(ann, "add"), label))
    assert ["Phone", "Laptop"] == [each["label"] for each in ann.get(AT)["passkeys"]]
    assert keys["Phone"].handle == keys["Laptop"].handle
    excluded = begin(ann, "add")["excludeCredentials"]
    assert [each["id"] for each in ann.get(AT)["passkeys"]] == [each["id"] for each in excluded]
    for each in ann.get(AT)["passkeys"]:
        ann.post(f"{AT}/remove", {"id": each["id"]})
    assert {"password": True, "passkeys": []} == ann.get(AT)
    assert "passkey-unknown" == refusal(ann, "login", assertion_body(keys["Phone"], begin(ann, "enter")))


def test_the_last_way_in_stays(ann: Visitor) -> None:
    register_account(ann, "Dora")
    (only,) = ann.get(AT)["passkeys"]
    assert "last-way-in" == refusal(ann, "remove", {"id": only["id"]})
    ann.post(f"{AT}/add", registration_body(Authenticator(ann.address), begin(ann, "add"), "Laptop"))
    ann.post(f"{AT}/remove", {"id": only["id"]})
    assert ["Laptop"] == [each["label"] for each in ann.get(AT)["passkeys"]]


def test_an_export_lists_passkeys_without_their_keys(ann: Visitor) -> None:
    register_account(ann, "Eli")
    exported = ann.get("/api/me/export")
    assert {"password": False, "passkeys": ann.get(AT)["passkeys"]} == exported["sign_in_methods"]
    assert "public_key" not in json.dumps(exported)


def test_a_deleted_account_takes_its_passkeys_along(ann: Visitor, phone: Visitor) -> None:
    """Delete an account and register its name again: the new account must not have the old passkeys."""
    key = register_account(ann, "Flo")
    ann.post(f"{AT}/delete", assertion_body(key, begin(ann, "delete")))
    assert "no-account" == ann.http.get("/api/me").json()["code"]
    register_account(phone, "Flo")
    assert "passkey-unknown" == refusal(ann, "login", assertion_body(key, begin(ann, "enter")))


def test_only_a_passkey_of_the_account_may_delete_it(ann: Visitor, phone: Visitor) -> None:
    register_account(ann, "Gil")
    stranger = register_account(phone, "Hal")
    assert "passkey-unknown" == refusal(ann, "delete", assertion_body(stranger, begin(ann, "delete")))
    assert "Gil" == ann.get("/api/me")["name"]


def test_an_account_without_a_password_cannot_be_entered_with_one(ann: Visitor, phone: Visitor) -> None:
    register_account(ann, "Ida")
    for password in ("", PASSWORD):
        refused = phone.http.post("/api/login", json={"name": "Ida", "password": password})
        assert "wrong-password" == refused.json()["code"]
        refused = ann.http.post("/api/me/delete", json={"password": password})
        assert "no-password" == refused.json()["code"]


# Refused


def test_names_are_asked_for_and_given_once(ann: Visitor, phone: Visitor) -> None:
    options = begin(ann, "make", "Jo")
    register_account(phone, "JO")
    assert "name-taken" == refusal(ann, "begin", {"purpose": "make", "name": "jo"})
    assert "name-taken" == refusal(ann, "account", registration_body(Authenticator(ann.address), options))
    assert "no-name" == refusal(ann, "begin", {"purpose": "make", "name": " "})


@pytest.mark.parametrize("purpose", ["add", "delete"])
def test_a_guest_has_no_account_to_change(ann: Visitor, purpose: str) -> None:
    assert "no-account" == refusal(ann, "begin", {"purpose": purpose})
    assert "no-account" == refusal(ann, "remove", {"id": "x"})
    assert "no-account" == ann.http.get(AT).json()["code"]


Change = Callable[[Authenticator, dict[str, Any]], None]


def elsewhere(key: Authenticator, _options: dict[str, Any]) -> None:
    key.origin = "https://evil.example"


def another_port(key: Authenticator, _options: dict[str, Any]) -> None:
    key.origin = "http://localhost:1"


def another_challenge(_key: Authenticator, options: dict[str, Any]) -> None:
    options["challenge"] = damaged(options["challenge"])


def another_site(_key: Authenticator, options: dict[str, Any]) -> None:
    options.update(rpId="evil.example", rp={"id": "evil.example"})


FAULTS = [elsewhere, another_port, another_challenge, another_site]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_passkey_made_for_something_else_is_refused(ann: Visitor, fault: Change) -> None:
    key, options = Authenticator(ann.address), begin(ann, "make", "Kim")
    fault(key, options)
    assert "passkey-refused" == refusal(ann, "account", registration_body(key, options))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_signature_of_something_else_is_refused(ann: Visitor, phone: Visitor, fault: Change) -> None:
    key, options = register_account(ann, fault.__name__), begin(phone, "enter")
    fault(key, options)
    assert "passkey-refused" == refusal(phone, "login", assertion_body(key, options))
    assert "no-account" == phone.http.get("/api/me").json()["code"]


@pytest.mark.parametrize("field", ["signature", "authenticatorData", "clientDataJSON", "userHandle"])
def test_an_answer_that_was_changed_is_refused(ann: Visitor, phone: Visitor, field: str) -> None:
    key = register_account(ann, field)
    answer = assertion_body(key, begin(phone, "enter"))
    response = answer["credential"]["response"]
    response[field] = damaged(response[field])
    assert "passkey-refused" == refusal(phone, "login", answer)


@pytest.mark.parametrize("attestation", ["AA", "____", "oA", "v" * 400])
def test_an_unreadable_attestation_is_refused(ann: Visitor, attestation: str) -> None:
    answer = registration_body(Authenticator(ann.address), begin(ann, "make", "Lou"))
    answer["credential"]["response"]["attestationObject"] = attestation
    assert "passkey-refused" == refusal(ann, "account", answer)


def test_what_was_answered_cannot_be_answered_again(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Mia")
    answer = assertion_body(key, begin(phone, "enter"))
    phone.post(f"{AT}/login", answer)
    assert "passkey-expired" == refusal(phone, "login", answer)


def test_a_wrong_answer_takes_the_challenge_away_too(ann: Visitor, phone: Visitor) -> None:
    key, options = register_account(ann, "Ned"), begin(phone, "enter")
    assert "passkey-unknown" == refusal(phone, "login", assertion_body(Authenticator(ann.address), options))
    assert "passkey-expired" == refusal(phone, "login", assertion_body(key, options))


def test_a_challenge_is_for_one_visitor(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Ole")
    answer = assertion_body(key, begin(ann, "enter"))
    assert "passkey-expired" == refusal(phone, "login", answer)
    begin(phone, "enter")
    assert "passkey-refused" == refusal(phone, "login", answer)


def test_a_challenge_is_for_one_purpose(ann: Visitor) -> None:
    key = register_account(ann, "Pia")
    assert "passkey-expired" == refusal(ann, "delete", assertion_body(key, begin(ann, "enter")))
    assert "passkey-expired" == refusal(ann, "login", assertion_body(key, begin(ann, "delete")))
    assert "passkey-expired" == refusal(
        ann, "account", registration_body(Authenticator(ann.address), begin(ann, "add"))
    )
    assert "Pia" == ann.get("/api/me")["name"]


def test_a_challenge_is_of_one_account(ann: Visitor, phone: Visitor) -> None:
    """Log in to another account between the two halves of a registration."""
    register_account(ann, "Quin")
    other = register_account(phone, "Rea")
    options = begin(ann, "add")
    ann.post("/api/logout")
    ann.post(f"{AT}/login", assertion_body(other, begin(ann, "enter")))
    assert "passkey-expired" == refusal(ann, "add", registration_body(Authenticator(ann.address), options))


def test_a_challenge_does_not_last(ann: Visitor, phone: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    key = register_account(ann, "Sam")
    monkeypatch.setattr(passkeys, "CHALLENGE_TIMEOUT", -1)
    assert "passkey-expired" == refusal(phone, "login", assertion_body(key, begin(phone, "enter")))


def test_a_count_that_goes_backward_is_a_copy(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Tea")
    for count in (5, 6):
        key.count = count
        phone.post(f"{AT}/login", assertion_body(key, begin(phone, "enter")))
    for count in (-1, 3, 6):
        key.count = count
        assert "passkey-copied" == refusal(phone, "login", assertion_body(key, begin(phone, "enter")))


def test_a_device_that_never_counts_says_zero(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Ugo")
    for _ in range(2):
        key.count = -1
        phone.post(f"{AT}/login", assertion_body(key, begin(phone, "enter")))


def test_a_passkey_belongs_to_one_account(ann: Visitor, phone: Visitor) -> None:
    key = register_account(ann, "Vic")
    assert "passkey-known" == refusal(phone, "account", registration_body(key, begin(phone, "make", "Wim")))
    assert "no-account" == phone.http.get("/api/me").json()["code"]
    register_account(phone, "Wim")


def test_nobody_has_passkeys_without_end(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 1)
    register_account(ann, "Xia")
    assert "too-many-passkeys" == refusal(ann, "begin", {"purpose": "add"})


def test_a_stranger_removes_nothing(ann: Visitor, phone: Visitor) -> None:
    register_account(ann, "Yan")
    register_account(phone, "Zoe")
    phone.post(f"{AT}/add", registration_body(Authenticator(ann.address), begin(phone, "add")))
    (passkey,) = ann.get(AT)["passkeys"]
    assert "passkey-unknown" == refusal(phone, "remove", {"id": passkey["id"]})
    assert [passkey] == ann.get(AT)["passkeys"]


def test_ip_addresses_have_no_passkeys(ann: Visitor) -> None:
    for host in ("127.0.0.1:8000", "[::1]:8000", "192.168.1.5"):
        refused = ann.http.post(f"{AT}/begin", json={"purpose": "enter"}, headers={"Host": host})
        assert "passkeys-need-a-name" == refused.json()["code"]


def test_nobody_begins_without_end(tmp_path: Path) -> None:
    rate = Rate(burst=2, per_second=0.001)
    with site(f"sqlite:///{tmp_path / 'few.db'}", trying=rate) as address:
        eve = Visitor(with_host_name(address))
        answers = [eve.http.post(f"{AT}/begin", json={"purpose": "enter"}) for _ in range(3)]
        eve.close()
    assert [200, 200, 429] == [each.status_code for each in answers]


# Origins, processes and stores


def test_a_passkey_belongs_to_the_origin_of_the_settings(tmp_path: Path) -> None:
    """Use an origin from the settings, whatever Host header a proxy passes on."""
    club = "https://club.example"
    with site(f"sqlite:///{tmp_path / 'club.db'}", origins=(club,)) as address:
        ann = Visitor(address)
        ann.http.headers["Origin"] = club
        options = begin(ann, "make", "Ann")
        assert "club.example" == options["rp"]["id"]
        ann.post(f"{AT}/account", registration_body(Authenticator(club), options))
        ann.close()


def test_one_process_finishes_what_another_began_and_a_backup_keeps_it(url: str, tmp_path: Path) -> None:
    """Run on SQLite and PostgreSQL; the backup is restored into SQLite (see test_backup for the other)."""
    club = "https://club.example"
    key, file, copy = Authenticator(club), tmp_path / "tablee.gz", f"sqlite:///{tmp_path / 'copy.db'}"
    with site(url, origins=(club,)) as first, site(url, origins=(club,)) as second:
        ann, again = (visitor_at_origin(address, club) for address in (first, second))
        options = begin(ann, "make", "Ann")
        again.http.cookies = ann.http.cookies
        again.post(f"{AT}/account", registration_body(key, options))
        assert "passkey-expired" == refusal(ann, "account", registration_body(Authenticator(club), options))
        ann.post(f"{AT}/login", assertion_body(key, begin(ann, "enter")))
        # The login renewed the secret of the session.
        again.http.cookies = ann.http.cookies
        assert "last-way-in" == refusal(again, "remove", {"id": ann.get(AT)["passkeys"][0]["id"]})
        for each in (ann, again):
            each.close()
        asyncio.run(back_up(url, file))
    asyncio.run(restore(copy, file))
    with site(copy, origins=(club,)) as address:
        later = visitor_at_origin(address, club)
        assert "Ann" == later.post(f"{AT}/login", assertion_body(key, begin(later, "enter")))["name"]
        later.post(f"{AT}/delete", assertion_body(key, begin(later, "delete")))
        assert "passkey-unknown" == refusal(later, "login", assertion_body(key, begin(later, "enter")))
        later.close()


def test_two_devices_at_once_do_not_remove_the_last_way_in(url: str) -> None:
    """Remove both passkeys at the same time through two processes: the second request is refused."""
    club = "https://club.example"
    with site(url, origins=(club,)) as first, site(url, origins=(club,)) as second:
        ann, again = (visitor_at_origin(address, club) for address in (first, second))
        key = Authenticator(club)
        ann.post(f"{AT}/account", registration_body(key, begin(ann, "make", "Ann")))
        again.post(f"{AT}/login", assertion_body(key, begin(again, "enter")))
        for _ in range(5):
            ann.post(f"{AT}/add", registration_body(Authenticator(club), begin(ann, "add")))
            known = [each["id"] for each in ann.get(AT)["passkeys"]]
            with ThreadPoolExecutor(2) as pool:
                asked = [pool.submit(removed, *each) for each in zip((ann, again), known, strict=True)]
            assert [200, 409] == sorted(each.result() for each in asked)
        for each in (ann, again):
            each.close()


def removed(visitor: Visitor, passkey: str) -> int:
    """Request the removal of a passkey, and return the HTTP status."""
    return visitor.http.post(f"{AT}/remove", json={"id": passkey}).status_code
