"""Strangers' rules, worked out in helper processes that may take only so long."""
