"""Elo ratings for matches of two or more people: every pair of a match counts as one game of two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, groupby

from tablee.server.domain.results import Result

# Account name and game.
Key = tuple[str, str]
START = 1_500.0
# K-factor: how far one match can move a rating, during the first matches and afterwards.
K_NEW, K_SETTLED = 40.0, 20.0
NEW_MATCHES = 20
SCALE = 400.0


def ratings(
    results: Iterable[Result], owners: Mapping[str, str] | None = None
) -> dict[str, dict[str, tuple[int, int]]]:
    """Return rating and number of matches for each account and game.

    `results` must be in order of time. `owners` maps visitor ids to account names; None: each result names
    its account. Results without an account are skipped.
    """
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for (name, game), (value, matches) in exact_ratings(results, owners).items():
        found.setdefault(name, {})[game] = (round(value), matches)
    return found


def exact_ratings(
    results: Iterable[Result], owners: Mapping[str, str] | None = None
) -> dict[Key, tuple[float, int]]:
    """Return what `ratings` does, not rounded."""
    values: dict[Key, float] = {}
    played: dict[Key, int] = {}
    for _, match in groupby(results, key=lambda result: result.table_id):
        for key, change in rating_changes(ranks_of_accounts(match, owners), values, played).items():
            values[key] = values.get(key, START) + change
            played[key] = played.get(key, 0) + 1
    return {key: (value, played[key]) for key, value in values.items()}


def ranks_of_accounts(match: Iterable[Result], owners: Mapping[str, str] | None = None) -> dict[Key, int]:
    """Return the ranks in one match by account and game; {} if fewer than two accounts took part."""
    known = [(each.account_name if owners is None else owners.get(each.visitor_id), each) for each in match]
    ranks = {(name, each.game): each.rank for name, each in known if name is not None}
    return ranks if len(ranks) > 1 else {}


def rating_changes(
    ranks: Mapping[Key, int], values: Mapping[Key, float], played: Mapping[Key, int]
) -> dict[Key, float]:
    """Return the change of each rating after one match, given ranks, ratings and matches played before."""
    changes = dict.fromkeys(ranks, 0.0)
    for one, other in combinations(ranks, 2):
        expected = 1 / (1 + 10 ** ((values.get(other, START) - values.get(one, START)) / SCALE))
        score = (ranks[one] < ranks[other]) + (ranks[one] == ranks[other]) / 2
        for key, surplus in ((one, score - expected), (other, expected - score)):
            factor = K_NEW if played.get(key, 0) < NEW_MATCHES else K_SETTLED
            changes[key] += factor * surplus / (len(ranks) - 1)
    return changes
