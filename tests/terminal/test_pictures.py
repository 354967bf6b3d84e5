"""What every game's picture promises the table: it fits, it can be touched, it has all its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tablee import games
from tablee.core.canvas import Canvas, Pointer
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES, Translations
from tablee.core.match import Match
from tablee.core.narrowing import paths, targets
from tablee.core.rng import Rng
from tablee.terminal.picture import add_buttons
from tablee.terminal.sentences import Sentences, frame_words

WIDEST = 120
NARROW = 80
LOOKS = 12

every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)


class StrictWords(Translations):
    """Translations that do not put up with a key they do not have."""

    def __call__(self, key: str, /, **values: object) -> str:
        if key not in self:
            raise AssertionError(f"no words for {key}")
        return super().__call__(key, **values)


def strict(game: Game, language: str) -> StrictWords:
    return StrictWords(language, game.translations(language).merged(frame_words(language)).entries)


def looks(game: Game, seats: int) -> Iterator[tuple[Match, int]]:
    """A random match at a dozen of its moments, and whoever acts then; the end too."""
    match, rng = Match(game, seats, "look"), Rng("look")
    while match.outcome is None:
        acting = match.state.actors()
        seat = acting[rng.below(len(acting))]
        if rng.below(LOOKS) == 0 and seat >= 0:
            yield match, seat
        moves = match.state.moves(seat)
        match.play(seat, game.format(moves[rng.below(len(moves))]))
    yield match, 0


def pictures(game: Game, seats: int, language: str) -> Iterator[tuple[Canvas, list[str]]]:
    """What is drawn at each step of a hand on its way to the first move, with what it may touch."""
    words = strict(game, language)
    for match, seat in looks(game, seats):
        view = match.state.view(seat)
        ways = paths(view["moves"])
        path = next(iter(ways), ())
        for step in range(max(len(path), 1)):
            found = targets(ways, path[:step])
            pointer = Pointer(frozenset(found), next(iter(found), None), path[:step])
            yield game.draw(view, words, pointer), found


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_fits_on_a_screen(game: Game, language: str) -> None:
    for seats in game.seats:
        widths = [canvas.width for canvas, _ in pictures(game, seats, language)]
        assert max(widths) <= WIDEST


@every_game
def test_things_lie_where_the_picture_is(game: Game) -> None:
    for canvas, _ in pictures(game, game.seats[-1], "fr"):
        for thing, box in canvas.things.items():
            assert box.row + box.height <= canvas.height, thing
            assert box.column < canvas.width, thing
            assert box.height > 0 < box.width, thing


@every_game
def test_whatever_may_be_touched_can_be_reached(game: Game) -> None:
    for canvas, found in pictures(game, game.seats[0], "en"):
        add_buttons(canvas, {thing: thing for thing in found if thing not in canvas.things}, Pointer())
        assert set(found) <= set(canvas.things)


@every_game
def test_a_spectator_sees_a_picture_too(game: Game) -> None:
    for match, _ in looks(game, game.seats[0]):
        assert game.draw(match.state.view(None), strict(game, "fr"), Pointer()).height


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_has_a_sentence(game: Game, language: str) -> None:
    sentences = Sentences(game, language, [""] * game.seats[-1])
    sentences.words = strict(game, language)
    for match, seat in looks(game, game.seats[-1]):
        for viewer in range(match.seats):
            assert re.fullmatch(r"[^{}]+", sentences.prompt(match.state.view(viewer)))
        for move in match.state.moves(seat):
            told = match.state.log_text(seat, seat, move)
            assert f"log.{told.split()[0]}" in sentences.words
            assert re.fullmatch(r"[^{}]+", sentences.move(seat, told))
    assert match.outcome is not None
    assert all(sentences.words(f"items.{item}") for sheet in match.outcome.items for item in sheet)


def test_buttons_go_on_in_the_next_row() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "picture")
    labels = {f"thing{number}": f"a rather long name {number}" for number in range(9)}
    add_buttons(canvas, labels, Pointer(cursor="thing3"))
    assert set(labels) == set(canvas.things)
    assert canvas.width <= NARROW
    assert "►a rather long name 3◄" in canvas.text()
