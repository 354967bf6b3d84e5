"""Tests of the mail address of an account and of a new password by mail, with a real SMTP server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.server.rate_limit import Rate
from tablee.server.settings import MailServer, NotifySettings, parse_mail_server
from tests.server.mail_server import PASSWORD, USER, Mailbox, link_in, text_of
from tests.server.members import NEW, OLD, is_logged_in, refusal, set_address, sign_up
from tests.server.site import Visitor, site

SITE = "https://tablee.example"
SENDER = "Tablée <games@tablee.example>"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("site") / "tablee.db"


@pytest.fixture(scope="module")
def address(database: Path, post_office: tuple[Mailbox, int]) -> Iterator[str]:
    """Start a server that sends mail for all tests of this file."""
    server = MailServer("127.0.0.1", post_office[1], SENDER, USER, PASSWORD, "none")
    with site(f"sqlite:///{database}", public_url=SITE, notify=NotifySettings(server)) as address:
        yield address


def ask_reset(visitor: Visitor, who: str) -> None:
    visitor.post("/api/reset/ask", {"who": who, "language": "en"})


def test_an_address_counts_once_its_link_was_opened(ann: Visitor, phone: Visitor, mailbox: Mailbox) -> None:
    sign_up(ann, "Ada")
    assert {"possible": True, "address": None, "pending": None} == ann.get("/api/me/mail")
    asked = ann.post("/api/me/mail", {"address": " Ada@Example.org ", "present": OLD})
    assert {"possible": True, "address": None, "pending": "ada@example.org"} == asked
    [mail] = mailbox.wait_for(1)
    assert ("ada@example.org", SENDER) == (mail["to"], mail["from"])
    assert "Confirmez votre adresse" == mail["subject"]
    assert "Ada" in text_of(mail)
    assert f"{SITE}/account#confirm=" in text_of(mail)
    # The link may be opened on another device.
    token = link_in(mail, "confirm")
    assert {"address": "ada@example.org"} == phone.post("/api/mail/confirm", {"token": token})
    assert "bad-link" == refusal(ann, "/api/mail/confirm", token=token)
    assert "ada@example.org" == ann.get("/api/me/mail")["address"]
    assert ["ada@example.org"] == ann.get("/api/me/export")["mail"]


def test_a_change_needs_the_password_and_tells_the_former_address(ann: Visitor, mailbox: Mailbox) -> None:
    sign_up(ann, "Bea")
    set_address(ann, mailbox, "old@example.org")
    wrong = {"address": "new@example.org", "present": "not it at all"}
    assert "not-your-password" == refusal(ann, "/api/me/mail", **wrong)
    ann.post("/api/me/mail", {"address": "new@example.org", "present": OLD})
    assert "old@example.org" == ann.get("/api/me/mail")["address"]
    token = link_in(mailbox.wait_for(2)[1], "confirm")
    ann.post("/api/mail/confirm", {"token": token, "language": "en"})
    last = mailbox.wait_for(3)[2]
    assert ("old@example.org", "The address of your account has changed") == (last["to"], last["subject"])
    ann.post("/api/me/mail", {"address": "", "present": OLD})
    assert {"possible": True, "address": None, "pending": None} == ann.get("/api/me/mail")
    assert "new@example.org" == mailbox.wait_for(4)[3]["to"]


def test_what_is_no_address_is_refused(ann: Visitor, mailbox: Mailbox) -> None:
    sign_up(ann, "Cato")
    long = f"x@{'a' * 64}.de"
    for given in ("nobody", "a@b", "a@b.c", "a b@c.de", "a@c.de\nBcc: x@y.zz", long, "é@exemple.fr"):
        assert "bad-address" == refusal(ann, "/api/me/mail", address=given, present=OLD), given
    assert [] == mailbox.mails


def test_an_address_that_the_server_refuses_is_not_kept(ann: Visitor, mailbox: Mailbox) -> None:
    sign_up(ann, "Cleo")
    mailbox.refusals.append("550 no such user")
    answer = ann.http.post("/api/me/mail", json={"address": "cleo@example.org", "present": OLD})
    assert (503, "mail-not-sent") == (answer.status_code, answer.json()["code"])
    assert ann.get("/api/me/mail")["pending"] is None


def test_a_link_sets_a_new_password_and_ends_all_sessions(
    people: list[Visitor], mailbox: Mailbox, database: Path
) -> None:
    ann, phone, stranger = people
    sign_up(ann, "Dora")
    set_address(ann, mailbox, "dora@example.org")
    for who in ("dora", " DORA@example.org"):
        count = len(mailbox.mails)
        ask_reset(stranger, who)
        mail = mailbox.wait_for(count + 1)[-1]
        assert ("dora@example.org", "Choose a new password") == (mail["to"], mail["subject"])
    token = link_in(mail, "reset")
    with sqlite3.connect(database) as connection:
        stored = [row[0] for row in connection.execute("select token from mail_token")]
    assert stored
    assert token not in stored
    phone.post("/api/reset", {"token": token, "password": NEW})
    assert is_logged_in(phone)
    assert not is_logged_in(ann)
    assert "wrong-password" == refusal(ann, "/api/login", name="Dora", password=OLD)
    assert "bad-link" == refusal(ann, "/api/reset", token=token, password=OLD)


def test_the_answer_does_not_tell_whether_there_is_an_account(
    ann: Visitor, phone: Visitor, mailbox: Mailbox
) -> None:
    sign_up(ann, "Eve")
    set_address(ann, mailbox, "eve@example.org")
    names = ("Eve", "eve@example.org", "nobody here", "nobody@example.org")
    answers = [phone.http.post("/api/reset/ask", json={"who": who}) for who in names]
    assert 1 == len({(answer.status_code, answer.content) for answer in answers})
    assert 3 == len(mailbox.wait_for(3))


def test_only_the_last_link_counts(ann: Visitor, phone: Visitor, mailbox: Mailbox) -> None:
    sign_up(ann, "Flo")
    set_address(ann, mailbox, "flo@example.org")
    for count in (2, 3):
        ask_reset(phone, "Flo")
        mailbox.wait_for(count)
    first, second = (link_in(mail, "reset") for mail in mailbox.mails[1:])
    assert "bad-link" == refusal(phone, "/api/reset", token=first, password=NEW)
    assert "password-too-short" == refusal(phone, "/api/reset", token=second, password="short")
    phone.post("/api/reset", {"token": second, "password": NEW})


def test_of_several_who_use_a_link_at_once_one_gets_in(people: list[Visitor], mailbox: Mailbox) -> None:
    sign_up(people[0], "Gus")
    set_address(people[0], mailbox, "gus@example.org")
    ask_reset(people[1], "Gus")
    body = {"token": link_in(mailbox.wait_for(2)[1], "reset"), "password": NEW}
    with ThreadPoolExecutor(len(people)) as pool:
        answers = list(pool.map(lambda person: person.http.post("/api/reset", json=body), people))
    assert [200] + [409] * (len(people) - 1) == sorted(answer.status_code for answer in answers)


def test_a_link_ends_with_its_time(ann: Visitor, phone: Visitor, mailbox: Mailbox, database: Path) -> None:
    sign_up(ann, "Hal")
    set_address(ann, mailbox, "hal@example.org")
    ask_reset(phone, "Hal")
    token = link_in(mailbox.wait_for(2)[1], "reset")
    with sqlite3.connect(database) as connection:
        connection.execute("update mail_token set expires_at = 1 where account_name = 'hal'")
    assert "bad-link" == refusal(phone, "/api/reset", token=token, password=NEW)
    assert "bad-link" == refusal(phone, "/api/mail/confirm", token=token)


def test_a_deleted_account_leaves_no_address(ann: Visitor, mailbox: Mailbox, database: Path) -> None:
    sign_up(ann, "Ida")
    set_address(ann, mailbox, "ida@example.org")
    ann.post("/api/me/mail", {"address": "ida2@example.org", "present": OLD})
    ann.post("/api/me/delete", {"password": OLD})
    with sqlite3.connect(database) as connection:
        for table in ("account_mail", "mail_token"):
            assert [] == connection.execute(f"select * from {table} where account_name = 'ida'").fetchall()


def test_strangers_see_no_address(ann: Visitor, phone: Visitor) -> None:
    assert "no-account" == phone.http.get("/api/me/mail").json()["code"]
    assert "no-visitor" == phone.http.get("/api/me/export").json()["code"]
    assert "no-account" == refusal(ann, "/api/me/mail", address="a@example.org", present=OLD)


def test_mails_to_one_account_are_limited(tmp_path: Path, post_office: tuple[Mailbox, int]) -> None:
    server = MailServer("127.0.0.1", post_office[1], SENDER, USER, PASSWORD, "none")
    few = Rate(burst=2, per_second=0.001)
    store = f"sqlite:///{tmp_path / 'few.db'}"
    with site(store, public_url=SITE, notify=NotifySettings(server), mailing=few) as address:
        visitor = Visitor(address)
        codes = [visitor.http.post("/api/reset/ask", json={"who": "Nobody"}).status_code for _ in range(3)]
        assert [200, 200, 429] == codes
        visitor.close()


def test_a_site_without_mail_says_so(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'plain.db'}") as address:
        visitor = Visitor(address)
        sign_up(visitor, "Kim")
        assert {"possible": False, "address": None, "pending": None} == visitor.get("/api/me/mail")
        assert "no-mail" == refusal(visitor, "/api/me/mail", address="kim@example.org", present=OLD)
        assert "no-mail" == refusal(visitor, "/api/reset/ask", who="Kim")
        visitor.close()


def test_the_host_sends_a_test_mail(
    post_office: tuple[Mailbox, int], mailbox: Mailbox, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"smtp://{USER}:open%20sesame@127.0.0.1:{post_office[1]}?tls=none"
    options = ["--smtp", url, "--mail-from", SENDER, "--public-url", SITE]
    with pytest.raises(SystemExit, match="0"):
        main(["test-mail", "host@example.org", *options])
    assert f"host@example.org: sent by 127.0.0.1:{post_office[1]}\n" == capsys.readouterr().out
    assert ["host@example.org"] == [mail["to"] for mail in mailbox.mails]
    with pytest.raises(SystemExit, match="1"):
        main(["test-mail", "host@example.org", *options[2:], "--smtp", url.replace("sesame", "sesam")])
    assert "not sent (code 535) by 127.0.0.1:" in capsys.readouterr().out


@pytest.mark.parametrize(
    "url, found",
    [
        ("", None),
        ("smtp://mail.example", MailServer("mail.example", 587, SENDER)),
        (
            "smtps://a%40b:p%3Aw@mail.example",
            MailServer("mail.example", 465, SENDER, "a@b", "p:w", "implicit"),
        ),
        ("smtp://mail.example:2525?tls=none", MailServer("mail.example", 2525, SENDER, tls="none")),
    ],
)
def test_the_mail_server_is_given_by_a_url(url: str, found: MailServer | None) -> None:
    assert found == parse_mail_server(url, SENDER)
    assert found is None or found.password == "" or found.password not in repr(found)
