"""Tests of the server, from single modules to killed processes."""
