"""Passkeys, in the terms of the WebAuthn specification: registration, authentication, assertion.

Each ceremony has two requests, which different processes may serve. `begin` stores a challenge for the
visitor; the second request takes it, so that it is used at most once, whether verification succeeds or not.
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
from tablee.server.auth.accounts import (
    NO_DETAILS,
    Accounts,
    NewSession,
    PasskeyInfo,
    clean_name,
    is_named,
    lock_account,
)
from tablee.server.storage.schema import ACCOUNT, CHALLENGE, PASSKEY

T = TypeVar("T")
# Milliseconds to complete a ceremony.
CHALLENGE_TIMEOUT = 300_000
MAX_PASSKEYS = 10
USER_HANDLE_BYTES = 32
RP_NAME = "Tablée"
# Discoverable credentials, so that nobody has to type a name.
SELECTION = AuthenticatorSelectionCriteria(
    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.PREFERRED
)

Purpose = Literal["make", "add", "enter", "password", "codes", "mail", "delete"]
# Actions of a logged-in person that need another assertion.
Confirmed = Literal["password", "codes", "mail", "delete"]
Id = Annotated[str, msgspec.Meta(max_length=1_400, pattern="^[A-Za-z0-9_-]+$")]
Bytes = Annotated[str, msgspec.Meta(max_length=10_000, pattern="^[A-Za-z0-9_-]+$")]
Kind = Literal["public-key"]
CLIENT = {"client_data": "clientDataJSON"}


# The JSON form of PublicKeyCredential.toJSON(); other fields are ignored.


class Attestation(msgspec.Struct, frozen=True, rename={**CLIENT, "attestation": "attestationObject"}):
    """AuthenticatorAttestationResponse."""

    client_data: Bytes
    attestation: Bytes


class NewCredential(msgspec.Struct, frozen=True, rename={"raw_id": "rawId"}):
    """A credential just created, with its attestation."""

    id: Id
    raw_id: Id
    type: Kind
    response: Attestation


class Assertion(
    msgspec.Struct,
    frozen=True,
    rename={**CLIENT, "authenticator": "authenticatorData", "user_handle": "userHandle"},
):
    """AuthenticatorAssertionResponse."""

    client_data: Bytes
    authenticator: Bytes
    signature: Bytes
    user_handle: Bytes | None = None


class UsedCredential(msgspec.Struct, frozen=True, rename={"raw_id": "rawId"}):
    """An existing credential with an assertion."""

    id: Id
    raw_id: Id
    type: Kind
    response: Assertion


@dataclass(frozen=True)
class RelyingParty:
    """The visitor and the origin of a ceremony; the middleware has checked the origin.

    `session`: what is stored if the ceremony is a login.
    """

    visitor_id: str
    origin: str
    session: NewSession = NO_DETAILS

    @property
    def rp_id(self) -> str:
        """The relying party id: the host name. Raises Illegal for an IP address, which browsers refuse."""
        host = urlsplit(self.origin).hostname or ""
        try:
            ipaddress.ip_address(host)
        except ValueError:
            if host:
                return host
        raise Illegal("passkeys-need-a-name")


@dataclass(frozen=True)
class Ceremony:
    """The options sent to the browser, and the account and user handle they are for ("" if unknown)."""

    options: PublicKeyCredentialCreationOptions | PublicKeyCredentialRequestOptions
    account_name: str = ""
    user_handle: str = ""


class Passkeys:
    """Registration and authentication ceremonies. Each write is one transaction."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.registry = accounts.registry
        self.store = accounts.store

    # First request: options and challenge

    async def begin(self, party: RelyingParty, purpose: Purpose, shown: str = "") -> dict[str, Any]:
        """Store a challenge for the visitor and return the options for the browser, as JSON-ready data.

        `shown` is the display name of a new account.
        """
        match purpose:
            case "make":
                ceremony = await self._registration_of_account(party, clean_name(shown))
            case "add":
                ceremony = await self._registration_of_passkey(party)
            case "enter":
                ceremony = Ceremony(authentication_options(party.rp_id, []))
            case "password" | "codes" | "mail" | "delete":
                name = await self.accounts.account_of(party.visitor_id)
                methods = await self.accounts.sign_in_methods(name)
                ceremony = Ceremony(authentication_options(party.rp_id, methods.passkeys), name)
        await self.store.in_transaction(
            lambda connection: self._store_challenge(connection, party.visitor_id, purpose, ceremony)
        )
        return options_to_json_dict(ceremony.options)

    async def _registration_of_account(self, party: RelyingParty, shown: str) -> Ceremony:
        """Return options for a new account; refuse a taken name before the device creates a passkey."""
        taken = select(ACCOUNT.c.name).where(is_named(shown))
        if await self.store.rows(taken):
            raise Illegal("name-taken")
        return registration_options(party.rp_id, shown, shown, secrets.token_bytes(USER_HANDLE_BYTES), [])

    async def _registration_of_passkey(self, party: RelyingParty) -> Ceremony:
        name = await self.accounts.account_of(party.visitor_id)
        known = (await self.accounts.sign_in_methods(name)).passkeys
        if len(known) >= MAX_PASSKEYS:
            raise Illegal("too-many-passkeys", most=MAX_PASSKEYS)
        handles = await self.store.rows(select(PASSKEY.c.user_handle).where(PASSKEY.c.account_name == name))
        handle = (
            base64url_to_bytes(handles[0].user_handle) if handles else secrets.token_bytes(USER_HANDLE_BYTES)
        )
        return registration_options(party.rp_id, name, await self.accounts.display_name(name), handle, known)

    def _store_challenge(
        self, connection: Connection, visitor_id: str, purpose: Purpose, ceremony: Ceremony
    ) -> None:
        """Replace the visitor's challenge and delete expired ones. Runs inside the caller's transaction."""
        now = self.registry.clock()
        connection.execute(
            delete(CHALLENGE).where(or_(CHALLENGE.c.visitor_id == visitor_id, CHALLENGE.c.expires_at < now))
        )
        row = {
            "visitor_id": visitor_id,
            "challenge": bytes_to_base64url(ceremony.options.challenge),
            "purpose": purpose,
            "account_name": ceremony.account_name,
            "user_handle": ceremony.user_handle,
            "expires_at": now + CHALLENGE_TIMEOUT,
        }
        # Of two concurrent requests of one visitor, one will find its challenge expired.
        connection.execute(self.store.statements.insert(CHALLENGE).on_conflict_do_nothing(), row)

    # Second request: verification

    async def register_account(self, party: RelyingParty, label: str, credential: NewCredential) -> str:
        """Create an account without a password, log the visitor in, and return the display name."""
        asked = await self._take_challenge(party, "make")
        row = self._verify_registration(party, asked, label, credential)

        def write(connection: Connection) -> None:
            self.accounts.create(connection, party.visitor_id, asked.account_name, session=party.session)
            self._insert_passkey(connection, row)

        await self.store.in_transaction(write)
        return str(asked.account_name)

    async def add_passkey(self, party: RelyingParty, label: str, credential: NewCredential) -> None:
        """Add a passkey to the visitor's account."""
        name = await self.accounts.account_of(party.visitor_id)
        asked = await self._take_challenge(party, "add", name)
        row = self._verify_registration(party, asked, label, credential)

        def write(connection: Connection) -> None:
            if not lock_account(connection, name):
                raise Illegal("no-account")
            self._insert_passkey(connection, row)

        await self.store.in_transaction(write)

    async def log_in(self, party: RelyingParty, credential: UsedCredential) -> str:
        """Log the visitor in to the passkey's account and return the display name."""
        asked = await self._take_challenge(party, "enter")
        name = await self._verify_assertion(party, asked, credential, log_in=True)
        return await self.accounts.display_name(name)

    async def confirm(self, party: RelyingParty, purpose: Confirmed, credential: UsedCredential) -> None:
        """Raise Illegal unless the logged-in person made this assertion for just this purpose."""
        name = await self.accounts.account_of(party.visitor_id)
        asked = await self._take_challenge(party, purpose, name)
        await self._verify_assertion(party, asked, credential)

    async def remove_passkey(self, visitor_id: str, passkey_id: str) -> None:
        """Remove a passkey; raises Illegal if there is no other way to log in."""
        name = await self.accounts.account_of(visitor_id)
        await self.store.in_transaction(lambda connection: delete_passkey(connection, name, passkey_id))

    async def _take_challenge(
        self, party: RelyingParty, purpose: Purpose, name: str | None = None
    ) -> Row[Any]:
        """Delete and return the visitor's challenge; raises Illegal unless it fits and is not expired."""
        taken = delete(CHALLENGE).where(CHALLENGE.c.visitor_id == party.visitor_id).returning(*CHALLENGE.c)
        found = await self.store.in_transaction(lambda connection: connection.execute(taken).all())
        for asked in found:
            if (
                asked.purpose == purpose
                and asked.expires_at >= self.registry.clock()
                and name in (None, asked.account_name)
            ):
                return asked
        raise Illegal("passkey-expired")

    def _verify_registration(
        self, party: RelyingParty, asked: Row[Any], label: str, credential: NewCredential
    ) -> dict[str, Any]:
        """Verify an attestation and return the row of the new passkey."""
        found = or_refuse(
            lambda: verify_registration_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=base64url_to_bytes(asked.challenge),
                expected_rp_id=party.rp_id,
                expected_origin=party.origin,
            )
        )
        return {
            "id": bytes_to_base64url(found.credential_id),
            "account_name": asked.account_name.casefold(),
            "user_handle": asked.user_handle,
            "public_key": bytes_to_base64url(found.credential_public_key),
            "sign_count": found.sign_count,
            "label": clean_name(label),
            "created_at": self.registry.clock(),
        }

    def _insert_passkey(self, connection: Connection, row: dict[str, Any]) -> None:
        new = self.store.statements.insert(PASSKEY).on_conflict_do_nothing().returning(PASSKEY.c.id)
        if not connection.execute(new, row).all():
            raise Illegal("passkey-known")

    async def _verify_assertion(
        self, party: RelyingParty, asked: Row[Any], credential: UsedCredential, log_in: bool = False
    ) -> str:
        """Verify an assertion, record its use, and return the account name; raises Illegal.

        With `log_in`, the session starts in the same transaction.
        """
        known = await self.store.rows(select(PASSKEY).where(PASSKEY.c.id == credential.id))
        if not known or asked.account_name not in ("", known[0].account_name):
            raise Illegal("passkey-unknown")
        passkey: Row[Any] = known[0]
        found = or_refuse(
            lambda: verify_authentication_response(
                credential=msgspec.to_builtins(credential),
                expected_challenge=base64url_to_bytes(asked.challenge),
                expected_rp_id=party.rp_id,
                expected_origin=party.origin,
                credential_public_key=base64url_to_bytes(passkey.public_key),
                # Compared in `record_use`, inside the transaction.
                credential_current_sign_count=0,
            )
        )
        if credential.response.user_handle not in (None, passkey.user_handle):
            raise Illegal("passkey-refused")
        use = record_use(passkey.id, found.new_sign_count, self.registry.clock())

        def write(connection: Connection) -> None:
            if not connection.execute(use).all():
                raise Illegal("passkey-copied")
            # In the same transaction: deleting the account meanwhile also deletes the passkey.
            if log_in:
                self.accounts.start_session(connection, party.visitor_id, passkey.account_name, party.session)

        await self.store.in_transaction(write)
        return str(passkey.account_name)


