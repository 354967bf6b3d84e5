"""HTTP endpoints of games: the list, their pieces, score pads, and the bots."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.bots.explain import can_advise
from tablee.core.game import Game
from tablee.core.vocabulary import SEAT_WORDS, Verb
from tablee.server.http.endpoint import Endpoint, json_response, read_struct

Layout = dict[str, Any]


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game; the first choice is the default."""

    name: str
    choices: list[str]


class GameInfo(msgspec.Struct, frozen=True):
    """A game. `minutes`: from, to. `pad`: whether it has a score pad for the boxed game.

    `together`: whether people may share one device. `people`: verbs whose first argument is a seat.
    `hints`: whether hints are given against bots.
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
        layout: Layout = await read_struct(request, Layout)
        return json_response(msgspec.convert(game.pad(layout), PadSheet))

    def endpoints(self) -> list[Endpoint]:
        """Return the endpoints, for the router and the OpenAPI document."""
        at = "/api/games/{game}"
        return [
            Endpoint("GET", "/api/games", "All games", self.games, list[GameInfo]),
            Endpoint("GET", f"{at}/pieces", "Every tile and card of a game", self.pieces, PiecesInfo),
            Endpoint("POST", f"{at}/pad", "Score a layout of the boxed game", self.pad, PadSheet, Layout),
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
        people=[word for word, verb in game.vocabulary.verbs.items() if takes_seat(verb)],
        hints=can_advise(game),
    )


def takes_seat(verb: Verb) -> bool:
    """Return whether the first argument of a verb is a seat."""
    return bool(verb.things) and set(verb.things[0]) <= set(SEAT_WORDS)
