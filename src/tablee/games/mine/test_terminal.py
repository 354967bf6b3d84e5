"""The picture of a view: what it shows, what can be touched, and that it fits."""

from __future__ import annotations

import pytest

from tablee.core.canvas import Canvas, Pointer
from tablee.core.i18n import LANGUAGES
from tablee.core.narrowing import paths, targets
from tablee.core.rng import Rng
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.test_race import FULL_3B_17
from tablee.games.mine.test_rounds import WRONG_1A_2
from tablee.games.mine.test_support import lay, play, table


def shown(
    state: MineState, seat: int | None = 0, touched: tuple[str, ...] = (), cursor: str | None = None
) -> Canvas:
    view = state.view(seat)
    possible = frozenset(targets(paths(view["moves"]), touched))
    return GAME.draw(view, GAME.translations("en"), Pointer(possible, cursor, touched))


def gallery(canvas: Canvas) -> str:
    """The rows of the large gallery."""
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


def test_the_own_gallery_is_large_with_walls_around_tiles() -> None:
    """A letter for each colour, a number for each tile, ▒ for rock."""
    state = play(table("3B 17", "1A 1"), 0, "take W5L any", "lay f0 a1", "take B2 any", "lay r90 g4")
    assert LARGE.rstrip() == gallery(shown(state))


def test_a_tile_over_the_gallery_before_it_is_laid() -> None:
    """The ghost covers gallery (░), and shows where it would stick out (▒)."""
    state = play(table("3B 17", "1A 1"), 0, "take G3V any")
    canvas = shown(state, 0, ("r0",), "c2")
    assert ["►░◄", "░░░", "░▒░"] == [cell_text(canvas, cell) for cell in ("c2", "d2", "c3")]


def cell_text(canvas: Canvas, cell: str) -> str:
    box = canvas.things[cell]
    return "".join(letter for letter, _ in canvas.rows[box.row][box.column : box.column + box.width])


def test_the_pool_counts_are_live() -> None:
    state = table("3B 17", "1A 1")
    assert "12" in shown(state).text().split("The common pool")[1].split("Y1")[0]
    play(state, 1, "take Y1 any")
    assert "11" in shown(state).text().split("The common pool")[1].split("Y1")[0]


def test_the_card_counts_what_one_has() -> None:
    state = play(table("3B 17", "1A 1"), 0, "take B2 any", "lay r0 a1", "take B2 any")
    assert "Card 17  Y 0/1  B 2/3  G 0/0  R 0/2  W 0/1" in shown(state).text()


def test_the_check_marks_what_was_removed() -> None:
    state = play(lay(table("1A 2", "3B 17"), 0, WRONG_1A_2), 0, "call")
    text = shown(state).text()
    assert "Round 1, checked" in text
    assert "B×B×" in text
    assert "A 1A  +4" in text


def test_with_the_helping_elf_a_call_is_foreseen() -> None:
    state = lay(table("3B 17", "1A 1", helper=True), 0, FULL_3B_17)
    assert "Calling now: +12" in shown(state).text()
    assert "Calling now" not in shown(lay(table("3B 17", "1A 1"), 0, FULL_3B_17)).text()


def test_elements_of_the_chosen_shape_can_be_touched() -> None:
    state = table("3B 17", "1A 1", finds=True)
    things = shown(state, 0, ("R4I",)).things
    assert {"plain", "gold", "worm"} <= set(things)
    assert "silver" not in things


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats, width", [(2, 80), (3, 100), (4, 100)])
def test_it_fits(language: str, seats: int, width: int) -> None:
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


def test_a_ghost_race_shows_the_start_and_who_has_run() -> None:
    """P9: of the others nothing but that; afterwards the times beside the checked boards."""
    state = table("3B 17", "1A 1", ghost=True)
    assert "[start my round]" in shown(state).text()
    play(lay(play(state, 0, "start"), 0, FULL_3B_17, at=900), 0, "call", at=43_210)
    assert "finished in 0:43.2" in shown(state, 0).text()
    assert ["has run", "has run"] == [line for line in told(state) if line == "has run"]
    play(state, 1, "start", "quit")
    assert "A 3B  +12  0:43.2" in shown(state, 1).text()


def told(state: MineState) -> list[str]:
    """The first words below the names of all, as the second seat and a spectator see them."""
    return [shown(state, seat).text().split("\n")[-1].strip()[:7] for seat in (1, None)]
