"""Add to results whether a bot finished the match for the person."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns."""
    op.add_column(
        "result", sa.Column("finished_by_bot", sa.Boolean, nullable=False, server_default=sa.false())
    )


def downgrade() -> None:
    """Drop the columns."""
    with op.batch_alter_table("result") as table:
        table.drop_column("finished_by_bot")
