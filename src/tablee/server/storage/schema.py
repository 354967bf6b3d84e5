"""What is stored: one log that only grows, small tables made from it for finding things, and accounts."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

# Fixed names let a migration speak of a constraint on every database.
NAMES = {
    "pk": "pk_%(table_name)s",
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
}
METADATA = MetaData(naming_convention=NAMES)

EVENT = Table(
    "event",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),
)
"""Everything that happened at a table. The key refuses a double write."""

SHELF = Table(
    "shelf",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("free", Integer, nullable=False),
    Column("due", BigInteger),
    Column("changed", BigInteger, nullable=False),
    Index(None, "status", "listed", "game"),
    Index(None, "due"),
)
"""One row per table, as its last event left it: for lists, and for whoever looks what is due."""

SITTING = Table(
    "sitting",
    METADATA,
    Column("who", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
)
"""Who ever sat where: for the tables of a person."""

RESULT = Table(
    "result",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("who", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "game", "at"),
)
"""How people ended, made from the log: ratings are what these add up to."""

ACCOUNT = Table(
    "account",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("shown", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""People who want their history kept: a name in small letters, as it is shown, and a hashed password.

The password is empty where there is none: a passkey is then the only way in.
"""

DEVICE = Table(
    "device",
    METADATA,
    Column("who", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Index(None, "name"),
)
"""Which visitors belong to an account: a browser here, a phone there."""

PASSKEY = Table(
    "passkey",
    METADATA,
    Column("id", Text, primary_key=True),
    # With the account they go too: who takes the name after it must not inherit them.
    Column("name", Text, ForeignKey("account.name", ondelete="CASCADE"), nullable=False),
    Column("handle", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("signed", BigInteger, nullable=False),
    Column("label", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
    Index(None, "name"),
)
"""Keys of which people keep the other half. `handle` is how their devices know the account, `signed` the
device's own count of its signatures, `label` what the person calls it."""

CHALLENGE = Table(
    "challenge",
    METADATA,
    Column("who", Text, primary_key=True),
    Column("challenge", Text, nullable=False),
    Column("purpose", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("handle", Text, nullable=False),
    Column("until", BigInteger, nullable=False),
    Index(None, "until"),
)
"""What a visitor's passkey was asked to sign, and for what: one for each visitor, for a few minutes."""
