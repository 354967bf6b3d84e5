"""A hostile client that tests the server: `python -m bench.attack`."""
