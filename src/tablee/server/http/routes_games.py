"""HTTP endpoints of games: the list, their pieces, score pads, and the bots."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.bots.explain import can_advise
from tablee.core.exercise import exercises_of
from tablee.core.game import Game
from tablee.core.lesson import find_lesson, lessons
from tablee.core.vocabulary import SEAT_WORDS, Verb
from tablee.server.http.endpoint import Endpoint, json_response, read_struct
from tablee.server.messages import Line, encode

Layout = dict[str, Any]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game; the first choice is the default."""

    name: str
    choices: list[str]


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson of a game; `title` is by language."""

    name: str
    title: dict[str, str]


class LessonText(msgspec.Struct, frozen=True):
    """A step of a lesson: texts by language; CSS selectors of what to touch and of what they are about."""

    say: dict[str, str]
    wrong: dict[str, str]
    touch: list[str]
    look: list[str]


class LessonScene(msgspec.Struct, frozen=True):
    """A move that is shown in a lesson, and the view of the learner after it."""

    line: Line
    view: dict[str, Any]


class LessonNode(msgspec.Struct, frozen=True):
    """A position of a lesson: the moves that lead to it, and what follows each accepted move.

    In `next`, "" stands for a touch that goes on.
    """

    step: int
    scenes: list[LessonScene]
    view: dict[str, Any]
    race: bool
    next: dict[str, LessonNode]


class LessonScript(msgspec.Struct, frozen=True):
    """A lesson with all its positions. `bots`: the levels of the bots at the seats after the learner's."""

    game: str
    name: str
    title: dict[str, str]
    bots: list[str]
    options: dict[str, str]
    steps: list[LessonText]
    root: LessonNode


class GameInfo(msgspec.Struct, frozen=True):
    """A game. `minutes`: from, to. `pad`: whether it has a score pad for the boxed game.

    `together`: whether people may share one device. `people`: verbs whose first argument is a seat.
    `hints`: whether hints are given against bots. `first`: options for a person's first match.
    `memory`: whether remembering what was shown is the game. `exercises`: how many there are.
    `unit`: what a score counts, "points" or "tiles".
    """

    key: str
    version: int
    titles: dict[str, str]
    least: int
    most: int
    options: list[OptionInfo]
    minutes: tuple[int, int]
    age: int
    credits: str
    pad: bool
    together: bool
    people: list[str]
    hints: bool
    first: dict[str, str]
    memory: bool = False
    lessons: list[LessonInfo] = []
    exercises: int = 0
    unit: str = "points"


class PiecesInfo(msgspec.Struct, frozen=True):
    """Every tile and card of a game, from its pieces file or the replacement that the host installed."""

    game: str
    edition: str
    fingerprint: str
    data: dict[str, Any]


class PadSheet(msgspec.Struct, frozen=True):
    """The result of a score pad: points by item, their total, and how they were counted."""

    items: dict[str, int]
    total: int
    notes: dict[str, Any]


class GameRoutes:
    """Handlers of the game API."""

    async def games(self, _request: Request) -> Response:
        """Return all games."""
        return json_response([game_info(game) for game in games.all()])

    async def bots(self, _request: Request) -> Response:
        """Return the names of the bots, the weakest first."""
        return json_response(bots.names())

    async def pieces(self, request: Request) -> Response:
        """Return the pieces of a game."""
        game = games.load(request.path_params["game"])
        found = game.pieces
        return json_response(
            PiecesInfo(game.key, found.data.get("edition", ""), found.fingerprint, found.data)
        )

    async def pad(self, request: Request) -> Response:
        """Return the score of a layout entered by hand."""
        game = games.load(request.path_params["game"])
        layout = await read_struct(request, Layout)
        return json_response(msgspec.convert(game.pad(layout), PadSheet))

    async def lesson(self, request: Request) -> Response:
        """Return a lesson with all its positions."""
        game = games.load(request.path_params["game"])
        return Response(rendered_lesson(game, request.path_params["lesson"]), media_type="application/json")

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/games/{game}"
        return [
            Endpoint("GET", "/api/games", "All games", self.games, list[GameInfo]),
            Endpoint("GET", f"{at}/pieces", "Every tile and card of a game", self.pieces, PiecesInfo),
            Endpoint("POST", f"{at}/pad", "Score a layout of the boxed game", self.pad, PadSheet, Layout),
            Endpoint("GET", f"{at}/lessons/{{lesson}}", "A lesson of a game", self.lesson, LessonScript),
            Endpoint("GET", "/api/bots", "Names of the bots", self.bots, list[str]),
        ]


def game_info(game: Game) -> GameInfo:
    """Return a game as the API shows it."""
    return GameInfo(
        key=game.key,
        version=game.version,
        titles=dict(game.titles),
        least=game.seats[0],
        most=game.seats[-1],
        options=[OptionInfo(option.name, list(option.choices)) for option in game.options],
        minutes=game.minutes,
        age=game.age,
        credits=game.credits(),
        pad=type(game).pad is not Game.pad,
        together=game.passes_round,
        people=[word for word, verb in game.vocabulary.verbs.items() if takes_seat(verb, game.seats[-1])],
        hints=can_advise(game),
        first=dict(game.first_options),
        memory=game.memory,
        lessons=[LessonInfo(lesson.name, dict(lesson.title)) for lesson in lessons(game)],
        exercises=len(exercises_of(game)),
        unit=game.score_unit,
    )


@cache
def rendered_lesson(game: Game, name: str) -> bytes:
    """Return a lesson as JSON; raises Illegal if there is none of this name."""
    return encode(msgspec.convert(find_lesson(game, name).render(), LessonScript))


def takes_seat(verb: Verb, seats: int) -> bool:
    """Return whether the first argument of a verb is a seat: any of `seats` seats, and nothing else."""
    return bool(verb.things) and set(SEAT_WORDS[:seats]) <= set(verb.things[0]) <= set(SEAT_WORDS)
