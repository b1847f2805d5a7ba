"""Live games: made, joined, played, played on by themselves, and recorded.

What changes is written to `storage` first. Nothing here knows HTTP.
"""
