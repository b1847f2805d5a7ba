"""One thin command per verb; no logic of its own."""
