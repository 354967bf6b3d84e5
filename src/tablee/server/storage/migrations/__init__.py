"""The Alembic migrations of the database, one module for each step; run at every start."""
