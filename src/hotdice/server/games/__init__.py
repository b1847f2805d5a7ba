"""Live games: creating, joining, moves, autoplay and records.

Every change is written to `storage` first. Nothing here depends on HTTP.
"""
