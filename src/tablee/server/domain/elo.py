"""Ratings: what results add up to. Elo between every two people of a match, shared among all pairs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, groupby

from tablee.server.storage.projections import Result

START = 1_500.0
# How far one match can move a rating, at first and once it has settled.
NEW, SETTLED = 40.0, 20.0
SETTLES = 20
SPREAD = 400.0


def ratings(results: Iterable[Result], owners: Mapping[str, str]) -> dict[str, dict[str, tuple[int, int]]]:
    """For each account and game: the rating and the number of matches. Results must be in order of time."""
    values: dict[tuple[str, str], float] = {}
    played: dict[tuple[str, str], int] = {}
    for _, match in groupby(results, key=lambda result: result.table_id):
        ranks = {(owners[each.who], each.game): each.rank for each in match if each.who in owners}
        changes = rated(ranks, values, played) if len(ranks) > 1 else {}
        for key, change in changes.items():
            values[key] = values.get(key, START) + change
            played[key] = played.get(key, 0) + 1
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for (name, game), value in values.items():
        found.setdefault(name, {})[game] = (round(value), played[name, game])
    return found


def rated(
    ranks: Mapping[tuple[str, str], int],
    values: Mapping[tuple[str, str], float],
    played: Mapping[tuple[str, str], int],
) -> dict[tuple[str, str], float]:
    """How one match moves those who played it."""
    changes = dict.fromkeys(ranks, 0.0)
    for one, other in combinations(ranks, 2):
        expected = 1 / (1 + 10 ** ((values.get(other, START) - values.get(one, START)) / SPREAD))
        came = (ranks[one] < ranks[other]) + (ranks[one] == ranks[other]) / 2
        for key, share in ((one, came - expected), (other, expected - came)):
            weight = NEW if played.get(key, 0) < SETTLES else SETTLED
            changes[key] += weight * share / (len(ranks) - 1)
    return changes
