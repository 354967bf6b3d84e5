"""Exercises: positions of a game in which one move is clearly best, as data in the game's folder.

`tablee exercises make` writes the file `exercises.json`. An exercise is a deal and the moves that lead to its
position; nothing of the position itself is stored, so that the rules alone decide what it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.vocabulary import parse_seat

FILE = "exercises.json"
VERSION = 1
# What is asked: the best move, or (in a race) all moves up to the end of one's own part.
BEST, FILL = "best", "fill"
SEPARATOR = "; "
ID_LENGTH = 12


@dataclass(frozen=True)
class Exercise:
    """A position, the seat that is asked, and the answer as words; `accepted` are moves that are as good.

    `gap` is the utility and `points` the lead that the next best move loses; `reasons` are the items of the
    score sheet in which it does. `difficulty` goes from 1 to 5. For FILL, `answer` is the first move of
    `solution`, which nobody has to follow: every way to the end that brings as many points is right.
    """

    seats: int
    seed: str
    moves: Sequence[str]
    seat: int
    answer: str
    goal: str = BEST
    accepted: Sequence[str] = ()
    gap: float = 0.0
    points: float = 0.0
    difficulty: int = 1
    reasons: Sequence[tuple[str, float]] = ()
    solution: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def id(self) -> str:
        """A hash of position, seat and goal: equal for equal questions, in every file."""
        asked = (self.seats, self.seed, sorted(self.options.items()), list(self.moves), self.seat, self.goal)
        return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:ID_LENGTH]

    def start(self, game: Game) -> Match:
        """Return the match at the position; raises Illegal or Unreadable if a move is not possible."""
        match = Match(game, self.seats, self.seed, dict(self.options))
        for line in self.moves:
            seat, _, words = line.partition(" ")
            match.play(parse_seat(seat), words)
        return match

    def follow(self, game: Game, moves: Sequence[str]) -> Match:
        """Return the match after moves of the seat that is asked; raises Illegal or Unreadable.

        For BEST there is at most one move; for FILL none after the seat has finished its part of the race.
        """
        match = self.start(game)
        for at, words in enumerate(moves):
            if at > 0 and (self.goal == BEST or match.state.race_results()):
                raise Illegal("exercise-answered")
            match.play(self.seat, words)
        return match

    def is_right(self, words: str) -> bool:
        """Return whether a move answers the exercise; for FILL, whether it begins the stored solution."""
        return words == self.answer or words in self.accepted

    def is_solved(self, game: Game, moves: Sequence[str]) -> bool:
        """Return whether moves answer the exercise; raises Illegal or Unreadable as `follow`."""
        state = self.follow(game, moves).state
        if self.goal == BEST:
            return len(moves) == 1 and self.is_right(moves[0])
        best = self.follow(game, self.solution).state
        return bool(state.race_results()) and state.points(self.seat) >= best.points(self.seat)

    @property
    def pieces(self) -> int:
        """The number of pieces in the solution: its moves with the verb of the first one; 0 for BEST."""
        verb = self.answer.split(" ")[0]
        return sum(words.split(" ")[0] == verb for words in self.solution)

    def as_json(self) -> dict[str, Any]:
        """Return the exercise as compact JSON-ready data, without empty fields."""
        plain = {name: value for name, value in asdict(self).items() if value or name == "seat"}
        return plain | {name: SEPARATOR.join(plain[name]) for name in ("moves", "solution") if name in plain}


def parse_exercise(data: Mapping[str, Any]) -> Exercise:
    """Return the exercise that `Exercise.as_json` wrote."""
    lines = {name: data[name].split(SEPARATOR) for name in ("moves", "solution") if name in data}
    reasons = [(item, points) for item, points in data.get("reasons", [])]
    return Exercise(**{"moves": [], **data, **lines, "reasons": reasons})


def read_exercises(game: Game, file: Path | None = None) -> list[Exercise]:
    """Return the exercises of a game, [] if it has none; `file` None: the one in its folder.

    Raises Unreadable if they were made for another version of the rules or other pieces.
    """
    path = file or game.folder / FILE
    if not path.exists():
        return []
    data = json.loads(path.read_text("utf-8"))
    made_for = f"{data['game']} {data['version']} {data['pieces']}"
    here = f"{game.key} {game.version} {game.pieces.fingerprint}"
    if made_for != here:
        raise Unreadable("other-rules", recorded=made_for, here=here)
    return [parse_exercise(each) for each in data["exercises"]]


@cache
def exercises_of(game: Game) -> Mapping[str, Exercise]:
    """Return the exercises of a game by id; none if they were made for other pieces than those in use."""
    try:
        return {exercise.id: exercise for exercise in read_exercises(game)}
    except Unreadable:
        return {}


def write_exercises(game: Game, exercises: Sequence[Exercise], file: Path) -> None:
    """Write an exercises file, one exercise per line."""
    head = {"format": VERSION, "game": game.key, "version": game.version, "pieces": game.pieces.fingerprint}
    lines = ",\n".join(
        json.dumps(each.as_json(), ensure_ascii=False, separators=(",", ":")) for each in exercises
    )
    # A process that is killed leaves the old file or the new one.
    unfinished = file.with_name(f"{file.name}.new")
    unfinished.write_text(f'{json.dumps(head)[:-1]}, "exercises": [\n{lines}\n]}}\n', "utf-8")
    unfinished.replace(file)
