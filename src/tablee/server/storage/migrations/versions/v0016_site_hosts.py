"""Note which people may moderate the site, by their ids: names of accounts may change hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "site_host",
        sa.Column("person_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_site_host"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name="fk_site_host_person_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("site_host")