def registration_options(
    rp_id: str, name: str, shown: str, user_handle: bytes, known: list[PasskeyInfo]
) -> Ceremony:
    """Return options to create a credential on a device that has none of the known ones."""
    options = generate_registration_options(
        rp_id=rp_id,
        rp_name=RP_NAME,
        user_name=shown,
        user_id=user_handle,
        timeout=CHALLENGE_TIMEOUT,
        authenticator_selection=SELECTION,
        exclude_credentials=descriptors(known),
    )
    return Ceremony(options, name, bytes_to_base64url(user_handle))


def authentication_options(rp_id: str, known: list[PasskeyInfo]) -> PublicKeyCredentialRequestOptions:
    """Return options to sign with one of the known credentials, or with any of this site if `known` is []."""
    return generate_authentication_options(
        rp_id=rp_id, timeout=CHALLENGE_TIMEOUT, allow_credentials=descriptors(known)
    )


def descriptors(known: list[PasskeyInfo]) -> list[PublicKeyCredentialDescriptor]:
    """Return credential descriptors for the browser."""
    return [PublicKeyCredentialDescriptor(base64url_to_bytes(each.id)) for each in known]


def or_refuse(verify: Callable[[], T]) -> T:
    """Call a verification of the library; any exception becomes Illegal, since the input is untrusted."""
    try:
        return verify()
    except Exception as wrong:
        raise Illegal("passkey-refused") from wrong


