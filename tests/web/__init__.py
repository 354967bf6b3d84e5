"""The web client in a real browser, against the real server."""
