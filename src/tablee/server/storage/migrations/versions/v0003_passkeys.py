"""Create passkeys and challenges."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "passkey",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("signed", sa.BigInteger, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("used", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_passkey"),
        sa.ForeignKeyConstraint(["name"], ["account.name"], name="fk_passkey_name", ondelete="CASCADE"),
    )
    op.create_index("ix_passkey_name", "passkey", ["name"])
    op.create_table(
        "challenge",
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("challenge", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("handle", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("who", name="pk_challenge"),
    )
    op.create_index("ix_challenge_until", "challenge", ["until"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("challenge", "passkey"):
        op.drop_table(table)
