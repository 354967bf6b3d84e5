"""Recovery codes: a set of random codes, each good for one new password when all else is lost."""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from tablee.core.errors import Illegal
from tablee.server.auth.accounts import (
    NO_DETAILS,
    Accounts,
    NewSession,
    is_named,
    lock_account,
)
from tablee.server.auth.passwords import check_password, hash_password
from tablee.server.domain.names import one_line
from tablee.server.storage.schema import ACCOUNT, RECOVERY_CODE

CODES = 8
# Without letters and digits that look alike: 31 ** 12 codes, about 59 bits.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
GROUPS, GROUP_LENGTH = 3, 4


class RecoveryInfo(msgspec.Struct, frozen=True):
    """How many unused recovery codes an account has, and when they were made (ms since 1970), or null."""

    left: int
    made: int | None


class Recovery:
    """Operations on recovery codes. Each write is one transaction; only hashes are stored."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self.store = accounts.store

    async def info(self, name: str) -> RecoveryInfo:
        """Return what a person may know about the codes of their account."""
        query = select(func.count(), func.max(RECOVERY_CODE.c.created_at))
        [(left, made)] = await self.store.rows(query.where(RECOVERY_CODE.c.account_name == name))
        return RecoveryInfo(left, made)

    async def renew(self, name: str) -> list[str]:
        """Replace all codes of an account and return the new ones, which cannot be read again."""
        codes = [new_code() for _ in range(CODES)]
        now = self.accounts.registry.clock()
        rows = [{"account_name": name, "code": hash_code(code), "created_at": now} for code in codes]

        def write(connection: Connection) -> None:
            if not lock_account(connection, name):
                raise Illegal("no-account")
            connection.execute(delete(RECOVERY_CODE).where(RECOVERY_CODE.c.account_name == name))
            connection.execute(insert(RECOVERY_CODE), rows)

        await self.store.in_transaction(write)
        return codes

    async def recover(
        self, visitor_id: str, shown: str, code: str, password: str, session: NewSession = NO_DETAILS
    ) -> str:
        """Use a code up, set the password, log only this visitor in, and return the display name.

        Raises Illegal for a wrong name or code. The password is hashed before anything is looked up, so that
        the answer takes as long for unknown names.
        """
        check_password(password)
        hashed = await hash_password(password)
        found = await self.store.rows(select(ACCOUNT).where(is_named(one_line("name", shown))))

        def write(connection: Connection) -> str:
            for account in found:
                if lock_account(connection, account.name) and use_code(connection, account.name, code):
                    return self.accounts.reset_password(connection, visitor_id, account.name, hashed, session)
            raise Illegal("wrong-code")

        return await self.store.in_transaction(write)


def use_code(connection: Connection, name: str, code: str) -> bool:
    """Delete a code of an account; return whether there was such a code."""
    own = (RECOVERY_CODE.c.account_name == name) & (RECOVERY_CODE.c.code == hash_code(code))
    return bool(connection.execute(delete(RECOVERY_CODE).where(own).returning(RECOVERY_CODE.c.code)).all())


def new_code() -> str:
    """Return a random code, such as `k7mx-2pqd-9hvz`."""
    letters = [secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP_LENGTH)]
    return "-".join(
        "".join(letters[start : start + GROUP_LENGTH]) for start in range(0, len(letters), GROUP_LENGTH)
    )


def hash_code(code: str) -> str:
    """Return the hash of a code as stored; upper case, spaces and hyphens make no difference.

    A fast hash is enough: the codes are random and too many to try.
    """
    plain = "".join(letter for letter in code.lower() if letter in ALPHABET)
    return hashlib.sha256(b"tablee recovery\0" + plain.encode()).hexdigest()
