"""Advice in games that allow it."""
