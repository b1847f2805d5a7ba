"""The web app as it is served: its files, one bundle a page, and what a page loads."""
