"""Connections before they are requests: how many, how long, and from whom."""
