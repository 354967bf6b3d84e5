"""Many matches of one game, advanced together by one call into contiguous arrays. Compiled.

For learners: each row of the arrays is one match. A match that is over is replaced by a new quick deal in the
same step. Seats that act at the same time move one after the other, round the table. Moves of CLOCK are
made by the batch: see `clock_is_due`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, final

from tablee.core.buffers import MAX_MOVES, MoveBuffer
from tablee.core.compiled import Float32s, Int, Int8s, Int64s
from tablee.core.errors import Illegal, Unreadable
from tablee.core.observation import ObservationWriter
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, NOBODY, State
from tablee.core.vectors import NO_BYTES, Observer, clear_numbers, copy_numbers

NO_FLOATS = memoryview(bytearray(4)).cast("f")
NO_INTS = memoryview(bytearray(8)).cast("q")

# The values of `ends`.
RUNNING: Int = 0
TERMINATED: Int = 1
TRUNCATED: Int = 2

# What a reward is: the share of the win, points, or the lead in points.
BY_WIN: Int = 0
BY_POINTS: Int = 1
BY_LEAD: Int = 2

# The simulated time of a move of one seat, in milliseconds.
MOVE_MS: Int = 3000


def next_seat(state: State, last: Int) -> Int:
    """Return who moves next: the first acting seat after `last`, round the table.

    CLOCK if it is due or no seat acts; NOBODY when the match is over.
    """
    clock = state.is_actor(CLOCK)
    if clock and clock_is_due(state):
        return CLOCK
    for turn in range(1, state.seats + 1):
        seat = (last + turn) % state.seats
        if state.is_actor(seat):
            return seat
    return CLOCK if clock else NOBODY


def clock_is_due(state: State) -> bool:
    """Return whether the timer has run out, if all seats together make a move every MOVE_MS / seats ms."""
    timer = state.timer()
    return timer is not None and is_over_time(state, timer[0], timer[1])


def is_over_time(state: State, since: Int, wait: Int) -> bool:
    """See `clock_is_due`. The arguments make C integers of the numbers of a timer."""
    return (state.plies - since) * MOVE_MS >= wait * state.seats


def settle(state: State, last: Int) -> Int:
    """Play the moves of CLOCK that are due; return the next seat, or NOBODY when the match is over."""
    seat = next_seat(state, last)
    while seat == CLOCK:
        state.advance(CLOCK, state.moves(CLOCK)[0])
        seat = next_seat(state, last)
    return seat


def play_and_settle(state: State, seat: Int, move: int) -> Int:
    """Make a move of a seat, then settle; raises Illegal or Unreadable and changes nothing."""
    state.play(seat, move)
    return settle(state, seat)


class Turns:
    """One match in which one seat moves at a time, for environments.

    `seat` is the one that moves next, NOBODY when the match is over. A match of `limit` moves is truncated.
    `unused` are the next observations, each with the arrays of one row of the observer; the last comes first.
    """

    def __init__(self) -> None:
        self.state: State = State()
        self.seat: Int = NOBODY
        self.limit: Int = 0
        self.observer: Observer = Observer()
        self.unused: list[dict[str, Any]] = []

    def new_rows(self) -> list[dict[str, Any]]:
        """Set the buffer of the observer to a new one; return an observation with the arrays of each row."""
        raise NotImplementedError

    def play(self, move: int) -> Int:
        """Make a move of the seat whose turn it is; return the next seat, NOBODY if the match does not go on.

        Raises Illegal or Unreadable.
        """
        self.seat = play_and_settle(self.state, self.seat, move)
        return self.seat if self.state.plies < self.limit else NOBODY

    def observation(self, seat: Int) -> dict[str, Any]:
        """Return `observation` and `action_mask` of a seat, new arrays; the mask is 0 if it does not act."""
        if not self.unused:
            self.unused = self.new_rows()
        seen = self.unused.pop()
        self.observer.observe_and_mask(self.state, seat, len(self.unused))
        return seen


def final_rewards(state: State, by: Int) -> list[float]:
    """Return the reward of each seat at the end of a match.

    By win, they add up to 0: a sole winner has 1, a seat that does not win -1 / (seats - 1), winners share.
    By lead, they are the final scores minus the best score of another seat. Alone, and by points, they are
    the final scores.
    """
    if state.seats == 1:
        return [float(state.points(0))]
    sheet = state.score_sheet()
    if by == BY_POINTS:
        return [float(score) for score in sheet.scores]
    if by == BY_LEAD:
        return leads(sheet.scores)
    winners = sheet.winners
    share = state.seats / len(winners)
    return [((share if seat in winners else 0.0) - 1.0) / (state.seats - 1) for seat in range(state.seats)]


def leads(points: Sequence[int]) -> list[float]:
    """Return for each of at least two seats its points minus the best of another seat."""
    found = []
    for seat in range(len(points)):
        rivals = [points[other] for other in range(len(points)) if other != seat]
        found.append(float(points[seat] - max(rivals)))
    return found


def state_at(states: list[State], index: Int) -> State:
    """Return states[index]; the compiled form then knows the type."""
    return states[index]


def check_length(name: str, found: Int, wanted: Int) -> None:
    """Raise Unreadable if an array has another length than it must have."""
    if found != wanted:
        raise Unreadable("wrong-size", name=name, found=found, wanted=wanted)


def new_integers(count: int) -> memoryview[int]:
    """Return a flat memoryview of `count` zeros of 64 bits."""
    return memoryview(bytearray(8 * count)).cast("q")


def more_integers(old: Int64s, count: Int) -> memoryview[int]:
    """Return a longer flat memoryview that begins with the old numbers."""
    new = new_integers(count)
    new[: len(old)] = memoryview(old)
    return new


def write_moves(found: MoveBuffer, legal: Int64s, first: Int, masks: Int8s, row: Int) -> None:
    """Copy moves to `legal` from index `first` on, and mark them in the mask at `row`, which must be 0.

    Raises IndexError for a move beyond all masks.
    """
    last = len(masks) - 1 - row
    outside = 0
    for at in range(found.count):
        move = found.items[at]
        legal[first + at] = move
        # Becomes negative if the move is, or if it is greater than the last one.
        outside |= move | (last - move)
    if outside < 0:
        raise IndexError("a move is not in the vocabulary")
    for at in range(found.count):
        masks[row + found.items[at]] = 1


@final
class Batch:
    """Matches in progress. Row i of each array is match i.

    `observations` and `masks` are those of the seat in `actors`, for its next move. `rewards` (one for each
    seat) and `ends` tell what the last step brought: when a match ended there, the observation is already of
    the next one. A match of `limit` moves is truncated, without rewards.
    """

    def __init__(self) -> None:
        self.count: Int = 0
        self.seats: Int = 0
        self.width: Int = 0
        self.moves: Int = 0
        self.limit: Int = 0
        self.reward_by: Int = BY_WIN
        self.states: list[State] = []
        self.rngs: list[Rng] = []
        self.deal: Callable[[Rng], State] | None = None
        self.writer: ObservationWriter = ObservationWriter()
        self.observations: Int8s = NO_BYTES
        self.masks: Int8s = NO_BYTES
        self.rewards: Float32s = NO_FLOATS
        self.ends: Int8s = NO_BYTES
        self.actors: Int8s = NO_BYTES
        # The legal moves of match i are legal[starts[i]] up to, not including, legal[starts[i + 1]].
        self.legal: Int64s = NO_INTS
        self.starts: Int64s = NO_INTS
        self.found: MoveBuffer = MoveBuffer()

    def set_up(self, deal: Callable[[Rng], State], seats: Int, width: Int, moves: Int) -> None:
        """Set the game: its dealer, and the sizes of an observation and of a mask."""
        self.deal = deal
        self.seats = seats
        self.width = width
        self.moves = moves

    def set_arrays(
        self, observations: Int8s, masks: Int8s, rewards: Float32s, ends: Int8s, actors: Int8s
    ) -> None:
        """Write to these arrays from now on; their lengths must be those of `count` matches."""
        self.observations = observations
        self.masks = masks
        self.rewards = rewards
        self.ends = ends
        self.actors = actors

    def reset(self, count: Int, seed: Int, first: Int = 0) -> None:
        """Deal `count` matches. Match i depends on the seed and on `first` + i alone.

        Raises Unreadable if the arrays are those of another number of matches.
        """
        check_length("observations", len(self.observations), self.width * count)
        check_length("masks", len(self.masks), self.moves * count)
        check_length("rewards", len(self.rewards), self.seats * count)
        check_length("ends", len(self.ends), count)
        check_length("actors", len(self.actors), count)
        self.count = count
        self.states = []
        self.rngs = []
        self.starts = new_integers(count + 1)
        for index in range(count):
            rng = Rng()
            rng.reseed(seed, first + index)
            self.rngs.append(rng)
            self.states.append(self.new_state(index))
        for index in range(count):
            self.clear_end(index)
            self.show(index, settle(state_at(self.states, index), self.seats - 1))

    def new_state(self, index: Int) -> State:
        """Return the next deal of a match."""
        if self.deal is None:
            raise Unreadable("no-game")
        return self.deal(self.rngs[index])

    def clear_end(self, index: Int) -> None:
        """Set the rewards and the end of one match to 0."""
        self.ends[index] = RUNNING
        for at in range(self.seats * index, self.seats * (index + 1)):
            self.rewards[at] = 0.0

    def step(self, moves: Int64s) -> None:
        """Make one move in every match: `moves` has one for each. Raises Illegal before anything changes."""
        self.check(moves)
        for index in range(self.count):
            self.clear_end(index)
            self.advance(index, moves[index])

    def check(self, moves: Int64s) -> None:
        """Raise Illegal if one of the moves for the next step is not legal, Unreadable if one is missing."""
        check_length("moves", len(moves), self.count)
        for index in range(self.count):
            move = moves[index]
            if move < 0 or move >= self.moves or self.masks[self.moves * index + move] == 0:
                raise Illegal("not-allowed", match=index, move=move)

    def advance(self, index: Int, move: Int) -> None:
        """Make a move in one match, and deal anew if it is over."""
        state = state_at(self.states, index)
        seat = self.actors[index]
        state.advance(seat, move)
        seat = settle(state, seat)
        if seat == NOBODY or state.plies >= self.limit:
            self.end_match(index, state, seat == NOBODY)
            state = self.new_state(index)
            self.states[index] = state
            seat = settle(state, self.seats - 1)
        self.show(index, seat)

    def end_match(self, index: Int, state: State, is_over: bool) -> None:
        """Write TERMINATED and the rewards; for a match that reached `limit` moves only TRUNCATED."""
        self.ends[index] = TERMINATED if is_over else TRUNCATED
        if is_over:
            rewards = final_rewards(state, self.reward_by)
            for seat in range(self.seats):
                self.rewards[self.seats * index + seat] = rewards[seat]

    def show(self, index: Int, seat: Int) -> None:
        """Write the actor of a match, its observation and its legal moves."""
        state = state_at(self.states, index)
        self.actors[index] = seat
        self.writer.clear()
        state.fill_observation(seat, self.writer)
        copy_numbers(self.writer, self.observations, self.width * index)
        clear_numbers(self.masks, self.moves * index, self.moves)
        self.found.count = 0
        state.find_moves(seat, self.found)
        first = self.starts[index]
        self.starts[index + 1] = first + self.found.count
        if self.starts[index + 1] > len(self.legal):
            self.legal = more_integers(self.legal, 2 * first + MAX_MOVES)
        write_moves(self.found, self.legal, first, self.masks, self.moves * index)

    def random_moves(self, rng: Rng, out: Int64s) -> None:
        """Write a random legal move for every match into `out`, for benchmarks and random opponents."""
        check_length("out", len(out), self.count)
        for index in range(self.count):
            first = self.starts[index]
            out[index] = self.legal[first + rng.below(self.starts[index + 1] - first)]
