"""Stationary equilibria of three and more players, with certificates, and an approximation.

`monotone` is for totals that only grow, `with_penalty` for those that can fall; `pairwise`
approximates values by games of two. `docs/theory.md` has the mathematics.
"""
