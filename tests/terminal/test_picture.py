"""Tests of pictures: those of every game fit, show all targets and are fully translated; buttons; changes."""

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
from tablee.terminal.picture import add_buttons, find_changed_cells
from tablee.terminal.sentences import Sentences, common_translations
from tests.terminal.pilot import new_session

# Columns.
WIDEST = 120
NARROW = 80
# One move in this many is sampled.
SAMPLING = 12

every_game = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.key)


class StrictTranslations(Translations):
    """Translations that fail the test for a missing key."""

    def __call__(self, key: str, /, **values: object) -> str:
        if key not in self:
            raise AssertionError(f"no text for {key}")
        return super().__call__(key, **values)


def strict_translations(game: Game, language: str) -> StrictTranslations:
    return StrictTranslations(
        language, game.translations(language).merged(common_translations(language)).entries
    )


def samples(game: Game, seats: int) -> Iterator[tuple[Match, int]]:
    """Yield a random match at some of its plies and at its end, with an actor; seat 0 at the end."""
    match, rng = Match(game, seats, "look"), Rng("look")
    while match.outcome is None:
        acting = match.state.actors()
        seat = acting[rng.below(len(acting))]
        if rng.below(SAMPLING) == 0 and seat >= 0:
            yield match, seat
        moves = match.state.moves(seat)
        match.play(seat, game.format(moves[rng.below(len(moves))]))
    yield match, 0


def pictures(game: Game, seats: int, language: str) -> Iterator[tuple[Canvas, list[str]]]:
    """Yield the picture and the targets at each step of entering the first legal move."""
    translations = strict_translations(game, language)
    for match, seat in samples(game, seats):
        view = match.state.view(seat)
        moves_by_path = paths(view["moves"])
        path = next(iter(moves_by_path), ())
        for step in range(max(len(path), 1)):
            found = targets(moves_by_path, path[:step])
            pointer = Pointer(frozenset(found), next(iter(found), None), path[:step])
            yield game.draw(view, translations, pointer), found


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_fits_on_a_screen(game: Game, language: str) -> None:
    for seats in game.seats:
        widths = [canvas.width for canvas, _ in pictures(game, seats, language)]
        assert max(widths) <= WIDEST


@every_game
def test_things_lie_within_the_picture(game: Game) -> None:
    for canvas, _ in pictures(game, game.seats[-1], "fr"):
        for thing, box in canvas.things.items():
            assert box.row + box.height <= canvas.height, thing
            assert box.column < canvas.width, thing
            assert box.height > 0 < box.width, thing


@every_game
def test_every_target_is_drawn_or_has_a_button(game: Game) -> None:
    for canvas, found in pictures(game, game.seats[0], "en"):
        add_buttons(canvas, {thing: thing for thing in found if thing not in canvas.things}, Pointer())
        assert set(found) <= set(canvas.things)


@every_game
def test_a_spectator_has_a_picture(game: Game) -> None:
    for match, _ in samples(game, game.seats[0]):
        assert game.draw(match.state.view(None), strict_translations(game, "fr"), Pointer()).height


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_move_and_score_item_has_a_text(game: Game, language: str) -> None:
    sentences = Sentences(game, language, [""] * game.seats[-1])
    sentences.translations = strict_translations(game, language)
    for match, seat in samples(game, game.seats[-1]):
        for viewer in range(match.seats):
            assert re.fullmatch(r"[^{}]+", sentences.prompt(match.state.view(viewer)))
        for move in match.state.moves(seat):
            words = match.state.log_text(seat, seat, move)
            assert f"log.{words.split()[0]}" in sentences.translations
            assert re.fullmatch(r"[^{}]+", sentences.log_line(seat, words))
    assert match.outcome is not None
    assert all(sentences.translations(f"items.{item}") for sheet in match.outcome.items for item in sheet)


def test_buttons_wrap_into_the_next_row() -> None:
    canvas = Canvas()
    canvas.put(0, 0, "picture")
    labels = {f"thing{number}": f"a rather long name {number}" for number in range(9)}
    add_buttons(canvas, labels, Pointer(cursor="thing3"))
    assert set(labels) == set(canvas.things)
    assert canvas.width <= NARROW
    assert "►a rather long name 3◄" in canvas.text()


def test_only_new_letters_count_as_changes() -> None:
    game = games.load("islands")
    before, after = new_session(3).match, new_session(3).match
    after.play(after.state.actors()[0], "draw top")
    pictures = [game.draw(m.state.view(0), game.translations("fr"), Pointer()) for m in (before, after)]
    assert set() == find_changed_cells(pictures[0], pictures[0])
    new = find_changed_cells(pictures[0], pictures[1])
    assert new
    assert all(pictures[1].rows[row][column][0].isalnum() for row, column in new)
