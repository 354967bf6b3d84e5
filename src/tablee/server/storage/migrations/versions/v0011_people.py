"""Add people: friends, invitations, reports, groups, bans, closed tables, and the audit log of the host."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"

# In the order in which they can be created.
TABLES = (
    "person",
    "relation",
    "invitation",
    "report",
    "player_group",
    "membership",
    "group_table",
    "ban",
    "closed_table",
    "host_action",
)


def upgrade() -> None:
    """Create the tables and their indexes."""
    _create_people()
    _create_groups()
    _create_host()


def _person(table: str, column: str) -> sa.ForeignKeyConstraint:
    return _foreign_key(table, column, "person.id")


def _foreign_key(table: str, column: str, target: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [target], name=f"fk_{table}_{column}", ondelete="CASCADE")


def _index(table: str, *columns: str, unique: bool = False) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns), unique=unique)


def _create_people() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("visitor_id", sa.Text),
        sa.Column("account_name", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("face", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("wants_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("at_table_until", sa.BigInteger, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_person"),
        _foreign_key("person", "account_name", "account.name"),
    )
    for column in ("visitor_id", "account_name", "code"):
        _index("person", column, unique=True)
    op.create_table(
        "relation",
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("other_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", "other_id", "kind", name="pk_relation"),
        _person("relation", "person_id"),
        _person("relation", "other_id"),
    )
    _index("relation", "other_id")
    op.create_table(
        "invitation",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("by_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person_id", name="pk_invitation"),
        _person("invitation", "person_id"),
        _person("invitation", "by_id"),
    )
    _index("invitation", "person_id", "at")
    op.create_table(
        "report",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_id", sa.Text, nullable=False),
        sa.Column("about_id", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("settled_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_report"),
        _person("report", "by_id"),
        _person("report", "about_id"),
    )
    _index("report", "settled_at", "at")
    _index("report", "by_id", "at")


def _create_groups() -> None:
    op.create_table(
        "player_group",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("owner_id", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_player_group"),
        _person("player_group", "owner_id"),
    )
    _index("player_group", "code", unique=True)
    _index("player_group", "owner_id")
    op.create_table(
        "membership",
        sa.Column("group_id", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("joined_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("group_id", "person_id", name="pk_membership"),
        _foreign_key("membership", "group_id", "player_group.id"),
        _person("membership", "person_id"),
    )
    _index("membership", "person_id")
    op.create_table(
        "group_table",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("group_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_group_table"),
        _foreign_key("group_table", "group_id", "player_group.id"),
    )
    _index("group_table", "group_id", "at")


def _create_host() -> None:
    op.create_table(
        "ban",
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("person_id", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("kind", "value", name="pk_ban"),
    )
    _index("ban", "person_id")
    op.create_table(
        "closed_table",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_closed_table"),
    )
    op.create_table(
        "host_action",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_host_action"),
    )
    _index("host_action", "at")


def downgrade() -> None:
    """Drop the tables."""
    for table in reversed(TABLES):
        op.drop_table(table)
