"""The database: schema, queries, group commit and backups."""
