"""The HTTP part that needs no table: the boxes on the shelf, what is in them, and their score pads."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablee import bots, games
from tablee.bots.explain import can_advise
from tablee.core.game import Game
from tablee.core.vocabulary import SEAT_WORDS, Verb
from tablee.server.http.endpoint import Endpoint, answer, read

Layout = dict[str, Any]


class OptionInfo(msgspec.Struct, frozen=True):
    """Something a table may choose; the first choice is the default."""

    name: str
    choices: list[str]


class GameInfo(msgspec.Struct, frozen=True):
    """A box on the shelf. `minutes`: from, to. `pad`: whether it can count what lies on a real table.

    `together`: whether people may pass one device around. `people`: verbs whose thing is a seat.
    `hints`: whether somebody alone with bots may ask for advice.
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
    """Every tile and card of a game, as its file says it: ours, or the one the host put in its place."""

    game: str
    edition: str
    fingerprint: str
    data: dict[str, Any]


class PadSheet(msgspec.Struct, frozen=True):
    """What a score pad says: points by item, their total, and how they came about."""

    items: dict[str, int]
    total: int
    notes: dict[str, Any]


class ShelfApi:
    """The handlers."""

    async def games(self, _request: Request) -> Response:
        """Everything on the shelf."""
        return answer([game_info(game) for game in games.all()])

    async def bots(self, _request: Request) -> Response:
        """The bots that may sit at a table."""
        return answer(bots.names())

    async def pieces(self, request: Request) -> Response:
        """What is in a box."""
        game = games.load(request.path_params["game"])
        found = game.pieces
        return answer(PiecesInfo(game.key, found.data.get("edition", ""), found.fingerprint, found.data))

    async def pad(self, request: Request) -> Response:
        """Count what lies on a real table."""
        game = games.load(request.path_params["game"])
        layout: Layout = await read(request, Layout)
        return answer(msgspec.convert(game.pad(layout), PadSheet))

    def endpoints(self) -> list[Endpoint]:
        """All of them."""
        at = "/api/games/{game}"
        return [
            Endpoint("GET", "/api/games", "Games on the shelf", self.games, list[GameInfo]),
            Endpoint("GET", f"{at}/pieces", "Every tile and card of a game", self.pieces, PiecesInfo),
            Endpoint("POST", f"{at}/pad", "Count what lies on a real table", self.pad, PadSheet, Layout),
            Endpoint("GET", "/api/bots", "Bots that may sit at a table", self.bots, list[str]),
        ]


def game_info(game: Game) -> GameInfo:
    """A box as the shelf shows it."""
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
        people=[word for word, verb in game.vocabulary.verbs.items() if says_seat(verb)],
        hints=can_advise(game),
    )


def says_seat(verb: Verb) -> bool:
    """Whether the first thing of a verb is somebody at the table."""
    return bool(verb.things) and set(verb.things[0]) <= set(SEAT_WORDS)
