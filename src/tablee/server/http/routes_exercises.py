"""HTTP endpoints of exercises: the next one of a series, a position on the way, and an answer."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import games
from tablee.core.exercise import BEST, Exercise, exercises_of
from tablee.core.game import Game
from tablee.server.domain.commands import Words
from tablee.server.domain.glicko import Glicko
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.http.routes_games import LessonScene
from tablee.server.http.visitors import identify, set_cookie, visitor_id_of
from tablee.server.rate_limit import Rate, client_address
from tablee.server.runtime.exercises import (
    ExerciseSeries,
    Progress,
    best_scene,
    find_exercise,
    position_after,
    scene_after,
)
from tablee.server.runtime.registry import TableRegistry
from tablee.server.runtime.shared_limits import SharedBuckets
from tablee.server.storage.exercise_rows import ExerciseStore

# More than anybody needs to fill a board, with many corrections.
MAX_MOVES = 200


class ExerciseRating(msgspec.Struct, frozen=True):
    """A Glicko rating, rounded: the value, and its deviation."""

    value: int
    deviation: int


class ExerciseTask(msgspec.Struct, frozen=True):
    """An exercise without its answer. `goal`: the `best` move, or to `fill` one's board in a race.

    `view` is that of `seat`. `pieces`: how many pieces fill the board, 0 for `best`. `rated`: the answer will
    count, as the first one of this person.
    """

    id: str
    game: str
    goal: str
    seats: int
    seat: int
    options: dict[str, str]
    view: dict[str, Any]
    race: bool
    pieces: int
    difficulty: int
    rated: bool


class ExercisePage(msgspec.Struct, frozen=True):
    """The exercises of a game for a person: the next one, how many were answered, and their rating."""

    total: int
    answered: int
    right: int
    rating: ExerciseRating
    task: ExerciseTask


class ExerciseMoves(msgspec.Struct, frozen=True):
    """The moves of a person in an exercise."""

    moves: Annotated[list[Words], msgspec.Meta(max_length=MAX_MOVES)]


class ExercisePosition(msgspec.Struct, frozen=True):
    """A position on the way through an exercise; `over`: the person has finished their part of the race."""

    view: dict[str, Any]
    over: bool


class ExerciseResult(msgspec.Struct, frozen=True):
    """The verdict on an answer, and the explanation.

    `own` and `best`: the move of the person and the best one, as they are shown; `chosen` and `answer`: both
    as words. A person who gave up, or played a race, has no `own` move and an empty `chosen`. `points`: of
    lead, that the next best move loses; `reasons`: items with points. `before` and `after`: the rating of the
    person, equal if the answer was not `rated`.
    """

    right: bool
    rated: bool
    chosen: str
    answer: str
    own: LessonScene | None
    best: LessonScene
    points: float
    reasons: list[tuple[str, float]]
    before: ExerciseRating
    after: ExerciseRating


class ExerciseRoutes:
    """Handlers of exercises. A person is a visitor or an account."""

    def __init__(self, registry: TableRegistry, store: ExerciseStore, rate: Rate) -> None:
        self.series = ExerciseSeries(store, registry.clock)
        self.answering = SharedBuckets(registry.bus, "answering", rate)

    async def page(self, request: Request) -> Response:
        """Return the next exercise of a game."""
        game = games.load(request.path_params["game"])
        person = await self.series.store.person(visitor_id_of(request))
        progress = await self.series.progress(person, game)
        exercise = await self.series.next(person, game, progress)
        answer = ExercisePage(
            total=len(exercises_of(game)),
            answered=len(progress.answered),
            right=sum(progress.answered.values()),
            rating=rounded(progress.rating),
            task=task_of(game, exercise, progress),
        )
        return json_response(answer)

    async def position(self, request: Request) -> Response:
        """Return the position after moves in a race; nothing is stored."""
        game, exercise = exercise_of(request)
        body = await read_struct(request, ExerciseMoves)
        state = position_after(game, exercise, body.moves)
        return json_response(ExercisePosition(state.view(exercise.seat), bool(state.race_results())))

    async def answer(self, request: Request) -> Response:
        """Judge an answer; the first one of a person changes the ratings."""
        game, exercise = exercise_of(request)
        body = await read_struct(request, ExerciseMoves)
        token, visitor_id = identify(request)
        await self.answering.take(client_address(request.scope))
        verdict = await self.series.answer(visitor_id, game, exercise, body.moves)
        chosen = body.moves[0] if exercise.goal == BEST and body.moves else ""
        own = scene_after(exercise.start(game).state, exercise.seat, chosen) if chosen else None
        answer = ExerciseResult(
            right=verdict.right,
            rated=verdict.rated,
            chosen=chosen,
            answer=exercise.answer,
            own=None if own is None else msgspec.convert(own, LessonScene),
            best=msgspec.convert(best_scene(game, exercise), LessonScene),
            points=exercise.points,
            reasons=list(exercise.reasons),
            before=rounded(verdict.before),
            after=rounded(verdict.after),
        )
        response = json_response(answer)
        set_cookie(request, response, token)
        return response

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at, body = "/api/exercises/{game}", ExerciseMoves
        one = f"{at}/{{exercise}}"
        return [
            Endpoint("GET", at, "The next exercise of a game", self.page, ExercisePage),
            Endpoint(
                "POST", f"{one}/position", "A position on the way", self.position, ExercisePosition, body
            ),
            Endpoint("POST", f"{one}/answer", "Answer an exercise", self.answer, ExerciseResult, body),
        ]


def exercise_of(request: Request) -> tuple[Game, Exercise]:
    """Return game and exercise of a path; raises Unreadable if there is no such exercise."""
    return find_exercise(request.path_params["game"], request.path_params["exercise"])


def task_of(game: Game, exercise: Exercise, progress: Progress) -> ExerciseTask:
    """Return an exercise as a person sees it before the answer."""
    state = exercise.start(game).state
    return ExerciseTask(
        id=exercise.id,
        game=game.key,
        goal=exercise.goal,
        seats=exercise.seats,
        seat=exercise.seat,
        options=game.resolve_options(exercise.options),
        view=state.view(exercise.seat),
        race=state.race_start(exercise.seat) is not None,
        pieces=exercise.pieces,
        difficulty=exercise.difficulty,
        rated=exercise.id not in progress.answered,
    )


def rounded(rating: Glicko) -> ExerciseRating:
    """Return a rating as the API shows it."""
    return ExerciseRating(round(rating.value), round(rating.deviation))
