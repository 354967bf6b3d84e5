"""Create the event log, the index of tables and participation."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "event",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_event"),
    )
    op.create_table(
        "shelf",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_shelf"),
    )
    op.create_index("ix_shelf_status_listed_game", "shelf", ["status", "listed", "game"])
    op.create_index("ix_shelf_due", "shelf", ["due"])
    op.create_table(
        "sitting",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("who", "table_id", name="pk_sitting"),
    )


def downgrade() -> None:
    """Drop the tables."""
    for table in ("sitting", "shelf", "event"):
        op.drop_table(table)
