"""Engines of the lab on clusters, each with its own extra; `lab.executors` loads them."""
