"""Add profiles: ratings with their uncertainty, of guests too and against bots, and achievements.

Adds to `result` what ratings, history and graphs need, marks seats that had hints, lets accounts be public,
and replaces the table of ratings, which are computed anew from all results.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablee.server.storage.ratings import rebuild_ratings
from tablee.server.storage.result_details import complete_results

revision = "0010"
down_revision = "0009"


def result_columns() -> list[sa.Column[object]]:
    """Return the new columns of `result`."""
    return [
        sa.Column("seats", sa.Integer, nullable=False, server_default="0"),
        sa.Column("name", sa.Text, nullable=False, server_default=""),
        sa.Column("folded", sa.Text, nullable=False, server_default=""),
        sa.Column("bot", sa.Text, nullable=False, server_default=""),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
        sa.Column("rating", sa.Double),
        sa.Column("deviation", sa.Double),
    ]


def upgrade() -> None:
    """Add the columns, create the table anew, and compute the ratings."""
    for column in result_columns():
        op.add_column("result", column)
    op.add_column("participation", sa.Column("hinted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("account", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.drop_index("ix_result_account_name", "result")
    for owner in ("account_name", "visitor_id"):
        op.create_index(f"ix_result_{owner}_at", "result", [owner, "at"])
    op.create_table(
        "achievement",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("account_name", sa.Text),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "game", "name", name="pk_achievement"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_achievement_account_name", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_achievement_account_name", "achievement", ["account_name"])
    op.drop_table("rating")
    op.create_table(
        "rating",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("account_name", sa.Text),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("low", sa.Double, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("person", "game", name="pk_rating"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_rating_account_name", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_rating_account_name", "rating", ["account_name"])
    op.create_index("ix_rating_game_public_low", "rating", ["game", "public", "low"])
    complete_results(op.get_bind())
    rebuild_ratings(op.get_bind())


def downgrade() -> None:
    """Drop achievements, results of bots and the columns; the ratings of revision 0006 begin empty."""
    op.drop_table("achievement")
    op.drop_table("rating")
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
    op.execute(sa.text("delete from result where bot <> ''"))
    for owner in ("account_name", "visitor_id"):
        op.drop_index(f"ix_result_{owner}_at", "result")
    op.create_index("ix_result_account_name", "result", ["account_name"])
    with op.batch_alter_table("result") as changed:
        for column in result_columns():
            changed.drop_column(column.name)
    for table, name in (("participation", "hinted"), ("account", "public")):
        with op.batch_alter_table(table) as changed:
            changed.drop_column(name)
