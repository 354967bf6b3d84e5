"""Tests of recovery codes: each sets one new password, and nothing else does."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablee.server.auth.recovery import CODES, hash_code
from tests.server.authenticator import Authenticator
from tests.server.ceremonies import assertion_body, begin, register_account, registration_body, with_host_name
from tests.server.members import NEW, OLD, is_logged_in, log_in, refusal, sign_up
from tests.server.site import Visitor, site

AT = "/api/me/recovery-codes"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the database."""
    return tmp_path_factory.mktemp("site") / "tablee.db"


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    """Start one server for these tests. Its address has a host name, because passkeys need one."""
    with site(f"sqlite:///{database}") as address:
        yield with_host_name(address)


def make_codes(visitor: Visitor) -> list[str]:
    """Return new codes of an account with the password OLD."""
    codes: list[str] = visitor.post(AT, {"present": OLD})["codes"]
    return codes


def recover(visitor: Visitor, name: str, code: str, password: str = NEW) -> None:
    visitor.post("/api/recover", {"name": name, "code": code, "password": password})


def test_a_code_sets_a_new_password_and_logs_all_others_out(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Ada")
    assert {"left": 0, "made": None} == ann.get(AT)
    code = make_codes(ann)[0]
    recover(phone, "Ada", code)
    assert is_logged_in(phone)
    assert not is_logged_in(ann)
    assert "wrong-password" == refusal(ann, "/api/login", name="Ada", password=OLD)
    log_in(ann, "Ada", NEW)


def test_a_code_counts_once(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Bob")
    code = make_codes(ann)[0]
    recover(phone, "Bob", code)
    assert CODES - 1 == phone.get(AT)["left"]
    assert "wrong-code" == refusal(ann, "/api/recover", name="Bob", code=code, password=OLD)


def test_of_several_who_use_a_code_at_once_one_gets_in(people: list[Visitor]) -> None:
    sign_up(people[0], "Cam")
    code = make_codes(people[0])[0]
    body = {"name": "Cam", "code": code, "password": NEW}
    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(lambda person: person.http.post("/api/recover", json=body), people))
    assert [200] + [409] * (len(people) - 1) == sorted(answer.status_code for answer in answers)


def test_new_codes_replace_the_old_ones(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Dan")
    old, new = make_codes(ann), make_codes(ann)
    assert CODES == len(set(new)) == ann.get(AT)["left"]
    assert "wrong-code" == refusal(phone, "/api/recover", name="Dan", code=old[0], password=NEW)
    recover(phone, "Dan", new[-1])


def test_codes_need_the_password_or_a_passkey(ann: Visitor, phone: Visitor) -> None:
    assert "no-account" == refusal(phone, AT, present=OLD)
    key = register_account(ann, "Eve")
    assert "no-password" == refusal(ann, AT, present=OLD)
    codes = ann.post(AT, assertion_body(key, begin(ann, "codes")))["codes"]
    recover(phone, "Eve", codes[0])


def test_a_challenge_for_codes_is_good_for_nothing_else(ann: Visitor) -> None:
    sign_up(ann, "Fay")
    key = Authenticator(ann.address)
    ann.post("/api/passkeys/add", registration_body(key, begin(ann, "add")))
    body = {"password": NEW, **assertion_body(key, begin(ann, "codes"))}
    assert "passkey-expired" == refusal(ann, "/api/me/password", **body)
    assert "not-your-password" == refusal(ann, AT, present=NEW)


def test_a_wrong_code_is_refused(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Gil")
    make_codes(ann)
    for name, code in [("Gil", ""), ("Gil", "zzzz-zzzz-zzzz"), ("Gil", "é" * 40), ("Nobody", "zzzz")]:
        assert "wrong-code" == refusal(phone, "/api/recover", name=name, code=code, password=NEW)
    assert is_logged_in(ann)


def test_a_short_password_uses_no_code_up(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Hal")
    code = make_codes(ann)[0]
    assert "password-too-short" == refusal(phone, "/api/recover", name="Hal", code=code, password="short")
    recover(phone, "Hal", code)


def test_codes_are_read_as_people_type_them(ann: Visitor, phone: Visitor) -> None:
    sign_up(ann, "Ida")
    recover(phone, "  ida ", make_codes(ann)[0].upper().replace("-", " "))


def test_only_hashes_are_stored_and_go_with_the_account(ann: Visitor, database: Path) -> None:
    sign_up(ann, "Jo")
    code = make_codes(ann)[0]
    with sqlite3.connect(database) as connection:
        query = "select code from recovery_code where account_name = 'jo'"
        stored = {row[0] for row in connection.execute(query)}
        assert hash_code(code) in stored
        assert code not in stored
        ann.post("/api/me/delete", {"password": OLD})
        assert [] == connection.execute(query).fetchall()
