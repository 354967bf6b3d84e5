"""Summaries of the opponents' islands, best expected score first. Part of the inputs of the value network."""

from __future__ import annotations

from typing import final

from tablee.core.compiled import Int
from tablee.games.islands.ai.features_island import IslandSummary
from tablee.games.islands.ai.features_unseen import UnseenTiles
from tablee.games.islands.state import IslandsFields


@final
class Opponents:
    """Seat, points, expected points and best gain of each opponent, sorted by expected points."""

    def __init__(self) -> None:
        self.count: Int = 0
        self.seat: list[Int] = [0] * 5
        self.points: list[Int] = [0] * 5
        self.expected_points: list[Int] = [0] * 5
        self.best: list[Int] = [0] * 5

    def compute(self, state: IslandsFields, seat: Int, unseen: UnseenTiles) -> None:
        """Fill the arrays of this object with a summary of every other seat's island, best outlook first."""
        for other in range(state.seats):
            if other != seat:
                summary = IslandSummary()
                summary.compute(state, other, seat, unseen)
                self.insert(other, summary)

    def insert(self, seat: Int, summary: IslandSummary) -> None:
        """Insert an opponent after those with at least as many expected points."""
        index = self.count
        while index > 0 and self.expected_points[index - 1] < summary.expected_points:
            self.seat[index] = self.seat[index - 1]
            self.points[index] = self.points[index - 1]
            self.expected_points[index] = self.expected_points[index - 1]
            self.best[index] = self.best[index - 1]
            index -= 1
        self.seat[index] = seat
        self.points[index] = summary.points
        self.expected_points[index] = summary.expected_points
        self.best[index] = summary.best
        self.count += 1
