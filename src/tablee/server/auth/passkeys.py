"""Passkeys: a way into an account without a password to remember, by the library webauthn.

A ceremony has two halves, and any process may serve either. `begin` keeps a challenge for the visitor; what
the visitor's device makes of it takes the challenge away again, whether it holds or not.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import Connection, Row, delete, func, or_, select, update
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRequestOptions,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import Accounts, PasskeyInfo, clean_name, hold, link
from tablee.server.storage.schema import ACCOUNT, CHALLENGE, PASSKEY

Done = TypeVar("Done")
# Milliseconds that a person has, to find the key or the finger that a device asks for.
PATIENCE = 300_000
MOST = 10
HANDLE_BYTES = 32
TITLE = "Tablée"
# The device keeps the account's name with the key, so that nobody has to type it; it may ask for a finger.
KEPT = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
)

Purpose = Literal["make", "add", "enter", "password", "delete"]
# What a device that is logged in asks for once more.
Serious = Literal["password", "delete"]
Id = Annotated[str, msgspec.Meta(max_length=1_400, pattern="^[A-Za-z0-9_-]+$")]
Bytes = Annotated[str, msgspec.Meta(max_length=10_000, pattern="^[A-Za-z0-9_-]+$")]
Kind = Literal["public-key"]
CLIENT = {"client_data": "clientDataJSON"}


# What a browser answers, as PublicKeyCredential.toJSON() writes it; what else is in it does not matter.


class Attestation(msgspec.Struct, frozen=True, rename={**CLIENT, "attestation": "attestationObject"}):
    """A new key, and where it was made."""

    client_data: Bytes
    attestation: Bytes


class NewCredential(msgspec.Struct, frozen=True, rename={"raw_id": "rawId"}):
    """A passkey that a device has just made."""

    id: Id
    raw_id: Id
    type: Kind
    response: Attestation


class Assertion(
    msgspec.Struct,
    frozen=True,
    rename={**CLIENT, "authenticator": "authenticatorData", "user_handle": "userHandle"},
):
    """A signature, and what was signed."""

    client_data: Bytes
    authenticator: Bytes
    signature: Bytes
    user_handle: Bytes | None = None


class UsedCredential(msgspec.Struct, frozen=True, rename={"raw_id": "rawId"}):
    """A passkey that was there already, used."""

    id: Id
    raw_id: Id
    type: Kind
    response: Assertion


@dataclass(frozen=True)
class Visit:
    """Who asks, and from which site: an origin that has passed the gate."""

    who: str
    origin: str

    @property
    def host(self) -> str:
        """The name to which passkeys belong. Numbers have none, and no browser makes passkeys for them."""
        host = urlsplit(self.origin).hostname or ""
        try:
            ipaddress.ip_address(host)
        except ValueError:
            if host:
                return host
        raise Illegal("passkeys-need-a-name")


@dataclass(frozen=True)
class Asking:
    """What a device is asked for, and in whose name."""

    options: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions
    name: str = ""
    handle: str = ""


class Passkeys:
    """Everything about passkeys in one store."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.house = accounts.house
        self.store = accounts.store

    # The first half

    async def begin(self, visit: Visit, purpose: Purpose, shown: str = "") -> dict[str, Any]:
        """What the browser is to ask of a device, as JSON."""
        match purpose:
            case "make":
                asking = await self._to_make(visit, clean_name(shown))
            case "add":
                asking = await self._to_add(visit)
            case "enter":
                asking = Asking(used(visit.host, []))
            case "password" | "delete":
                name = await self.accounts.name_of(visit.who)
                ways = await self.accounts.ways_in(name)
                asking = Asking(used(visit.host, ways.passkeys), name)
        await self.store.in_transaction(lambda connection: self._keep(connection, visit.who, purpose, asking))
        return options_to_json_dict(asking.options)

    async def _to_make(self, visit: Visit, shown: str) -> Asking:
        """Better told now that the name is taken than when a device has made the passkey."""
        taken = select(ACCOUNT.c.name).where(ACCOUNT.c.name == shown.casefold())
        if await self.store.rows(taken):
            raise Illegal("name-taken")
        return made(visit.host, shown, shown, secrets.token_bytes(HANDLE_BYTES), [])

    async def _to_add(self, visit: Visit) -> Asking:
        name = await self.accounts.name_of(visit.who)
        known = (await self.accounts.ways_in(name)).passkeys
        if len(known) >= MOST:
            raise Illegal("too-many-passkeys", most=MOST)
        handles = await self.store.rows(select(PASSKEY.c.handle).where(PASSKEY.c.name == name))
        handle = base64url_to_bytes(handles[0].handle) if handles else secrets.token_bytes(HANDLE_BYTES)
        return made(visit.host, name, await self.accounts.shown(name), handle, known)

    def _keep(self, connection: Connection, who: str, purpose: Purpose, asking: Asking) -> None:
        """One challenge for each visitor: who begins again has forgotten what they began before."""
        now = self.house.clock()
        connection.execute(delete(CHALLENGE).where(or_(CHALLENGE.c.who == who, CHALLENGE.c.until < now)))
        row = {
            "who": who,
            "challenge": bytes_to_base64url(asking.options.challenge),
            "purpose": purpose,
            "name": asking.name,
            "handle": asking.handle,
            "until": now + PATIENCE,
        }
        # Of two that begin at the very same time, one is told that its time is over.
        connection.execute(self.store.writing.insert(CHALLENGE).on_conflict_do_nothing(), row)

    # The second half

    async def make(self, visit: Visit, label: str, credential: NewCredential) -> str:
        """A new account, with this device and without a password."""
        asked = await self._asked(visit, "make")
        row = self._verified(visit, asked, label, credential)

        def write(connection: Connection) -> None:
            self.accounts.make(connection, visit.who, asked.name)
            self._write(connection, row)

        await self.store.in_transaction(write)
        return str(asked.name)

    async def add(self, visit: Visit, label: str, credential: NewCredential) -> None:
        """One more way into the account of this device."""
        name = await self.accounts.name_of(visit.who)
        asked = await self._asked(visit, "add", name)
        row = self._verified(visit, asked, label, credential)
        await self.store.in_transaction(lambda connection: self._write(connection, row))

    async def enter(self, visit: Visit, credential: UsedCredential) -> str:
        """This device belongs to the passkey's account from now on."""
        asked = await self._asked(visit, "enter")
        name = await self._signed(visit, asked, credential, enters=True)
        return await self.accounts.shown(name)

    async def confirm(self, visit: Visit, purpose: Serious, credential: UsedCredential) -> None:
        """Make sure that it is really the person who is at this device, and that they want just this."""
        name = await self.accounts.name_of(visit.who)
        asked = await self._asked(visit, purpose, name)
        await self._signed(visit, asked, credential)

    async def remove(self, who: str, passkey_id: str) -> None:
        """A passkey leads in no more, unless nothing else would."""
        name = await self.accounts.name_of(who)
        await self.store.in_transaction(lambda connection: drop(connection, name, passkey_id))

    async def _asked(self, visit: Visit, purpose: Purpose, name: str | None = None) -> Row[Any]:
        """The challenge that this visitor was given, once."""
        taken = delete(CHALLENGE).where(CHALLENGE.c.who == visit.who).returning(*CHALLENGE.c)
        found = await self.store.in_transaction(lambda connection: connection.execute(taken).all())
        for asked in found:
            if asked.purpose == purpose and asked.until >= self.house.clock() and name in (None, asked.name):
                return asked
        raise Illegal("passkey-expired")

    def _verified(
        self, visit: Visit, asked: Row[Any], label: str, credential: NewCredential
    ) -> dict[str, Any]:
        """The row of a new passkey."""
        found = verified(
            lambda: verify_registration_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=base64url_to_bytes(asked.challenge),
                expected_rp_id=visit.host,
                expected_origin=visit.origin,
            )
        )
        return {
            "id": bytes_to_base64url(found.credential_id),
            "name": asked.name.casefold(),
            "handle": asked.handle,
            "public_key": bytes_to_base64url(found.credential_public_key),
            "signed": found.sign_count,
            "label": clean_name(label),
            "made": self.house.clock(),
        }

    def _write(self, connection: Connection, row: dict[str, Any]) -> None:
        new = self.store.writing.insert(PASSKEY).on_conflict_do_nothing().returning(PASSKEY.c.id)
        if not connection.execute(new, row).all():
            raise Illegal("passkey-known")

    async def _signed(
        self, visit: Visit, asked: Row[Any], credential: UsedCredential, enters: bool = False
    ) -> str:
        """Whose passkey signed the challenge, for the account if it names one; its use is noted."""
        known = await self.store.rows(select(PASSKEY).where(PASSKEY.c.id == credential.id))
        if not known or asked.name not in ("", known[0].name):
            raise Illegal("passkey-unknown")
        passkey: Row[Any] = known[0]
        found = verified(
            lambda: verify_authentication_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=base64url_to_bytes(asked.challenge),
                expected_rp_id=visit.host,
                expected_origin=visit.origin,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                # Compared below, where no other process can come between.
                credential_current_sign_count=0,
            )
        )
        if credential.response.user_handle not in (None, passkey.handle):
            raise Illegal("passkey-refused")
        noted = note(passkey.id, found.new_sign_count, self.house.clock())

        def write(connection: Connection) -> None:
            if not connection.execute(noted).all():
                raise Illegal("passkey-copied")
            # Together with the note: an account that is deleted meanwhile takes its passkeys with it.
            if enters:
                link(connection, visit.who, passkey.name)

        await self.store.in_transaction(write)
        return str(passkey.name)


