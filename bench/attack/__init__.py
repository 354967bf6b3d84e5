"""A hostile client of our own: `python -m bench.attack`."""
