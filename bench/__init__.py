"""Measurements. `make bench` prints them; docs/explanation/performance.md explains them."""
