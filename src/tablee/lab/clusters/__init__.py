"""Engines of the lab on clusters, each behind an extra of its own; `lab.executors` loads them."""
