"""Tests of the web client in a real Chromium against the real server."""
