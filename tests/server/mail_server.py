"""A real SMTP server that keeps the mails it receives."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.server.site import free_port

USER, PASSWORD = "games", "open sesame"


class Mailbox:
    """The mails that were received. `refusals` are the next answers to a recipient, such as "550 unknown"."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refusals: list[str] = []
        # Whether every connection is encrypted from its beginning.
        self.implicit = False
        # For each mail whether the connection was encrypted.
        self.encrypted: list[bool] = []

    async def handle_RCPT(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """Accept a recipient, or refuse it."""
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep a mail of a sender who has logged in."""
        assert session.authenticated
        mail = message_from_bytes(envelope.content, _class=EmailMessage, policy=policy.default)
        assert envelope.rcpt_tos == [mail["to"]]
        self.encrypted.append(session.ssl is not None or self.implicit)
        self.mails.append(mail)
        return "250 OK"

    def wait_for(self, count: int, timeout: float = 60.0) -> list[EmailMessage]:
        """Wait until this many mails have arrived, and return them."""
        until = time.monotonic() + timeout
        while len(self.mails) < count:
            assert time.monotonic() < until, f"{len(self.mails)} of {count} mails"
            time.sleep(0.02)
        return self.mails


def authenticate(_server: Any, _session: Any, _envelope: Any, _mechanism: str, given: Any) -> AuthResult:
    """Accept the one user there is."""
    right = LoginPassword(USER.encode(), PASSWORD.encode())
    return AuthResult(success=given == right, handled=False)


@contextmanager
def mail_server(
    context: ssl.SSLContext | None = None, tls: Literal["starttls", "implicit"] = "starttls"
) -> Iterator[tuple[Mailbox, int]]:
    """Run an SMTP server that checks user and password, and yield its mailbox and port.

    With a context, the server speaks TLS and takes nothing before it.
    """
    mailbox, implicit = Mailbox(), context is not None and tls == "implicit"
    mailbox.implicit = implicit
    explicit: dict[str, Any] = (
        {"tls_context": context, "require_starttls": True} if context and not implicit else {}
    )
    controller = Controller(
        mailbox,
        hostname="127.0.0.1",
        port=free_port(),
        authenticator=authenticate,
        auth_require_tls=bool(explicit),
        ssl_context=context if implicit else None,
        **explicit,
    )
    controller.start()
    try:
        yield mailbox, controller.port
    finally:
        controller.stop()


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def link_in(mail: EmailMessage, purpose: str) -> str:
    """Return the token of a link in a mail, which must be in its HTML too."""
    token = text_of(mail).partition(f"#{purpose}=")[2].split()[0]
    page = mail.get_body(("html",))
    assert page is not None
    assert f"#{purpose}={token}" in page.get_content()
    return token
