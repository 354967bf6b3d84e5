"""Add the deal of the day: the chain of its secrets, and the tries and results of people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create `daily_chain` and `daily_result`."""
    op.create_table(
        "daily_chain",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("first_day", sa.Text, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_daily_chain"),
    )
    op.create_table(
        "daily_result",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("visitor_id", sa.Text, nullable=False),
        sa.Column("account_name", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("face", sa.Text, nullable=False),
        sa.Column("ranked", sa.Boolean, nullable=False),
        sa.Column("started_at", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("lead", sa.Integer),
        sa.Column("finished_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", name="pk_daily_result"),
    )
    for columns in (
        ["day", "game", "ranked", "score", "lead"],
        ["visitor_id", "day"],
        ["account_name", "day"],
    ):
        op.create_index(f"ix_daily_result_{'_'.join(columns)}", "daily_result", columns)


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("daily_result")
    op.drop_table("daily_chain")
