"""Keep the account with the match, so that logging out loses nothing.

Adds the account to `participation` and `result`, whether a bot finished a match, who only chatted, and the
table of ratings.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablee.server.storage.account_links import link_accounts

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add columns and table; fill the columns from sessions and the event log. 0010 computes the ratings."""
    op.add_column(
        "result", sa.Column("finished_by_bot", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("result", sa.Column("account_name", sa.Text))
    op.create_index("ix_result_account_name", "result", ["account_name"])
    op.add_column("participation", sa.Column("account_name", sa.Text))
    op.add_column("participation", sa.Column("seated", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_index("ix_participation_account_name", "participation", ["account_name"])
    op.create_table(
        "rating",
        sa.Column("account_name", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account_name", "game", name="pk_rating"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_rating_account_name", ondelete="CASCADE"
        ),
    )
    for column in (
        sa.Column("created_at", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("device", sa.Text, nullable=False, server_default=""),
        sa.Column("secret", sa.Text, nullable=False, server_default=""),
    ):
        op.add_column("session", column)
    op.add_column("account", sa.Column("name_key", sa.Text))
    op.create_index("ix_account_name_key", "account", ["name_key"], unique=True)
    link_accounts(op.get_bind())


def downgrade() -> None:
    """Drop the ratings, the columns, and the rows of people who only chatted."""
    op.drop_table("rating")
    with op.batch_alter_table("session") as changed:
        for column in ("created_at", "device", "secret"):
            changed.drop_column(column)
    op.drop_index("ix_account_name_key", "account")
    with op.batch_alter_table("account") as changed:
        changed.drop_column("name_key")
    op.execute(sa.text("delete from participation where not seated"))
    for table, columns in (
        ("result", ("finished_by_bot", "account_name")),
        ("participation", ("account_name", "seated")),
    ):
        op.drop_index(f"ix_{table}_account_name", table)
        with op.batch_alter_table(table) as changed:
            for column in columns:
                changed.drop_column(column)
