"""The series of exercises of each game: which one is next for a person, whether an answer is right, ratings.

The server judges every answer by the rules and the file of the game; a client is not believed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tablee import games
from tablee.core.errors import Illegal, Unreadable
from tablee.core.exercise import FILL, Exercise, exercises_of
from tablee.core.game import Game
from tablee.core.state import State
from tablee.server.domain.glicko import Glicko, after_rest, first_rating
from tablee.server.storage.exercise_rows import DAY_MS, ExerciseStore, RatedAnswer

# How far a choice of the next exercise may be from the one whose rating is nearest: people get other orders.
SPREAD = 40.0


@dataclass(frozen=True)
class Progress:
    """What a person has done with the exercises of a game.

    `answered`: whether the first answer was right, by exercise; the one of the latest answer is last.
    """

    rating: Glicko
    answered: Mapping[str, bool]


@dataclass(frozen=True)
class Verdict:
    """What the server says of an answer. `rated`: it was the first one, and has changed the ratings."""

    right: bool
    rated: bool
    before: Glicko
    after: Glicko


class ExerciseSeries:
    """The exercises of all games, and what people have answered."""

    def __init__(self, store: ExerciseStore, clock: Callable[[], int]) -> None:
        self.store = store
        self.clock = clock

    async def progress(self, person: str, game: Game) -> Progress:
        """Return what a person has done so far."""
        answers, found = await self.store.answers(person, game.key), await self.store.rating(person, game.key)
        rating = Glicko()
        if found is not None:
            rating = after_rest(found[0], (self.clock() - found[1]) / DAY_MS)
        known = exercises_of(game)
        return Progress(rating, {name: right for name, right in answers if name in known})

    async def ratings(self, game: Game) -> dict[str, Glicko]:
        """Return the present rating of every exercise of a game, by id."""
        rated = await self.store.exercise_ratings(game.key)
        return {
            name: rated.get(name) or first_rating(exercise.difficulty, exercise.gap)
            for name, exercise in exercises_of(game).items()
        }

    async def next(self, person: str, game: Game, progress: Progress) -> Exercise:
        """Return the exercise to ask next.

        Of those without an answer, it is one whose rating is near the person's. After all of them, the one
        that was answered longest ago comes again. Raises Unreadable if the game has none.
        """
        known = exercises_of(game)
        if not known:
            raise Unreadable("no-such-exercise", exercise="")
        left = [name for name in known if name not in progress.answered]
        if left:
            ratings = await self.ratings(game)
            return known[min(left, key=partial(distance, person, progress.rating.value, ratings))]
        return known[next(iter(progress.answered))]

    async def answer(self, visitor_id: str, game: Game, exercise: Exercise, moves: Sequence[str]) -> Verdict:
        """Judge an answer, store it if it is the first, and return the verdict.

        Raises Illegal or Unreadable, and stores nothing, if a move is not possible.
        """
        right = exercise.is_solved(game, moves)
        first = first_rating(exercise.difficulty, exercise.gap)
        answer = RatedAnswer(visitor_id, game.key, exercise.id, right, self.clock(), first)
        rated = await self.store.rate(answer)
        if rated is None:
            same = (await self.progress(await self.store.person(visitor_id), game)).rating
            return Verdict(right, False, same, same)
        return Verdict(right, True, *rated)


def distance(person: str, value: float, ratings: Mapping[str, Glicko], name: str) -> float:
    """Return how far an exercise is from a person's rating, with a shift that differs by person."""
    shift = hashlib.sha256(f"{person} {name}".encode()).digest()[0] / 255 * SPREAD
    return abs(ratings[name].value - value) + shift


def find_exercise(key: str, name: str) -> tuple[Game, Exercise]:
    """Return game and exercise; raises Unreadable if there is none of this name."""
    game = games.load(key)
    found = exercises_of(game).get(name)
    if found is None:
        raise Unreadable("no-such-exercise", exercise=name[:40])
    return game, found


def position_after(game: Game, exercise: Exercise, moves: Sequence[str]) -> State:
    """Return the state after moves of a person who has not finished; raises Illegal or Unreadable.

    Only in a race: elsewhere the first move is the answer, and what it reveals is shown after it.
    """
    if exercise.goal != FILL and moves:
        raise Illegal("exercise-answered")
    return exercise.follow(game, moves).state


def scene_after(state: State, seat: int, words: str) -> dict[str, Any]:
    """Play a move in a state; return its line of the log and the view of its seat after it."""
    move = state.vocabulary().parse(words)
    text = state.announce(seat, seat, move)
    state.play(seat, move)
    line = {"ply": state.plies, "seat": seat, "by": "", "words": text}
    return {"line": line, "view": {**state.view(seat), "moves": [], "foreseen": {}}}


def best_scene(game: Game, exercise: Exercise) -> dict[str, Any]:
    """Return the answer as a scene; in a race the first move, with the view before the last one."""
    state = exercise.start(game).state
    scene = scene_after(state, exercise.seat, exercise.answer)
    for words in exercise.solution[1:-1]:
        scene = {**scene, "view": scene_after(state, exercise.seat, words)["view"]}
    return scene
