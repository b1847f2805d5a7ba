"""The database: its schema, what is read and written, and copies of it."""
