"""Tests of limits, security headers, origins, error answers and log lines."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.server import serve
from tablee.server.auth import passkeys
from tablee.server.domain import decide
from tablee.server.errors import LimitExceeded
from tablee.server.http import endpoint, routes_device, routes_ops
from tablee.server.http.logging import JsonFormatter
from tablee.server.rate_limit import Rate, TokenBucket, TokenBuckets
from tablee.server.realtime import rooms
from tablee.server.realtime.connection import MAX_FAULTS
from tablee.server.runtime import registry
from tablee.server.settings import Settings
from tablee.server.storage import notifications, review_rows
from tests.server.site import SocketClient, Visitor, log_lines, site

GAME = "islands"


def test_a_bucket_fills_up_slowly() -> None:
    now = [0.0]
    bucket = TokenBucket(Rate(burst=2, per_second=1), lambda: now[0])
    assert [True, True, False] == [bucket.take() for _ in range(3)]
    now[0] = 1.0
    assert [True, False] == [bucket.take() for _ in range(2)]


def test_the_number_of_buckets_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.rate_limit.MAX_BUCKETS", 3)
    buckets = TokenBuckets(Rate(burst=1, per_second=0.001))
    for address in "abcd":
        buckets.take(address)
    assert ["b", "c", "d"] == list(buckets.known)
    with pytest.raises(LimitExceeded):
        buckets.take("d")


def test_every_answer_has_security_headers(ann: Visitor) -> None:
    for path in ("/", "/api/games", "/no/such/page", "/assets/workers/no-such.js"):
        headers = ann.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert ("nosniff", "no-referrer") == (headers["x-content-type-options"], headers["referrer-policy"])
        assert "server" not in headers


def test_scripts_and_styles_have_the_short_headers(ann: Visitor) -> None:
    """They obey the headers of their page."""
    for name in ("no-such.js", "no-such.css", "no-such.woff2"):
        headers = ann.http.get(f"/assets/{name}").headers
        assert "nosniff" == headers["x-content-type-options"]
        assert "content-security-policy" not in headers


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(ann: Visitor) -> None:
    made = ann.http.post("/api/tables", json={"game": GAME, "seats": 2})
    cookie = made.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie
    assert "set-cookie" not in ann.http.post("/api/tables", json={"game": GAME, "seats": 2}).headers


def test_pages_of_other_sites_may_not_act(ann: Visitor) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    body = {"game": GAME, "seats": 2}
    for origin in ("https://evil.example", "null", "http://["):
        refused = ann.http.post("/api/tables", json=body, headers={"Origin": origin})
        assert (403, "other-origin") == (refused.status_code, refused.json()["code"])
    assert ann.http.post("/api/tables", json=body, headers={"Origin": ann.address}).is_success
    with pytest.raises(InvalidStatus), ann.connect(table, origin="https://evil.example"):
        pass
    with ann.connect(table, origin=ann.address) as client:
        client.wait_for("update")


@pytest.mark.parametrize(
    "path, content, status, code",
    [
        ("/api/tables", b"{", 400, "not-a-message"),
        ("/api/tables", b"\xff\xfe", 400, "not-a-message"),
        ("/api/tables", b"{}" + b" " * 20_000, 413, "too-large"),
        ("/api/tables", b'{"game":"nothing","seats":2}', 404, "no-such-game"),
        ("/api/play", b'{"game":"GAME","name":"A","bot":"/x.py:y"}', 409, "no-such-bot"),
        (
            "/api/tables/AAAAAAAAAAAAAAAA/ask",
            b'{"t":"undo","id":"x"}',
            404,
            "no-such-table",
        ),
        ("/api/tables/short/ask", b'{"t":"undo","id":"x"}', 404, "no-such-table"),
        ("/api/nothing", b"{}", 404, "no-such-page"),
        ("/api/games", b"{}", 405, "not-possible"),
    ],
)
def test_errors_are_clear(ann: Visitor, path: str, content: bytes, status: int, code: str) -> None:
    content = content.replace(b"GAME", GAME.encode())
    answer = ann.http.post(path, content=content, headers={"Content-Type": "application/json"})
    assert (status, code) == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(
    "path, accept, kind",
    [
        ("/nowhere", "text/html,*/*;q=0.8", "text/html"),
        ("/nowhere", "*/*", "application/json"),
    ],
)
def test_a_mistyped_address_shows_people_a_page_and_programs_a_refusal(
    ann: Visitor, path: str, accept: str, kind: str
) -> None:
    answer = ann.http.get(path, headers={"Accept": accept})
    assert (404, kind) == (answer.status_code, answer.headers["content-type"].split(";")[0])


def test_a_form_of_another_site_cannot_pass_for_json(ann: Visitor) -> None:
    answer = ann.http.post("/api/tables", content=b"{}", headers={"Content-Type": "text/plain"})
    assert (400, "not-json") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize("path", ["history/x", "history/-1", "history/99999999999", "log?since=x"])
def test_a_number_in_an_address_is_a_number(ann: Visitor, path: str) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    answer = ann.http.get(f"/api/tables/{table}/{path}")
    assert (400, "bad-number") == (answer.status_code, answer.json()["code"])


@pytest.mark.parametrize(
    "table, query, code",
    [("A" * 16, "", "no-such-table"), ("short", "", "no-such-table"), ("A" * 16, "?person=9", "bad-hand")],
)
def test_a_browser_learns_why_its_websocket_is_refused_for_good(
    ann: Visitor, table: str, query: str, code: str
) -> None:
    """Browsers hide the reason of a WebSocket that is not accepted, and the client would connect again."""
    with ann.connect(table, query) as client, pytest.raises(ConnectionClosed) as closed:
        client.wait_for("update")
    assert [("refused", code)] == [(each["t"], each["code"]) for each in client.received]
    assert closed.value.rcvd is not None
    assert (1008, code) == (closed.value.rcvd.code, closed.value.rcvd.reason)


def test_too_many_requests_are_refused_and_may_be_sent_later(tmp_path: Path) -> None:
    slow = Rate(burst=5, per_second=0.0001)
    with site(f"sqlite:///{tmp_path / 'slow.db'}", per_address=slow) as address:
        answers = [httpx.get(f"{address}/healthz") for _ in range(7)]
    assert [200] * 5 + [429] * 2 == [answer.status_code for answer in answers]
    assert ("limit", "too-fast", True) == tuple(answers[-1].json()[key] for key in ("kind", "code", "retry"))


def flood(client: SocketClient) -> None:
    """Send 200 commands, then read until the connection is closed, which may happen during the flood."""
    for _ in range(200):
        client.websocket.send(json.dumps({"t": "undo", "id": "x"}))
    client.wait_for("never")


def test_a_flood_at_a_websocket_is_refused_and_then_closed(tmp_path: Path) -> None:
    with site(f"sqlite:///{tmp_path / 'flood.db'}", per_socket=Rate(burst=3, per_second=0.01)) as address:
        ann = Visitor(address)
        table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
        with ann.connect(table, max_queue=None) as client, pytest.raises(ConnectionClosed) as closed:
            flood(client)
        ann.close()
    codes = [each["code"] for each in client.received if each["t"] == "refused"]
    assert {"not-started", "too-fast"} >= set(codes)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code in (4408, 4429)


def test_nobody_opens_tables_without_end(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "MAX_UNFINISHED", 2)
    body = {"game": GAME, "seats": 2, "name": "Ann"}
    answers = [ann.http.post("/api/tables", json=body) for _ in range(3)]
    assert [201, 201, 429] == [answer.status_code for answer in answers]
    with site(f"sqlite:///{tmp_path / 'few.db'}", opening=Rate(burst=1, per_second=0.001)) as address:
        answers = [httpx.post(f"{address}/api/tables", json=body) for _ in range(2)]
    assert [201, 429] == [answer.status_code for answer in answers]


def test_a_line_of_chat_has_a_length_and_a_table_has_an_end_of_them(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2, "name": "Ann"})["id"]
    ann.send(table, "say", text="x" * 280)
    assert "not-a-message" == ann.refusal(table, "say", text="x" * 281)
    monkeypatch.setattr(decide, "MAX_CHAT", 1)
    assert "too-many-lines" == ann.refusal(table, "say", text="one more")


def test_what_the_page_on_limits_says_is_what_the_server_does() -> None:
    """Compare every figure of the API page with its constant."""
    page = (
        (Path(__file__).parents[2] / "docs" / "reference" / "api.md")
        .read_text("utf-8")
        .partition("## Limits")[2]
    )
    settings = Settings()
    for line in (
        f"| a frame, a body | {serve.MAX_FRAME // 1_024} kB |",
        f"{settings.per_socket.per_second} a second, {settings.per_socket.burst} at once; after {MAX_FAULTS}",
        f"{settings.per_address.per_second} a second, {settings.per_address.burst} at once",
        f"| open connections of one address | {settings.max_connections}, WebSockets included;",
        f"| open WebSockets of one address | {settings.max_sockets};",
        f"| headers of a request | {settings.deadlines.headers:.0f} s, then 408",
        f"| body of a request | {settings.deadlines.body:.0f} s after its headers, then 408",
        f"| reading an answer | {settings.deadlines.reading:.0f} s without progress",
        f"| between two requests on a connection | {settings.deadlines.idle} s, then",
        f"one in five seconds, {settings.opening.burst} at once",
        f"one in two seconds, {settings.hinting.burst} at once",
        f"one in ten seconds, {settings.trying.burst} at once",
        f"one in twenty seconds, {settings.reviewing.burst} at once",
        f"one in five seconds, {settings.notifying.burst} at once",
        f"one in ten minutes, {settings.mailing.burst} at once",
        f"| push subscriptions of one visitor | {notifications.MAX_SUBSCRIPTIONS} |",
        f"from one address | one a minute, {settings.exporting.burst} at once |",
        f"| answers to exercises from one address | one in two seconds, {settings.answering.burst} at once |",
        f"one in five seconds, {settings.putting.burst} at once, of {routes_device.MAX_RECORD:,} characters; "
        f"{settings.putting_daily.burst} a day |",
        f"| matches of devices of one person | {settings.putting_person.burst} a day |",
        f"| matches of devices of all people together | {settings.putting_site.burst:,} a day |",
        f"| reviews that wait | {review_rows.MAX_OF_VISITOR} of one visitor, "
        f"{review_rows.MAX_WAITING} of the site |",
        f"| passkeys of one account | {passkeys.MAX_PASSKEYS} |",
        f"| unfinished tables of one person | {registry.MAX_UNFINISHED} |",
        f"280 characters, {decide.CHAT_PACE[0]} lines in {decide.CHAT_PACE[1] // 1_000} s",
        f"{decide.MAX_CHAT:,} lines a table",
        f"| reading a frame | {rooms.READ_TIMEOUT:.0f} s, then the socket is closed with {rooms.TOO_SLOW} |",
    ):
        assert line in page, line
    assert (endpoint.MAX_BODY, 0.2, 0.1, 0.5, 0.05, 0.5) == (
        serve.MAX_FRAME,
        settings.opening.per_second,
        settings.trying.per_second,
        settings.hinting.per_second,
        settings.reviewing.per_second,
        settings.answering.per_second,
    )


def test_a_log_line_is_json_and_holds_no_address_of_a_table(
    ann: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    table = ann.post("/api/tables", {"game": GAME, "seats": 2})["id"]
    with caplog.at_level(logging.INFO):
        ann.get(f"/api/tables/{table}")
        lines = log_lines(caplog, "/api/tables/{table}")
    assert not any(table in line or ann.http.cookies["tablee"] in line for line in lines)


def test_an_incident_is_logged_and_its_number_is_sent(
    ann: Visitor, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> bytes:
        raise ValueError("a secret")

    monkeypatch.setattr(routes_ops, "archive", fail)
    answer = ann.http.get("/verify.pyz")
    assert (500, "nosniff") == (answer.status_code, answer.headers["x-content-type-options"])
    assert "a secret" not in answer.text
    sent = answer.json()
    assert ("incident", True) == (sent["kind"], sent["retry"])
    [line] = [json.loads(JsonFormatter().format(record)) for record in caplog.records if record.exc_info]
    assert [sent["values"]["incident"]] == line["values"]
    assert "a secret" in line["trace"]
    monkeypatch.undo()
    # The connection can still be used.
    assert 200 == ann.http.get("/verify.pyz").status_code
