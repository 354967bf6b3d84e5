"""Rename tables and columns to the terms of the glossary. No row changes."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

TABLES = {"shelf": "table_index", "sitting": "participation", "device": "session"}
# By new table name: old and new names of its columns.
COLUMNS = {
    "participation": {"who": "visitor_id"},
    "result": {"who": "visitor_id"},
    "account": {"shown": "display_name", "made": "created_at"},
    "session": {"who": "visitor_id", "name": "account_name"},
    "passkey": {
        "name": "account_name",
        "handle": "user_handle",
        "signed": "sign_count",
        "made": "created_at",
        "used": "used_at",
    },
    "challenge": {
        "who": "visitor_id",
        "name": "account_name",
        "handle": "user_handle",
        "until": "expires_at",
    },
}
# By new table name: indexes with their old and new columns.
INDEXES = {
    "table_index": [(["status", "listed", "game"], ["status", "listed", "game"]), (["due"], ["due"])],
    "session": [(["name"], ["account_name"])],
    "passkey": [(["name"], ["account_name"])],
    "challenge": [(["until"], ["expires_at"])],
}


def upgrade() -> None:
    """Rename from the names of version 0.1 to those of 0.2."""
    former = {new: old for old, new in TABLES.items()}
    for table, indexes in INDEXES.items():
        for old, _ in indexes:
            op.drop_index(_index_name(former.get(table, table), old), former.get(table, table))
    for old_table, table in TABLES.items():
        op.rename_table(old_table, table)
        _rename_key(table, old_table, table)
    for table, columns in COLUMNS.items():
        for before, after in columns.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {before} TO {after}")
    for table, indexes in INDEXES.items():
        for _, new in indexes:
            op.create_index(_index_name(table, new), table, new)
    _rename_constraint("passkey", "fk_passkey_name", "fk_passkey_account_name")


def downgrade() -> None:
    """Rename back."""
    former = {new: old for old, new in TABLES.items()}
    for table, indexes in INDEXES.items():
        for _, new in indexes:
            op.drop_index(_index_name(table, new), table)
    for table, columns in COLUMNS.items():
        for before, after in columns.items():
            op.execute(f"ALTER TABLE {table} RENAME COLUMN {after} TO {before}")
    for old_table, table in TABLES.items():
        op.rename_table(table, old_table)
        _rename_key(old_table, table, old_table)
    for table, indexes in INDEXES.items():
        for old, _ in indexes:
            op.create_index(_index_name(former.get(table, table), old), former.get(table, table), old)
    _rename_constraint("passkey", "fk_passkey_account_name", "fk_passkey_name")


def _index_name(table: str, columns: list[str]) -> str:
    return f"ix_{table}_{'_'.join(columns)}"


def _rename_key(table: str, before: str, after: str) -> None:
    _rename_constraint(table, f"pk_{before}", f"pk_{after}")


def _rename_constraint(table: str, before: str, after: str) -> None:
    """Rename a constraint on PostgreSQL; SQLite never refers to one by its name."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {before} TO {after}")
