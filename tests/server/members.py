"""Accounts with a password over HTTP: sign up, log in, confirm a mail address."""

from __future__ import annotations

from tests.server.mail_server import Mailbox, link_in
from tests.server.site import Visitor
from tests.server.site import refusal as site_refusal

OLD, NEW = "correct horse", "battery staple"


def is_logged_in(visitor: Visitor) -> bool:
    return visitor.http.get("/api/me").is_success


def refusal(visitor: Visitor, path: str, **body: object) -> str:
    """Send a POST request that must be refused, and return the code of the refusal."""
    return site_refusal(visitor, path, body)


def sign_up(visitor: Visitor, name: str) -> None:
    """Register an account with the password OLD."""
    visitor.post("/api/account", {"name": name, "password": OLD})


def log_in(visitor: Visitor, name: str, password: str) -> None:
    visitor.post("/api/login", {"name": name, "password": password})


def set_address(visitor: Visitor, mailbox: Mailbox, address: str) -> None:
    """Give an account with the password OLD a confirmed address."""
    count = len(mailbox.mails)
    visitor.post("/api/me/mail", {"address": address, "present": OLD, "language": "en"})
    token = link_in(mailbox.wait_for(count + 1)[-1], "confirm")
    visitor.post("/api/mail/confirm", {"token": token})
