"""Add notifications, their settings and channels, mail addresses of accounts, and keys of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Create the tables."""
    create_queue()
    create_channels()
    create_mail()


def create_queue() -> None:
    """Create the queue, and the settings of people."""
    op.create_table(
        "notification",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("visitor_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("undos", sa.Integer, nullable=False),
        sa.Column("recipient", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint(
            "table_id", "visitor_id", "kind", "ply", "undos", "recipient", name="pk_notification"
        ),
    )
    op.create_index("ix_notification_state_channel_due", "notification", ["state", "channel", "due"])
    op.create_index("ix_notification_visitor_id", "notification", ["visitor_id"])
    op.create_table(
        "notification_setting",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("turn", sa.Boolean, nullable=False),
        sa.Column("start", sa.Boolean, nullable=False),
        sa.Column("invitation", sa.Boolean, nullable=False),
        sa.Column("reminder", sa.Boolean, nullable=False),
        sa.Column("quiet_from", sa.Integer, nullable=False),
        sa.Column("quiet_to", sa.Integer, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("mail", sa.Boolean, nullable=False),
        sa.Column("webhook", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_notification_setting"),
    )


def create_channels() -> None:
    """Create the push subscriptions, the webhooks of tables, and the keys of the server."""
    op.create_table(
        "push_subscription",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("visitor_id", sa.Text, nullable=False),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.Text, nullable=False),
        sa.Column("auth", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_subscription"),
    )
    op.create_index("ix_push_subscription_visitor_id", "push_subscription", ["visitor_id"])
    op.create_table(
        "table_webhook",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("visitor_id", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", name="pk_table_webhook"),
    )
    op.create_table(
        "server_secret",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_secret"),
    )


def create_mail() -> None:
    """Create the mail addresses of accounts, and the tokens that are sent to them."""
    op.create_table(
        "account_mail",
        sa.Column("account_name", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("confirmed_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_name", name="pk_account_mail"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_account_mail_account_name", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_account_mail_address", "account_mail", ["address"])
    op.create_table(
        "mail_token",
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("account_name", sa.Text, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_mail_token"),
        sa.ForeignKeyConstraint(
            ["account_name"], ["account.name"], name="fk_mail_token_account_name", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_mail_token_account_name", "mail_token", ["account_name"])
    op.create_index("ix_mail_token_expires_at", "mail_token", ["expires_at"])


def downgrade() -> None:
    """Drop the tables."""
    names = "mail_token account_mail server_secret table_webhook push_subscription"
    for name in (*names.split(), "notification_setting", "notification"):
        op.drop_table(name)
