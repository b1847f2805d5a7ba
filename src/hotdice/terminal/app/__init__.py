"""The full-screen app, built with Textual."""
