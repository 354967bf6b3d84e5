"""Add the recovery codes of accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "recovery_code",
        sa.Column("account_name", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_name", "code", name="pk_recovery_code"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_recovery_code_account_name", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("recovery_code")
