"""Alembic's door: migrates the connection that the store hands over."""

from alembic import context

from tablee.server.storage.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite cannot change a column in place; Alembic then copies the table.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
