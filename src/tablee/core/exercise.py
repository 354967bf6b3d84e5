"""Exercises: positions of a game in which one move is clearly best, as data in the game's folder.

`tablee exercises make` writes the file `exercises.json`. An exercise is a deal and the moves that lead to its
position; nothing of the position itself is stored, so that the rules alone decide what it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.vocabulary import parse_seat

FILE = "exercises.json"
VERSION = 1
# What is asked: the best move, or (in a race) all moves up to the end of one's own part.
BEST, FILL = "best", "fill"
SEPARATOR = "; "


@dataclass(frozen=True)
class Exercise:
    """A position, the seat that is asked, and the answer as words; `accepted` are moves that are as good.

    `gap` is the utility and `points` the lead that the next best move loses; `reasons` are the items of the
    score sheet in which it does. `difficulty` goes from 1 to 5. For FILL, `answer` is the first move of
    `solution`, which no other has to follow: every way to the end that has at most as many moves is right.
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

    def start(self, game: Game) -> Match:
        """Return the match at the position; raises Illegal or Unreadable if a move is not possible."""
        match = Match(game, self.seats, self.seed, dict(self.options))
        for line in self.moves:
            seat, _, words = line.partition(" ")
            match.play(parse_seat(seat), words)
        return match

    def is_right(self, words: str) -> bool:
        """Return whether a move answers the exercise."""
        return words == self.answer or words in self.accepted

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


def write_exercises(game: Game, exercises: Sequence[Exercise], file: Path) -> None:
    """Write an exercises file, one exercise per line."""
    head = {"format": VERSION, "game": game.key, "version": game.version, "pieces": game.pieces.fingerprint}
    lines = ",\n".join(
        json.dumps(each.as_json(), ensure_ascii=False, separators=(",", ":")) for each in exercises
    )
    file.write_text(f'{json.dumps(head)[:-1]}, "exercises": [\n{lines}\n]}}\n', "utf-8")
