"""Add the answers of people to exercises, and the ratings of both."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the three tables."""
    op.create_table(
        "exercise_rating",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("exercise", sa.Text, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "exercise", name="pk_exercise_rating"),
    )
    op.create_table(
        "exercise_person",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", name="pk_exercise_person"),
    )
    op.create_table(
        "exercise_answer",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("exercise", sa.Text, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "exercise", name="pk_exercise_answer"),
    )


def downgrade() -> None:
    """Drop the three tables."""
    for table in ("exercise_answer", "exercise_person", "exercise_rating"):
        op.drop_table(table)
