"""Benchmarks and measurements, run by hand; docs/performance.md and docs/bots.md explain the figures."""
