"""Limits on attempts to log in, and the confirmation of a person who is logged in already.

All routes of a site share one object, so that guesses at one endpoint count at the others too.
"""

from __future__ import annotations

from typing import Protocol

from starlette.requests import Request

from tablee.server.auth.accounts import Accounts
from tablee.server.auth.passkeys import Confirmed, Passkeys, RelyingParty, UsedCredential
from tablee.server.http.visitors import origin_of, session_hash_of, visitor_id_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.shared_limits import SharedBuckets


class Proof(Protocol):
    """A body that confirms who sends it: by the present password or, unless None, by a passkey."""

    @property
    def present(self) -> str: ...

    @property
    def credential(self) -> UsedCredential | None: ...


class Attempts:
    """Attempts to prove who a person is, limited by address and, from everywhere together, by account."""

    def __init__(self, accounts: Accounts, rate: Rate) -> None:
        self.accounts = accounts
        self.passkeys = Passkeys(accounts)
        bus = accounts.registry.bus
        self.by_address = SharedBuckets(bus, "trying", rate)
        # Twice the tokens, so that one address cannot lock the owner out alone.
        doubled = Rate(2 * rate.burst, rate.per_second)
        self.by_account = SharedBuckets(bus, "account", doubled)
        self.by_account_code = SharedBuckets(bus, "recovery", doubled)

    async def limit(self, request: Request) -> None:
        """Count an attempt from an address, since verifying a password is slow. Raises LimitExceeded."""
        await self.by_address.take(client_address(request.scope))

    async def confirm(self, request: Request, purpose: Confirmed, proof: Proof) -> str:
        """Check the proof of a logged-in person; return the visitor id. Raises Illegal, LimitExceeded."""
        visitor_id = await logged_in(self.accounts, request)
        if proof.credential is None:
            await self.confirm_password(visitor_id, proof.present)
        else:
            await self.passkeys.confirm(
                RelyingParty(visitor_id, origin_of(request)), purpose, proof.credential
            )
        return visitor_id

    async def confirm_password(self, visitor_id: str, password: str) -> None:
        """Check the password of a logged-in person, as an attempt at the account.

        Raises Illegal, LimitExceeded.
        """
        await self.by_account.take(await self.accounts.account_of(visitor_id))
        await self.accounts.confirm(visitor_id, password)


async def logged_in(accounts: Accounts, request: Request) -> str:
    """Return the visitor id of a request; raises Illegal unless it carries the secret of the last login."""
    visitor_id = visitor_id_of(request)
    await accounts.check_session(visitor_id, session_hash_of(request))
    return visitor_id
