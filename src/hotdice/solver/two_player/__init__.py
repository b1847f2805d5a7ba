"""Exact values of two players: totals that only grow (`monotone`), or can fall (`with_penalty`)."""
