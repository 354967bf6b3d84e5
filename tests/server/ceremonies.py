"""Ceremonies of passkeys over HTTP: the bodies that an authenticator fills."""

from __future__ import annotations

from typing import Any

from tests.server.authenticator import Authenticator
from tests.server.site import Visitor

AT = "/api/passkeys"


def begin(visitor: Visitor, purpose: str, name: str = "") -> Any:
    """Begin a ceremony, and return the options for the authenticator."""
    return visitor.post(f"{AT}/begin", {"purpose": purpose, "name": name})


def registration_body(key: Authenticator, options: Any, label: str = "Phone") -> dict[str, Any]:
    """Return the body that registers a new credential."""
    return {"label": label, "credential": key.make(options)}


def assertion_body(key: Authenticator, options: Any) -> dict[str, Any]:
    """Return the body with an assertion by an existing credential."""
    return {"credential": key.sign(options)}


def register_account(visitor: Visitor, name: str) -> Authenticator:
    """Register an account with a passkey, and return its authenticator."""
    key = Authenticator(visitor.address)
    assert name == visitor.post(f"{AT}/account", registration_body(key, begin(visitor, "make", name)))["name"]
    return key


def with_host_name(address: str) -> str:
    """Return the address with a host name instead of an IP address."""
    return address.replace("127.0.0.1", "localhost")


def visitor_at_origin(address: str, origin: str) -> Visitor:
    """Return a visitor whose browser shows another origin than this address."""
    visitor = Visitor(address)
    visitor.http.headers["Origin"] = origin
    return visitor
