"""Out of Mine! in the order of the booklet. Numbers in brackets are those of RULES.md, A1-A38 our rulings, P9
the ghost race."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from tablee.core.buffers import MoveBuffer
from tablee.core.compiled import Int
from tablee.core.errors import Illegal
from tablee.core.outcome import Outcome
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import Vocabulary
from tablee.games.mine import hints, refusals, scoring, view
from tablee.games.mine.hands import (
    BURN,
    FROM_BOARD,
    LAMP,
    LAY,
    LIFT,
    MOVE,
    OUT,
    QUIT,
    RETURN,
    SETTLE,
    SIDE,
    START,
    TAKE,
    TAKE_WORDS,
)
from tablee.games.mine.scoring import board_points, empty, is_wrong, write_sheet
from tablee.games.mine.solver import NONE, PLACE_COUNT
from tablee.games.mine.state import (
    BOARD_COUNT,
    BOARDS,
    CARDS,
    CHOOSING,
    MIXES,
    OVER,
    RACING,
    ROUNDS,
    SEATS,
    SETTLING,
    SLOT_COUNT,
    TIES,
)
from tablee.games.mine.tables import VOCABULARY
from tablee.games.mine.times import Times

CHOICE_TIME: Int = 60_000
SETTLE_TIME: Int = 400
REACH_TIME: Int = 400


@final
class MineState(Times):
    """The rules: who may do what, and what follows."""

    # Set-up (1-6)

    def set_up(self, seats: int, shuffled: list[int], options: Mapping[str, str]) -> None:
        """(2-5, A32, A38) Cards, boards, orders for ties and mixes as shuffled; a board for everyone."""
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

    # Who decides, and what (8, A23, A25)

    def is_actor(self, seat: Int) -> bool:
        """(8, P9) All at once, or each when it likes; CLOCK too, unless there is no lamp."""
        if self.phase == OVER:
            return False
        if seat == CLOCK:
            lit = not self.ghost or self.lit_first() != NONE
            return self.phase != RACING or (self.lamp > 0 and lit)
        if self.phase == CHOOSING:
            return self.face[seat] == NONE
        return not self.has_run(seat)

    def find_moves(self, seat: Int, moves: MoveBuffer) -> None:
        """(A25) Everything a hand can do."""
        if seat == CLOCK:
            moves.add(self.clock_move())
        elif self.face[seat] == NONE:
            moves.add(SIDE)
            moves.add(SIDE + 1)
        elif self.is_to_start(seat):
            moves.add(START)
        else:
            self.find_takes(seat, moves)
            self.find_places(seat, moves)
            self.find_lifts(seat, moves)
            if self.may_call(seat):
                moves.add(OUT)
            moves.add(QUIT)

    def clock_move(self) -> Int:
        """(A12, A34, P9) The one thing that time does now."""
        if self.ghost:
            return BURN + self.lit_first()
        return SETTLE if self.phase == SETTLING else LAMP

    def allows(self, seat: Int, move: Int) -> bool:
        """Whether `find` would list this move, without making the list."""
        if seat < CLOCK or seat >= self.seats or not self.is_actor(seat):
            return False
        if seat == CLOCK:
            return move == self.clock_move()
        if self.face[seat] == NONE:
            return SIDE <= move < TAKE
        if self.is_to_start(seat):
            return move == START
        if move < TAKE:
            return False
        if move < LAY:
            return self.may_take(seat, (move - TAKE) // TAKE_WORDS, (move - TAKE) % TAKE_WORDS)
        if move < MOVE:
            return self.may_put(seat, self.hand[seat], NONE, move - LAY)
        if move < LIFT:
            slot = (move - MOVE) // PLACE_COUNT
            lying = self.place_of(seat, slot)
            return self.may_put(seat, self.tile_in(seat, slot), lying, (move - MOVE) % PLACE_COUNT)
        if move < RETURN:
            return self.hand[seat] == NONE and self.tile_in(seat, move - LIFT) != NONE
        if move < FROM_BOARD:
            return self.hand[seat] != NONE
        if move < OUT:
            return self.tile_in(seat, move - FROM_BOARD) != NONE
        return move == QUIT or (move == OUT and self.may_call(seat))

    def apply(self, seat: Int, move: Int) -> None:
        """Carry out a decision."""
        if seat == CLOCK:
            self.time_is_up()
        elif move < TAKE:
            self.choose(seat, move - SIDE)
        elif move == START:
            self.started[seat] = self.plies + 1
        else:
            self.act(seat, move)

    def act(self, seat: Int, move: Int) -> None:
        """What is done in the race."""
        if self.ghost:
            self.spend(seat)
        if move == OUT:
            self.call(seat)
            return
        if move == QUIT:
            self.give_up(seat)
            return
        self.keep_board(seat)
        if move < LAY:
            self.take(seat, (move - TAKE) // TAKE_WORDS, (move - TAKE) % TAKE_WORDS)
        elif move < MOVE:
            self.lay(seat, move - LAY)
        elif move < LIFT:
            at = SLOT_COUNT * seat + (move - MOVE) // PLACE_COUNT
            self.places[at] = (move - MOVE) % PLACE_COUNT
        elif move < RETURN:
            self.lift(seat, move - LIFT)
        elif move < FROM_BOARD:
            self.drop_hand(seat)
        else:
            self.clear_slot(SLOT_COUNT * seat + move - FROM_BOARD)

    # Choosing a side, and the signal (3, 6-8)

    def choose(self, seat: Int, face: Int) -> None:
        """(3, 8, A23) Final; the signal comes when all have a side, in a ghost race when one asks (P9)."""
        self.face[seat] = face
        if self.ghost:
            return
        for other in range(self.seats):
            if self.face[other] == NONE:
                return
        self.phase = RACING
        self.since = self.plies + 1
        self.signalled = self.since

    # The call (13, A7-A11, A29), giving up (A31), the lamp (A12)

    def may_call(self, seat: Int) -> bool:
        """(13, A7) Only when all 20 cells are covered by something."""
        return not self.gallery_of(seat) & ~self.covered(seat)

    def call(self, seat: Int) -> None:
        """(13, A34) The first call ends the round; if times are kept, calls on their way are waited for."""
        if self.ghost:
            self.called[seat] = self.spent[seat]
            self.end_run()
            return
        if self.phase == RACING and self.elapsed < 0:
            self.called[seat] = 0
            self.end_round()
            return
        self.called[seat] = self.time_of_move(seat)
        if self.phase == RACING:
            self.phase = SETTLING
            self.since = self.plies + 1

    def give_up(self, seat: Int) -> None:
        """(A12, A31) The board stays as it is; when all have given up, the round is over."""
        self.quitted[seat] = 1
        self.drop_hand(seat)
        if self.ghost:
            self.end_run()
            return
        for other in range(self.seats):
            if not self.quitted[other]:
                return
        self.end_round()

    def time_is_up(self) -> None:
        """(A12, A23, A34) The first side for who has none; or the lamp is out; or no call is on its way."""
        if self.ghost:
            self.burn_out(self.lit_first())
            return
        if self.phase == CHOOSING:
            for seat in range(self.seats):
                if self.face[seat] == NONE:
                    self.choose(seat, 0)
            return
        if self.phase == SETTLING:
            self.settle()
        self.end_round()

    # A round that each runs alone (P9)

    def burn_out(self, seat: Int) -> None:
        """(A12, P9) The lamp of one seat is out: its board stays as it is."""
        self.burnt[seat] = 1
        self.spent[seat] = self.lamp
        self.drop_hand(seat)
        self.end_run()

    def end_run(self) -> None:
        """(P9) When the last has run the round it is over, and is scored at the earliest finish."""
        for seat in range(self.seats):
            if not self.has_run(seat):
                return
        for seat in range(self.seats):
            self.past_time[seat] = self.called[seat]
        self.settle()
        self.end_round()

    # The check and the score of the round (14-18, A23)

    def end_round(self) -> None:
        """(14, 21, 22) Check, scores, then everything back and the next round, or the end."""
        for seat in range(self.seats):
            self.drop_hand(seat)
            write_sheet(self, seat)
            self.show(seat)
        leaver = self.leaver()
        self.sweep()
        self.round += 1
        if self.round == ROUNDS:
            self.phase = OVER
        else:
            self.exchange(leaver)

    def show(self, seat: Int) -> None:
        """(14) What was on the board, and what was removed, stays to be seen until the next check."""
        self.past_side[seat] = self.side_of(seat)
        self.past_card[seat] = self.card_of(seat)
        for slot in range(SLOT_COUNT):
            at = SLOT_COUNT * seat + slot
            self.past_tiles[at] = self.tiles[at]
            self.past_places[at] = self.places[at]
            self.past_wrong[at] = 1 if is_wrong(self, seat, slot) else 0

    # Between two rounds (19-21)

    def leaver(self) -> Int:
        """(19, A11, A12, A33) Whose board leaves: the caller's, or else the fullest one; ties by the deal."""
        chosen = self.deal[TIES + SEATS * self.round]
        for turn in range(1, self.seats):
            seat = self.deal[TIES + SEATS * self.round + turn]
            if self.claim(seat) < self.claim(chosen):
                chosen = seat
        return chosen

    def claim(self, seat: Int) -> Int:
        """(A12) The smallest has its board exchanged."""
        return 0 if self.called[seat] != NONE else 1 + empty(self, seat)

    def sweep(self) -> None:
        """(21) All tiles back to the pool."""
        for seat in range(self.seats):
            self.clear_run(seat)
            self.quitted[seat] = 0
        self.log.clear()

    def exchange(self, leaver: Int) -> None:
        """(19, A32) A new board in the place of the one that leaves; all are mixed and dealt."""
        for seat in range(self.seats):
            self.old_board[seat] = self.board[seat]
            self.old_face[seat] = self.face[seat]
        self.board[leaver] = self.deal[BOARDS + self.seats + self.round - 1]
        mixed = [self.board[seat] for seat in range(self.seats)]
        self.phase = RACING if self.ghost else CHOOSING
        self.since = self.plies + 1
        for seat in range(self.seats):
            self.board[seat] = mixed[self.deal[MIXES + SEATS * (self.round - 1) + seat]]
            self.face[seat] = NONE
        for seat in range(self.seats):
            if self.board[seat] == self.old_board[seat]:
                self.choose(seat, 1 - self.old_face[seat])

    # What a seat cannot know (A24)

    def reshuffle(self, seat: Int, rng: Rng) -> None:
        """(A24) What was not drawn or turned up may lie in any order; all is open when the match is over."""
        if self.phase == OVER:
            return
        turned = self.round if self.phase == CHOOSING else self.round + 1
        if self.ghost:
            self.forget_rivals(seat, rng)
        else:
            self.shuffle_places(list(range(CARDS + self.seats * turned, BOARDS)), rng)
        self.shuffle_places(list(range(BOARDS + self.seats + self.round, BOARDS + BOARD_COUNT)), rng)
        for later in range(self.round, ROUNDS):
            for row in (TIES + SEATS * later, MIXES + SEATS * later):
                self.shuffle_places(list(range(row, row + self.seats)), rng)

    # What is seen, said and counted

    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return VOCABULARY

    def board_view(self, seat: int) -> dict[str, Any]:
        """(A24) What is seen of the table."""
        return view.look(self, seat)

    def view_group(self, seat: int) -> int:
        """(A24) Everybody sees the same, but in a ghost race."""
        return seat if self.ghost else CLOCK

    def foresee(self, seat: int, move: int) -> dict[str, Any]:
        """(A14) With the helping elf, what a call would bring; without it the table warns of nothing.

        In a ghost race it would tell the times of the others (A24).
        """
        if move != OUT or not self.helper or self.ghost:
            return {}
        after = self.copy()
        after.play(seat, move)
        return {"points": after.total(seat) - self.total(seat)}

    def why_not(self, seat: int, move: int) -> Illegal:
        """Why this is refused, with the number of the rule."""
        return refusals.why_not(self, seat, move)

    def timer(self) -> tuple[int, int] | None:
        """(A12, A23, A34) Time to choose a side; the lamp; the wait for calls on their way."""
        if not self.is_actor(CLOCK):
            return None
        if self.ghost:
            return self.started[self.lit_first()], self.lamp
        return self.since, (CHOICE_TIME, self.lamp, SETTLE_TIME)[self.phase]

    def race_start(self, seat: int) -> int | None:
        """(8, A34) The ply at which all cards were turned, or in a ghost race that of this seat (P9)."""
        if self.ghost:
            return self.started[seat] if seat >= 0 and self.is_running(seat) else None
        return self.signalled if self.phase in (RACING, SETTLING) else None

    def min_interval(self, move: int) -> int:
        """(10) One hand fetches one tile at a time."""
        return REACH_TIME if TAKE <= move < LAY else 0

    def race_results(self) -> list[list[int]]:
        """(13, A34) Who called in each round; nobody if the lamp went out or all gave up."""
        return scoring.callers(self)

    def late_move(self, seat: int) -> int:
        """(A21, A23) The first side; in the race, giving up."""
        if self.face[seat] == NONE:
            return SIDE
        return START if self.is_to_start(seat) else QUIT

    def propose(self, seat: int) -> list[int]:
        """The next step towards a fill."""
        return hints.propose(self, seat)

    def find_candidates(self, seat: Int, moves: MoveBuffer) -> None:
        """In a race the next step is the only one worth a thought: what counts is who makes it sooner."""
        if seat == CLOCK:
            return
        for move in hints.propose(self, seat):
            moves.add(move)

    def blunder(self, seat: int, legal: list[int], rng: Rng) -> int:
        """A tile laid wrong, taken in vain or back: nobody calls or gives up by mistake."""
        wrong = hints.mistakes(self, seat)
        return wrong[rng.below(len(wrong))] if wrong else hints.propose(self, seat)[0]

    def points(self, seat: Int) -> Int:
        """(22) The total so far; in the race, what a seat would have if the lamp went out now."""
        racing = self.phase in (RACING, SETTLING) and self.face[seat] != NONE
        return self.total(seat) + (board_points(self, seat) if racing else 0)

    def score_sheet(self) -> Outcome:
        """(22) Scores round by round."""
        return scoring.final(self)
