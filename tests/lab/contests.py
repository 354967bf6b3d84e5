"""Helpers of the tests of the lab: small contests."""

from __future__ import annotations

from tablee.lab.arena import Contest, Ledger, run


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
