"""The drawing of a view: its content, its marks, and its size."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Canvas, Pointer
from tablee.core.i18n import LANGUAGES
from tablee.core.narrowing import paths, targets
from tablee.core.rng import Rng
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import FULL_3B_17, WRONG_1A_2, lay, play, race_state


def draw(
    state: MineState, seat: int | None = 0, chosen: tuple[str, ...] = (), cursor: str | None = None
) -> Canvas:
    view = state.view(seat)
    possible = frozenset(targets(paths(view["moves"]), chosen))
    return GAME.draw(view, GAME.translations("en"), Pointer(possible, cursor, chosen))


def gallery_text(canvas: Canvas) -> str:
    """Return the rows of the large gallery."""
    return "\n".join(line[:32].rstrip() for line in canvas.text().split("\n")[4:15])


LARGE = """\
   ┌───────────────┬───────────┐
 1 │ W1  W   W   W │ ·   ·   · │
   └───────┬───┐   │   ┌───┐   │
 2  ▒▒▒ ▒▒▒│ · │ W │ · │▒▒▒│ · │
           └───┼───┘   └───┼───┘
 3  ▒▒▒ ▒▒▒ ▒▒▒│ ·   ·   · │▒▒▒
               │           ├───┐
 4  ▒▒▒ ▒▒▒ ▒▒▒│ ·   ·   · │ B2│
               │       ┌───┤   │
 5  ▒▒▒ ▒▒▒ ▒▒▒│ ·   · │▒▒▒│ B │
               └───────┘   └───┘
"""


def test_the_viewer_s_gallery_is_large_with_walls_around_tiles() -> None:
    """A letter for each colour, a number for each tile, ▒ for rock."""
    state = play(race_state("3B 17", "1A 1"), 0, "take W5L any", "lay f0 a1", "take B2 any", "lay r90 g4")
    assert LARGE.rstrip() == gallery_text(draw(state))


def test_the_preview_of_a_tile_before_it_is_laid() -> None:
    """The preview marks gallery cells (░) and cells where the tile would stick out (▒)."""
    state = play(race_state("3B 17", "1A 1"), 0, "take G3V any")
    canvas = draw(state, 0, ("r0",), "c2")
    assert ["►░◄", "░░░", "░▒░"] == [cell_text(canvas, cell) for cell in ("c2", "d2", "c3")]


def cell_text(canvas: Canvas, cell: str) -> str:
    box = canvas.things[cell]
    return "".join(letter for letter, _ in canvas.rows[box.row][box.column : box.column + box.width])


def test_the_pool_counts_are_live() -> None:
    state = race_state("3B 17", "1A 1")
    assert "12" in draw(state).text().split("The common pool")[1].split("Y1")[0]
    play(state, 1, "take Y1 any")
    assert "11" in draw(state).text().split("The common pool")[1].split("Y1")[0]


def test_the_card_counts_the_tiles_of_the_viewer() -> None:
    state = play(race_state("3B 17", "1A 1"), 0, "take B2 any", "lay r0 a1", "take B2 any")
    assert "Card 17  Y 0/1  B 2/3  G 0/0  R 0/2  W 0/1" in draw(state).text()


def test_the_check_marks_removed_tiles() -> None:
    state = play(lay(race_state("1A 2", "3B 17"), 0, WRONG_1A_2), 0, "call")
    text = draw(state).text()
    assert "Round 1, checked" in text
    assert "B×B×" in text
    assert "A 1A  +4" in text


def test_with_the_helping_elf_a_call_is_foreseen() -> None:
    state = lay(race_state("3B 17", "1A 1", helper=True), 0, FULL_3B_17)
    assert "Calling now: +12" in draw(state).text()
    assert "Calling now" not in draw(lay(race_state("3B 17", "1A 1"), 0, FULL_3B_17)).text()


def test_elements_of_the_chosen_shape_can_be_selected() -> None:
    state = race_state("3B 17", "1A 1", finds=True)
    things = draw(state, 0, ("R4I",)).things
    assert {"plain", "gold", "worm"} <= set(things)
    assert "silver" not in things


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, width", [(2, 80), (3, 100), (4, 100)])
def test_a_drawing_fits_the_terminal(language: str, seats: int, width: int) -> None:
    rng = Rng("fits")
    state = GAME.deal(seats, "fits", elves=True, finds=True)
    words = GAME.translations(language)
    while acting := [seat for seat in state.actors() if seat >= 0]:
        seat = acting[rng.below(len(acting))]
        view = state.view(seat)
        pointer = Pointer(frozenset(targets(paths(view["moves"]), ())))
        canvas = GAME.draw(view, words, pointer)
        assert canvas.width <= width, canvas.text()
        assert canvas.height <= 40, canvas.text()
        state.play(seat, state.propose(seat)[0])
    assert GAME.draw(state.view(None), words, Pointer()).height <= 40


def test_a_ghost_race_shows_the_start_and_finished_seats() -> None:
    """P9: nothing else of the other seats; after the round, times beside the checked boards."""
    state = race_state("3B 17", "1A 1", ghost=True)
    assert "[start my round]" in draw(state).text()
    play(lay(play(state, 0, "start"), 0, FULL_3B_17, at=900), 0, "call", at=43_210)
    assert "finished in 0:43.2" in draw(state, 0).text()
    assert ["has run", "has run"] == [line for line in last_lines(state) if line == "has run"]
    play(state, 1, "start", "quit")
    assert "A 3B  +12  0:43.2" in draw(state, 1).text()


def last_lines(state: MineState) -> list[str]:
    """Return the start of the last line for the second seat and a spectator."""
    return [draw(state, seat).text().split("\n")[-1].strip()[:7] for seat in (1, None)]