def record_use(passkey_id: str, sign_count: int, now: int) -> Any:
    """Return the statement that stores a use of a passkey.

    It changes no row unless the counter is greater than the stored one, or both are 0: such an authenticator
    does not count.
    """
    grew = PASSKEY.c.sign_count < sign_count if sign_count else PASSKEY.c.sign_count == 0
    changed = update(PASSKEY).where(PASSKEY.c.id == passkey_id, grew)
    return changed.values(sign_count=sign_count, used_at=now).returning(PASSKEY.c.id)


def delete_passkey(connection: Connection, name: str, passkey_id: str) -> None:
    """Delete a passkey unless it is the last way to log in. Runs inside the caller's transaction."""
    # Serializes two sessions that remove one passkey each.
    if not lock_account(connection, name):
        raise Illegal("no-account")
    (password,) = connection.execute(select(ACCOUNT.c.password).where(ACCOUNT.c.name == name)).one()
    count = connection.execute(select(func.count()).where(PASSKEY.c.account_name == name)).scalar_one()
    if not password and count <= 1:
        raise Illegal("last-way-in")
    gone = (
        delete(PASSKEY)
        .where(PASSKEY.c.account_name == name, PASSKEY.c.id == passkey_id)
        .returning(PASSKEY.c.id)
    )
    if not connection.execute(gone).all():
        raise Illegal("passkey-unknown")
