"""Keep the account with the match, so that logging out loses nothing.

Adds the account to `participation` and `result`, whether a bot finished a match, and who only chatted.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablee.server.storage.account_links import link_accounts

revision = "0006"
down_revision = "0004"


def upgrade() -> None:
    """Add the columns and fill them from the sessions and the event log."""
    op.add_column(
        "result", sa.Column("finished_by_bot", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("result", sa.Column("account_name", sa.Text))
    op.create_index("ix_result_account_name", "result", ["account_name"])
    op.add_column("participation", sa.Column("account_name", sa.Text))
    op.add_column("participation", sa.Column("seated", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("ix_participation_account_name", "participation", ["account_name"])
    link_accounts(op.get_bind())


def downgrade() -> None:
    """Drop the columns, and the rows of people who only chatted."""
    op.execute(sa.text("delete from participation where not seated"))
    for table, columns in (
        ("result", ("finished_by_bot", "account_name")),
        ("participation", ("account_name", "seated")),
    ):
        op.drop_index(f"ix_{table}_account_name", table)
        with op.batch_alter_table(table) as changed:
            for column in columns:
                changed.drop_column(column)
