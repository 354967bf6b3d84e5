"""Helpers of the tests of the lab: small contests, and addresses of clusters."""

from __future__ import annotations

import importlib.util

import pytest

from tablee.lab.arena import Contest, Ledger, run

# Parameters of tests that need the extras.
CLUSTERS = [
    pytest.param(
        address,
        marks=pytest.mark.skipif(
            importlib.util.find_spec(module) is None, reason=f"{module} is not installed"
        ),
    )
    for address, module in (("dask://local", "distributed"), ("ray://local", "ray"))
]


def small_contest(**changes: object) -> Contest:
    """Return a contest of 20 deals between greedy and random, with changes."""
    usual = {"key": "islands", "seats": 3, "bots": ("greedy", "random"), "deals": 20}
    return Contest(**{**usual, **changes})  # type: ignore[arg-type]


def play(contest: Contest, processes: int = 1) -> Ledger:
    """Play all deals of a contest."""
    ledger = Ledger()
    for _ in run([contest], ledger, processes):
        pass
    return ledger
