"""Add the table of reviews. No row changes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create `review`."""
    op.create_table(
        "review",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("visitor_id", sa.Text, nullable=False),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("claimed_until", sa.BigInteger, nullable=False),
        sa.Column("progress", sa.Double, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_review"),
    )
    op.create_index("ix_review_done_asked_at", "review", ["done", "asked_at"])


def downgrade() -> None:
    """Drop `review`."""
    op.drop_table("review")
