"""Tables of people: friends, invitations, reports, groups, and what the host of the site has decided.

They belong to the metadata of `schema`; `account_links` imports this module, so that all tables are known.
All times are milliseconds since 1970 (UTC).
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text

from tablee.server.storage.schema import METADATA


def _person(name: str, *, primary_key: bool = False) -> Column[str]:
    """Return a column with the id of a person; the row is deleted with the person."""
    key = ForeignKey("person.id", ondelete="CASCADE")
    return Column(name, Text, key, primary_key=primary_key, nullable=False)


PERSON = Table(
    "person",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("visitor_id", Text),
    Column("account_name", Text, ForeignKey("account.name", ondelete="CASCADE")),
    Column("name", Text, nullable=False),
    Column("face", Text, nullable=False),
    Column("code", Text, nullable=False),
    Column("wants_until", BigInteger, nullable=False, server_default="0"),
    Column("at_table_until", BigInteger, nullable=False, server_default="0"),
    Index(None, "visitor_id", unique=True),
    Index(None, "account_name", unique=True),
    Index(None, "code", unique=True),
)
"""People as others know them: an account or, without one, a visitor; the other of both columns is null.

`id` is random and may be sent to others. `code`: who has it may become a friend. `wants_until`: until when
the person wants to play; `at_table_until`: until when the last report that they sit at a table holds.
"""

RELATION = Table(
    "relation",
    METADATA,
    _person("person_id", primary_key=True),
    _person("other_id", primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index(None, "other_id"),
)
"""What a person is to another: `friend` (always in both directions), `block`, `mute`."""

INVITATION = Table(
    "invitation",
    METADATA,
    Column("table_id", Text, primary_key=True),
    _person("person_id", primary_key=True),
    _person("by_id"),
    Column("at", BigInteger, nullable=False),
    Index(None, "person_id", "at"),
)
"""Who was invited to a table, and by whom."""

REPORT = Table(
    "report",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _person("by_id"),
    _person("about_id"),
    Column("table_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Column("settled_at", BigInteger),
    Index(None, "settled_at", "at"),
    Index(None, "by_id", "at"),
)
"""Reports about people. `name`: how the person was called there. `lines`: the chat at that time, as JSON.

`table_id` is "" if the report is about no table. `settled_at`: when the host has dealt with it, or null.
"""

PLAYER_GROUP = Table(
    "player_group",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("code", Text, nullable=False),
    _person("owner_id"),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "code", unique=True),
    Index(None, "owner_id"),
)
"""Groups of people. `code`: who has it may join."""

MEMBERSHIP = Table(
    "membership",
    METADATA,
    Column("group_id", Text, ForeignKey("player_group.id", ondelete="CASCADE"), primary_key=True),
    _person("person_id", primary_key=True),
    Column("joined_at", BigInteger, nullable=False),
    Index(None, "person_id"),
)
"""The members of groups, the owner included."""

GROUP_TABLE = Table(
    "group_table",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("group_id", Text, ForeignKey("player_group.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "group_id", "at"),
)
"""Tables that were opened for a group. Written before the table is opened, which may then fail."""

BAN = Table(
    "ban",
    METADATA,
    Column("kind", Text, primary_key=True),
    Column("value", Text, primary_key=True),
    Column("person_id", Text),
    Column("at", BigInteger, nullable=False),
    Index(None, "person_id"),
)
"""Who may not act on this site. `kind` says what `value` is: `person`, `visitor` or `address`.

`person_id`: the person for whom the row was written, null for an address.
"""

SITE_HOST = Table(
    "site_host",
    METADATA,
    _person("person_id", primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""People, with an account, who may moderate the site at its page. Not by name: another may get that later."""

CLOSED_TABLE = Table(
    "closed_table",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
)
"""Tables that the host of the site has closed."""

HOST_ACTION = Table(
    "host_action",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("why", Text, nullable=False),
    Index(None, "at"),
)
"""The audit log of the host: who did what, when, to whom and why. Rows are only ever added."""
