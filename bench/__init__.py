"""Benchmarks and measurements, run by hand; the pages on speed and bots in docs/ explain the figures."""
