"""The database: event log, projections made from it, migrations, backup."""
