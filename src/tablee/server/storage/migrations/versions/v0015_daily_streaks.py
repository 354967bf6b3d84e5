"""Let the indexes of a person's tries at the deal of the day contain all that a streak needs."""

from __future__ import annotations

from alembic import op

revision = "0015"
down_revision = "0014"
TABLE = "daily_result"
NARROW = (("visitor_id", "day"), ("account_name", "day"))
WIDE = (("visitor_id", "day", "account_name", "ranked", "score"), ("account_name", "day", "ranked", "score"))


def upgrade() -> None:
    """Replace the indexes by wider ones."""
    _replace(NARROW, WIDE)


def downgrade() -> None:
    """Put the narrow ones back."""
    _replace(WIDE, NARROW)


def _replace(old: tuple[tuple[str, ...], ...], new: tuple[tuple[str, ...], ...]) -> None:
    for columns in old:
        op.drop_index(_name(columns), TABLE)
    for columns in new:
        op.create_index(_name(columns), TABLE, list(columns))


def _name(columns: tuple[str, ...]) -> str:
    return f"ix_{TABLE}_{'_'.join(columns)}"
