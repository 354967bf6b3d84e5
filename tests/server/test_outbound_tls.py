"""Tests of mail over TLS and of a webhook through apprise: real servers with a self-made certificate."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Literal

import pytest

from tablee.server.runtime.mail import Letter, Mailer
from tablee.server.runtime.outbound import SendError
from tablee.server.runtime.webhooks import send_webhook
from tablee.server.settings import MailServer
from tests.server.certificates import make_certificate, server_context
from tests.server.mail_server import PASSWORD, USER, mail_server, text_of

# apprise imports imghdr, of which Python warns.
pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("ignore:'imghdr':DeprecationWarning")]
LETTER = Letter("fr", "À vous", ("C’est à vous.",), "https://tablee.example/t/x", "Ouvrir")
Tls = Literal["starttls", "implicit"]
MODES: tuple[Tls, ...] = ("starttls", "implicit")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process trust the certificate: OpenSSL reads one variable, the package requests another."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))


def mailer(port: int, tls: Tls) -> Mailer:
    return Mailer(MailServer("127.0.0.1", port, "Tablée <games@tablee.example>", USER, PASSWORD, tls))


@pytest.mark.parametrize("tls", MODES)
@pytest.mark.usefixtures("trusted")
async def test_a_mail_is_sent_over_tls(certificate: Path, tls: Tls) -> None:
    with mail_server(server_context(certificate), tls) as (mailbox, port):
        await mailer(port, tls).send("ann@example.org", LETTER)
    assert ["C’est à vous."] == [text_of(mail).splitlines()[0] for mail in mailbox.mails]
    assert [True] == mailbox.encrypted


@pytest.mark.parametrize("tls", MODES)
async def test_no_mail_and_no_password_go_to_a_server_that_nobody_vouches_for(
    certificate: Path, tls: Tls
) -> None:
    with mail_server(server_context(certificate), tls) as (mailbox, port), pytest.raises(SendError):
        await mailer(port, tls).send("ann@example.org", LETTER)
    assert ([], []) == (mailbox.mails, mailbox.encrypted)


async def test_a_server_without_starttls_gets_no_mail() -> None:
    with mail_server() as (mailbox, port), pytest.raises(SendError):
        await mailer(port, "starttls").send("ann@example.org", LETTER)
    assert ([], []) == (mailbox.mails, mailbox.encrypted)


@contextmanager
def chat_service(certificate: Path) -> Iterator[tuple[int, list[Any]]]:
    """Run an https server that takes messages, and yield its port and what it has received."""
    received: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        """Keeps the JSON of each request."""

        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.send_header("content-length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.socket = server_context(certificate).wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1], received
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


CONTENT = {"title": "C’est à vous", "text": "1001 Îles", "link": "https://tablee.example/t/x"}


@pytest.mark.usefixtures("trusted")
async def test_apprise_posts_to_a_service(certificate: Path) -> None:
    with chat_service(certificate) as (port, received):
        await send_webhook(f"ntfys://127.0.0.1:{port}/family", CONTENT, private=True)
    [message] = received
    assert ("family", "C’est à vous") == (message["topic"], message["title"])
    assert "1001 Îles\nhttps://tablee.example/t/x" == message["message"]


async def test_apprise_checks_the_certificate(certificate: Path) -> None:
    with chat_service(certificate) as (port, received), pytest.raises(SendError):
        await send_webhook(f"ntfys://127.0.0.1:{port}/family", CONTENT, private=True)
    assert [] == received
