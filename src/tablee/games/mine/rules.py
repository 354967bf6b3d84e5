"""The rules of Out of Mine!, in the order of the booklet.

Numbers in brackets are those of RULES.*.md: 1-26 the rules, A1-A38 our rulings, P9 the ghost race.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.observation import ObservationWriter
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.mine import refusals, scoring, view
from tablee.games.mine.ai import heuristic
from tablee.games.mine.ai.observation import write_observation
from tablee.games.mine.mechanics.ghosts import (
    first_lit_seat,
    has_run,
    is_running,
    may_see,
    must_start,
    redraw_rivals,
    shuffle_deal,
)
from tablee.games.mine.mechanics.hands import (
    find_lays,
    find_removals,
    find_shifts,
    find_takes,
    lay_tile,
    lift_tile,
    may_place,
    may_take,
    move_tile,
    return_held_tile,
    return_laid_tile,
    take_tile,
)
from tablee.games.mine.mechanics.rounds import choose_side, end_round, end_run
from tablee.games.mine.mechanics.times import (
    log_board,
    record_call,
    settle_calls,
    time_of_move,
    update_spent,
)
from tablee.games.mine.pieces import VOCABULARY
from tablee.games.mine.scoring import board_points
from tablee.games.mine.state import (
    BOARD_COUNT,
    BOARDS,
    BURN,
    CALL,
    CARDS,
    CHOOSING,
    LAMP,
    LAY,
    LIFT,
    MIXES,
    MOVE,
    NONE,
    OVER,
    PLACE_COUNT,
    QUIT,
    RACING,
    RETURN,
    RETURN_LAID,
    ROUNDS,
    SEATS,
    SETTLE,
    SETTLING,
    SIDE,
    START,
    TAKE,
    TAKE_WORDS,
    TIES,
    MineFields,
)

CHOICE_MS: Int = 60_000
SETTLE_MS: Int = 400
TAKE_INTERVAL_MS: Int = 400


@final
class MineState(MineFields):
    """The state of a match with its rules: who may act, which moves are legal, and their effect."""

    # Set-up (1-6)

    def set_up(self, seats: int, shuffled: list[int], options: Mapping[str, str]) -> None:
        """(2-5, A32, A38) Set the options and the deal, and give each seat a board.

        `shuffled` has the cards, the boards, and for each round an order for ties and a mix of boards.
        """
        self.seats = seats
        self.elves = options["elves"] == "yes"
        self.finds = options["finds"] == "yes"
        self.helper = options["helper"] == "yes"
        self.ghost = options["ghost"] == "yes"
        self.phase = RACING if self.ghost else CHOOSING
        self.lamp = 0 if options["lamp"] == "none" else 1000 * int(options["lamp"])
        for at in range(len(shuffled)):
            self.deal[at] = shuffled[at]
        for seat in range(seats):
            self.board[seat] = self.deal[BOARDS + seat]

    # Actors and moves (8, A23, A25)

    def is_actor(self, seat: Int) -> bool:
        """(8, P9) Return whether a seat has not finished this phase; CLOCK acts unless there is no lamp."""
        if self.phase == OVER:
            return False
        if seat == CLOCK:
            lit = not self.ghost or first_lit_seat(self) != NONE
            return self.phase != RACING or (self.lamp > 0 and lit)
        if self.phase == CHOOSING:
            return self.face[seat] == NONE
        return not has_run(self, seat)

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(A25) Add the choice of a side, the start of a ghost race, or the moves of the race."""
        if seat == CLOCK:
            moves.add(self.clock_move())
        elif self.face[seat] == NONE:
            moves.add(SIDE)
            moves.add(SIDE + 1)
        elif must_start(self, seat):
            moves.add(START)
        else:
            free = ~self.covered(seat)
            find_takes(self, seat, moves)
            find_lays(self, seat, free, moves)
            find_shifts(self, seat, free, moves)
            find_removals(self, seat, moves)
            if self.may_call(seat):
                moves.add(CALL)
            moves.add(QUIT)

    def clock_move(self) -> Int:
        """(A12, A34, P9) Return the only move of CLOCK."""
        if self.ghost:
            return BURN + first_lit_seat(self)
        return SETTLE if self.phase == SETTLING else LAMP

    def allows(self, seat: Int, move: Int) -> bool:
        """Return whether `find_moves` would add this move, without filling a buffer."""
        if seat < CLOCK or seat >= self.seats or not self.is_actor(seat):
            return False
        if seat == CLOCK:
            return move == self.clock_move()
        if self.face[seat] == NONE:
            return SIDE <= move < TAKE
        if must_start(self, seat):
            return move == START
        return self.allows_in_race(seat, move)

    def allows_in_race(self, seat: Int, move: Int) -> bool:
        """(A25) Return whether a move of the race is legal for a seat that is in it."""
        if move < TAKE:
            return False
        if move < LAY:
            return may_take(self, seat, (move - TAKE) // TAKE_WORDS, (move - TAKE) % TAKE_WORDS)
        if move < MOVE:
            return may_place(self, seat, self.hand[seat], NONE, move - LAY)
        if move < LIFT:
            slot = (move - MOVE) // PLACE_COUNT
            lying = self.place_of(seat, slot)
            return may_place(self, seat, self.tile_in(seat, slot), lying, (move - MOVE) % PLACE_COUNT)
        if move < RETURN:
            return self.hand[seat] == NONE and self.tile_in(seat, move - LIFT) != NONE
        if move < RETURN_LAID:
            return self.hand[seat] != NONE
        if move < CALL:
            return self.tile_in(seat, move - RETURN_LAID) != NONE
        return move == QUIT or (move == CALL and self.may_call(seat))

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a move of CLOCK, a choice of a side, a start, or a move of the race."""
        if seat == CLOCK:
            self.end_wait()
        elif move < TAKE:
            choose_side(self, seat, move - SIDE)
        elif move == START:
            self.started[seat] = self.plies + 1
        else:
            self.apply_in_race(seat, move)

    def apply_in_race(self, seat: Int, move: Int) -> None:
        """(9-13, A31) Carry out a move of the race."""
        if self.ghost:
            update_spent(self, seat)
        if move == CALL:
            self.call(seat)
        elif move == QUIT:
            self.give_up(seat)
        else:
            log_board(self, seat)
            self.handle_tile(seat, move)

    def handle_tile(self, seat: Int, move: Int) -> None:
        """(9-12) Take, lay, move, lift or return a tile."""
        if move < LAY:
            take_tile(self, seat, (move - TAKE) // TAKE_WORDS, (move - TAKE) % TAKE_WORDS)
        elif move < MOVE:
            lay_tile(self, seat, move - LAY)
        elif move < LIFT:
            move_tile(self, seat, (move - MOVE) // PLACE_COUNT, (move - MOVE) % PLACE_COUNT)
        elif move < RETURN:
            lift_tile(self, seat, move - LIFT)
        elif move < RETURN_LAID:
            return_held_tile(self, seat)
        else:
            return_laid_tile(self, seat, move - RETURN_LAID)

    # The call (13, A7-A11, A29), giving up (A31), the lamp (A12)

    def may_call(self, seat: Int) -> bool:
        """(13, A7) Return whether tiles cover all 20 cells, right or wrong."""
        return not self.gallery_of(seat) & ~self.covered(seat)

    def call(self, seat: Int) -> None:
        """(13, A34) End the round; if moves have times, first wait for calls that are on their way."""
        if self.ghost:
            record_call(self, seat, self.spent[seat])
            end_run(self)
            return
        if self.phase == RACING and self.elapsed < 0:
            record_call(self, seat, 0)
            end_round(self)
            return
        record_call(self, seat, time_of_move(self, seat))
        if self.phase == RACING:
            self.phase = SETTLING
            self.since = self.plies + 1

    def give_up(self, seat: Int) -> None:
        """(A12, A31) Let a seat give up, with its tiles left on the board; end the round when all have."""
        self.gave_up[seat] = 1
        return_held_tile(self, seat)
        if self.ghost:
            end_run(self)
            return
        for other in range(self.seats):
            if not self.gave_up[other]:
                return
        end_round(self)

    def end_wait(self) -> None:
        """(A12, A23, A34) Carry out the move of CLOCK.

        Choose the first side for seats without one, end a lamp, or end the wait for calls.
        """
        if self.ghost:
            self.burn_out(first_lit_seat(self))
            return
        if self.phase == CHOOSING:
            for seat in range(self.seats):
                if self.face[seat] == NONE:
                    choose_side(self, seat, 0)
            return
        if self.phase == SETTLING:
            settle_calls(self)
        end_round(self)

    def burn_out(self, seat: Int) -> None:
        """(A12, P9) End the round of a seat whose lamp is out; its tiles stay on the board."""
        self.burnt[seat] = 1
        self.spent[seat] = self.lamp
        return_held_tile(self, seat)
        end_run(self)

    # Hidden information (A24)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """(A24) Redraw cards and boards that were not turned up; nothing is hidden when the match is over."""
        if self.phase == OVER:
            return
        turned = self.round if self.phase == CHOOSING else self.round + 1
        if self.ghost:
            redraw_rivals(self, seat, rng)
        else:
            shuffle_deal(self, list(range(CARDS + self.seats * turned, BOARDS)), rng)
        shuffle_deal(self, list(range(BOARDS + self.seats + self.round, BOARDS + BOARD_COUNT)), rng)
        for later in range(self.round, ROUNDS):
            for row in (TIES + SEATS * later, MIXES + SEATS * later):
                shuffle_deal(self, list(range(row, row + self.seats)), rng)

    def view_group(self, viewer: int) -> int:
        """(A24) Return CLOCK, since all see the same board; the viewer in a ghost race."""
        return viewer if self.ghost else CLOCK

    def announce(self, viewer: int, seat: int, move: int) -> str:
        """(A24, P9) Return the text of a move, or "" for a run in a ghost race hidden from the viewer."""
        owner = first_lit_seat(self) if seat == CLOCK else seat
        return VOCABULARY.format(move) if may_see(self, viewer, owner) else ""

    def visible_timer(self, viewer: int) -> tuple[int, int] | None:
        """(A24) Return the timer of all or, in a ghost race, that of the viewer's own lamp."""
        if not self.ghost:
            return self.timer()
        lit = self.lamp > 0 and viewer >= 0 and is_running(self, viewer)
        return (self.started[viewer], self.lamp) if lit else None

    def visible_actors(self, viewer: int) -> list[int]:
        """(A24) Return the actors; in a ghost race without CLOCK, which would tell that a seat is running."""
        acting = self.actors()
        if not self.ghost or self.visible_timer(viewer) is not None:
            return acting
        return [seat for seat in acting if seat != CLOCK]

    # Text, views and score

    def vocabulary(self) -> Vocabulary:
        return VOCABULARY

    def board_view(self, viewer: int) -> dict[str, Any]:
        """(A24) Return the view of the board; see view.py."""
        return view.board_view(self, viewer)

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """(A14) Return the points of a call for a game with the helping elf, else {}.

        {} in a ghost race too: the points would tell the times of the others (A24).
        """
        if move != CALL or not self.helper or self.ghost:
            return {}
        after = self.copy()
        after.play(seat, move)
        return {"points": after.total(seat) - self.total(seat)}

    def why_not(self, seat: int, move: int) -> Illegal:
        """Return the first reason against a move, with the number of the rule; see refusals.py."""
        return refusals.why_not(self, seat, move)

    def points(self, seat: Int) -> Int:
        """(22) Return the total so far; in the race plus the present points of the board."""
        racing = self.phase in (RACING, SETTLING) and self.face[seat] != NONE
        return self.total(seat) + (board_points(self, seat) if racing else 0)

    def score_sheet(self) -> Outcome:
        """(22) Return the final scores by round."""
        return scoring.final_outcome(self)

    # Timers and the race

    def timer(self) -> tuple[int, int] | None:
        """(A12, A23, A34) Return the time to choose a side, the lamp, or the wait for calls."""
        if not self.is_actor(CLOCK):
            return None
        if self.ghost:
            return self.started[first_lit_seat(self)], self.lamp
        if self.phase == RACING:
            return self.since, self.lamp
        return self.since, CHOICE_MS if self.phase == CHOOSING else SETTLE_MS

    def race_start(self, seat: int) -> int | None:
        """(8, A34) Return the ply at which all cards were turned, in a ghost race that of this seat (P9).

        None outside the race, and in a ghost race for a seat that is not running.
        """
        if self.ghost:
            return self.started[seat] if seat >= 0 and is_running(self, seat) else None
        return self.race_start_ply if self.phase in (RACING, SETTLING) else None

    def min_interval(self, move: int) -> int:
        """(10) Return TAKE_INTERVAL_MS for `take`: tiles are fetched one at a time; 0 for other moves."""
        return TAKE_INTERVAL_MS if TAKE <= move < LAY else 0

    def race_results(self) -> list[list[int]]:
        """(13, A34) Return the callers of each round; [] where the lamp went out or all gave up."""
        return scoring.callers(self)

    def late_move(self, seat: int) -> int:
        """(A21, A23) Return the first side, the start, or giving up."""
        if self.face[seat] == NONE:
            return SIDE
        return START if must_start(self, seat) else QUIT

    # Bots and hints

    def propose(self, seat: int) -> list[int]:
        """Return the next step towards a fill of the gallery, as a list of one; [] for CLOCK."""
        return heuristic.propose(self, seat)

    def follow_up(self, seat: int, move: int) -> int | None:
        """Return the `lay` that a proposed `take` is for; None after other moves."""
        return heuristic.lay_after(self, seat) if TAKE <= move < LAY else None

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """Add the proposed move only: in a race, speed decides and not the choice of the move."""
        if seat == CLOCK:
            return
        for move in heuristic.propose(self, seat):
            moves.add(move)

    def blunder(self, seat: int, legal: list[int], rng: Rng) -> int:
        """Return a careless `lay` or removal, never `call` or `quit`; the proposed move if there is none."""
        wrong = heuristic.mistakes(self, seat)
        return wrong[rng.below(len(wrong))] if wrong else heuristic.propose(self, seat)[0]

    def fill_observation(self, seat: Int, writer: ObservationWriter) -> None:
        """Write what a learner sees; see ai/observation.py."""
        write_observation(self, seat, writer)