def made(host: str, name: str, shown: str, handle: bytes, known: list[PasskeyInfo]) -> Asking:
    """A device is to make a passkey, unless it has one of these."""
    options = generate_registration_options(
        rp_id=host,
        rp_name=TITLE,
        user_name=shown,
        user_id=handle,
        timeout=PATIENCE,
        authenticator_selection=KEPT,
        exclude_credentials=described(known),
    )
    return Asking(options, name, bytes_to_base64url(handle))


def used(host: str, known: list[PasskeyInfo]) -> PublicKeyCredentialRequestOptions:
    """A device is to use one of these passkeys, or whichever it has for this site."""
    return generate_authentication_options(rp_id=host, timeout=PATIENCE, allow_credentials=described(known))


def described(known: list[PasskeyInfo]) -> list[PublicKeyCredentialDescriptor]:
    """Passkeys, for a browser."""
    return [PublicKeyCredentialDescriptor(base64url_to_bytes(each.id)) for each in known]


def verified(verify: Callable[[], Done]) -> Done:
    """What the library found good; whatever it stumbles over in bytes that anybody may send is a refusal."""
    try:
        return verify()
    except Exception as wrong:
        raise Illegal("passkey-refused") from wrong


def note(passkey_id: str, signed: int, now: int) -> Any:
    """A use, if the device counts on from the last one; one that never counts says 0 each time."""
    follows = PASSKEY.c.signed < signed if signed else PASSKEY.c.signed == 0
    changed = update(PASSKEY).where(PASSKEY.c.id == passkey_id, follows)
    return changed.values(signed=signed, used=now).returning(PASSKEY.c.id)


def drop(connection: Connection, name: str, passkey_id: str) -> None:
    """Inside a transaction: one passkey less."""
    # So two devices that remove one each come one after the other.
    hold(connection, name)
    (password,) = connection.execute(select(ACCOUNT.c.password).where(ACCOUNT.c.name == name)).one()
    count = connection.execute(select(func.count()).where(PASSKEY.c.name == name)).scalar_one()
    if not password and count <= 1:
        raise Illegal("last-way-in")
    gone = delete(PASSKEY).where(PASSKEY.c.name == name, PASSKEY.c.id == passkey_id).returning(PASSKEY.c.id)
    if not connection.execute(gone).all():
        raise Illegal("passkey-unknown")
