"""Note which results are of matches that were played on a device."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the column; no earlier match was played on a device."""
    op.add_column("result", sa.Column("device", sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("result", "device")
