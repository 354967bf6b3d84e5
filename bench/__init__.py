"""Measurements. `make bench` prints them; docs/performance.md explains them."""
