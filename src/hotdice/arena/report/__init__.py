"""Simulations and tournaments as text, CSV files, pictures and pages. Plays nothing."""
