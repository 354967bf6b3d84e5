"""Hashes of passwords by argon2. Each takes tens of milliseconds and 64 MiB on purpose: few run at once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tablee.core.errors import Illegal

HASHER = PasswordHasher()
# Verified for unknown names, so that the answer takes as long as for known ones.
DUMMY_HASH = HASHER.hash("nobody")
MIN_PASSWORD = 8
# Hashes that are computed at the same time, in one process; the others wait.
MAX_HASHES = 2
THREADS = ThreadPoolExecutor(MAX_HASHES, thread_name_prefix="password")


def check_password(password: str) -> None:
    """Raise Illegal if a new password is too short."""
    if len(password) < MIN_PASSWORD:
        raise Illegal("password-too-short", least=MIN_PASSWORD)


async def hash_password(password: str) -> str:
    """Return the hash of a password."""
    return await asyncio.get_running_loop().run_in_executor(THREADS, HASHER.hash, password)


async def is_password(hashed: str, password: str) -> bool:
    """Return whether a password matches its hash; for "" it takes as long, and the answer is False."""
    found = await asyncio.get_running_loop().run_in_executor(THREADS, matches, hashed or DUMMY_HASH, password)
    return found and bool(hashed)


def matches(hashed: str, password: str) -> bool:
    """Return whether a password matches its hash."""
    try:
        return HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
