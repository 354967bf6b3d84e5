"""Laws that every game keeps: each function checks one of them, for one table and one seed.

Used by the tests of all games and, with many more seeds, by `tests.thorough`.
"""

from __future__ import annotations

import json
import math
import pickle
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tablee import games
from tablee.core.canvas import Pointer
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.core.match import Match
from tablee.core.narrowing import complete_move, paths, targets
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.core.walk import some_actor

MAX_PLIES = 200_000
GENERAL_REFUSALS = {"no-such-move", "no-such-seat", "match-over", "not-your-turn"}


@dataclass(frozen=True)
class Table:
    """A game with a number of seats and options, for which a law is checked."""

    game: Game
    seats: int
    options: dict[str, str] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game.key}-{self.seats}{chosen}"

    def deal(self, seed: str) -> State:
        return self.game.deal(self.seats, seed, **self.options)

    def match(self, seed: str) -> Match:
        return Match(self.game, self.seats, seed, dict(self.options))


def tables() -> list[Table]:
    """Return every game with every number of seats; with the fewest seats also other choices of options."""
    found = [Table(game, seats) for game in games.all() for seats in game.seats]
    for game in games.all():
        for option in game.options:
            found += [Table(game, game.seats[0], {option.name: choice}) for choice in option.choices[1:3]]
    return found


def walk(table: Table, seed: str) -> Iterator[tuple[State, int, int]]:
    """Yield each state of a random match with the next seat and move; the last with NOBODY and -1."""
    rng = Rng(seed)
    state = table.deal(seed)
    for _ in range(MAX_PLIES):
        seat = some_actor(state, rng)
        if seat < CLOCK:
            yield state, seat, -1
            return
        moves = state.moves(seat)
        move = moves[rng.below(len(moves))]
        yield state, seat, move
        state.play(seat, move)
    raise AssertionError(f"{table} with seed {seed!r} does not end")


def random_match(table: Table, seed: str) -> Match:
    """Return a finished random match."""
    match = table.match(seed)
    for _, seat, move in walk(table, seed):
        if move >= 0:
            match.play(seat, table.game.format(move))
    return match


def viewers(table: Table) -> list[int | None]:
    """Return all viewers: the seats, and None for a spectator."""
    return [*range(table.seats), None]


def bytes_of(view: object) -> str:
    """Return a view as JSON, the form in which it is sent."""
    return json.dumps(view, ensure_ascii=False, allow_nan=False)


def ends(table: Table, seed: str) -> None:
    """Check that a match ends, that only then it has an outcome, and that no seat can act afterwards."""
    for state, _, move in walk(table, seed):
        assert (move < 0) == (not state.actors())
        assert (move < 0) == (state.outcome() is not None)
        assert move >= 0 or all(not state.moves(seat) for seat in range(CLOCK, table.seats))


def adds_up(table: Table, seed: str) -> None:
    """Check that items add up to scores, ranks skip after ties, winners have rank 1, and views agree."""
    *_, (final, _, _) = walk(table, seed)
    outcome = final.outcome()
    assert outcome is not None
    assert [sum(items.values()) for items in outcome.items] == list(outcome.scores)
    assert len(outcome.scores) == len(outcome.ranks) == table.seats
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks)
    assert outcome.winners == tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)
    for viewer in viewers(table):
        assert outcome.as_json() == final.view(viewer)["outcome"]


def replays(table: Table, seed: str) -> None:
    """Check that a record replays to an equal state and to the same text."""
    match = random_match(table, seed)
    text = match.record(salt="salt", notes={"table": "test"}).text()
    again = Match.from_record(text, games.load)
    assert match.state == again.state
    assert text == again.record(salt="salt", notes={"table": "test"}).text()
    half = match.ply // 2
    assert match.at(half).state == Match.from_record(match.at(half).record().text(), games.load).state


def fits_in_8_bits(table: Table, seed: str) -> None:
    """Check that lists annotated `list[Int8]` hold nothing else: a C array would keep the lowest 8 bits."""
    source = "".join(file.read_text("utf-8") for file in table.game.folder.glob("*.py"))
    names = re.findall(r"self\.(\w+): list\[Int8\]", source)
    for state, _, _ in walk(table, seed):
        found = {name: getattr(state, name) for name in names}
        assert {} == {name: each for name, each in found.items() if min(each) < -128 or max(each) > 127}


def copies(table: Table, seed: str) -> None:
    """Check that a copy is equal and independent, and that a pickled state is equal."""
    kept: list[tuple[State, dict[str, Any]]] = []
    for state, _, _ in walk(table, seed):
        copy = state.copy()
        assert copy == state
        if len(kept) < 400:
            kept.append((copy, copy.snapshot()))
    for copy, snapshot in kept:
        assert snapshot == copy.snapshot()
    thawed = pickle.loads(pickle.dumps(state))
    assert thawed == state


def lists_moves(table: Table, seed: str) -> None:
    """Check that exactly the actors have moves, without duplicates and in a stable order."""
    for state, _, _ in walk(table, seed):
        acting = state.actors()
        for seat in range(CLOCK, table.seats):
            moves = state.moves(seat)
            assert bool(moves) == (seat in acting)
            assert len(set(moves)) == len(moves)
            assert moves == state.moves(seat) == state.copy().moves(seat)
            assert all(0 <= move < table.game.vocabulary.size for move in moves)


def refuses(table: Table, seed: str) -> None:
    """Check that any other move is refused with a translated reason and a rule, and changes nothing."""
    rng = Rng(seed + " refused")
    size = table.game.vocabulary.size
    catalogues = [table.game.translations(language) for language in LANGUAGES]
    for state, _, _ in walk(table, seed):
        seat = rng.below(table.seats + 2) - 1
        move = rng.below(size + 2) - 1
        if seat < table.seats and 0 <= move < size:
            assert state.allows(seat, move) == (move in state.moves(seat))
        if move in state.moves(seat):
            continue
        before = state.snapshot()
        refused = refusal(state, seat, move)
        assert before == state.snapshot()
        if refused.code not in GENERAL_REFUSALS:
            assert refused.rule, f"{refused.code} cites no rule"
            assert all(f"refusal.{refused.code}" in words for words in catalogues), refused.code


def refusal(state: State, seat: int, move: int) -> Illegal:
    """Return the refusal of a move; raises AssertionError if it is allowed."""
    try:
        state.play(seat, move)
    except Illegal as refused:
        return refused
    raise AssertionError(f"seat {seat} was allowed {move}")


def shows_json(table: Table, seed: str, every: int = 5) -> None:
    """Check that a view is JSON with the legal moves as text, and equal within a view group."""
    rng = Rng(seed + " shown")
    for state, _, _ in walk(table, seed):
        if rng.below(every):
            continue
        for viewer in viewers(table):
            view = state.view(viewer)
            assert view == json.loads(bytes_of(view))
            expected = [] if viewer is None else [table.game.format(move) for move in state.moves(viewer)]
            assert expected == view["moves"]
            seat = CLOCK if viewer is None else viewer
            assert state.board_view(seat) == state.board_view(state.view_group(seat)), (
                f"{viewer} is in the wrong view group"
            )


def keeps_secrets(table: Table, seed: str, every: int = 1) -> int:
    """Check that resampling what a viewer cannot know changes no byte it receives.

    Return the number of comparisons; about one in `every` positions is compared.
    """
    rng = Rng(seed + " resampled")
    compared = 0
    for state, seat, move in walk(table, seed):
        if rng.below(every):
            continue
        for viewer in viewers(table):
            other = state.resample(viewer, rng)
            compared += 1
            assert bytes_of(state.view(viewer)) == bytes_of(other.view(viewer)), f"{table} leaks to {viewer}"
            assert bytes_of(state.view(None)) == bytes_of(other.view(None)), (
                f"{table}: a spectator sees too much"
            )
            if move >= 0 and other.allows(seat, move):
                watcher = CLOCK if viewer is None else viewer
                assert state.announce(watcher, seat, move) == other.announce(watcher, seat, move)
                assert state.log_text(watcher, seat, move) == other.log_text(watcher, seat, move)
    return compared


def keeps_quiet(table: Table, seed: str) -> None:
    """Check that a move not announced to a viewer changes nothing in its view except the actors."""
    for state, seat, move in walk(table, seed):
        if move < 0:
            return
        after = state.copy()
        after.play(seat, move)
        for viewer in viewers(table):
            watcher = CLOCK if viewer is None else viewer
            hidden = not state.announce(watcher, seat, move)
            if hidden and state.visible_actors(watcher) == after.visible_actors(watcher):
                assert watcher != seat
                assert {**after.view(viewer), "ply": state.plies} == state.view(viewer)


def withholds(table: Table, seed: str) -> bool:
    """Return whether a log kept during the match contains less than was announced."""
    return any(
        state.log_text(CLOCK, seat, move) != state.announce(CLOCK, seat, move)
        for state, seat, move in walk(table, seed)
        if move >= 0
    )


def advises(table: Table, seed: str) -> None:
    """Check that estimates are finite, proposals and late moves legal, timers valid, previews dicts."""
    for state, seat, move in walk(table, seed):
        assert all(math.isfinite(state.estimate(each)) for each in range(table.seats))
        timer = state.timer()
        assert timer is None or (CLOCK in state.actors() and 0 <= timer[0] <= state.plies and timer[1] > 0)
        for viewer in range(CLOCK, table.seats):
            assert state.visible_timer(viewer) is None or CLOCK in state.visible_actors(viewer)
        if seat >= 0 and move >= 0:
            moves = state.moves(seat)
            assert set(state.propose(seat)) <= set(moves)
            assert state.late_move(seat) in moves
            assert isinstance(state.foresee(seat, move), dict)


def can_be_touched(table: Table, seed: str, every: int = 7) -> None:
    """Check that every view can be drawn, and that everything to touch is drawn or is a verb."""
    rng = Rng(seed + " touched")
    catalogues = [table.game.translations(language) for language in LANGUAGES]
    for state, seat, move in walk(table, seed):
        if rng.below(every):
            continue
        words = catalogues[rng.below(len(catalogues))]
        viewer = max(seat, 0)
        view = state.view(viewer)
        ways = paths(view["moves"])
        touched: list[str] = []
        while (possible := targets(ways, touched)) and complete_move(ways, touched) is None:
            cursor = possible[rng.below(len(possible))]
            canvas = table.game.draw(view, words, Pointer(frozenset(possible), cursor, tuple(touched)))
            missing = [thing for thing in possible if thing not in canvas.things]
            assert all(thing in table.game.vocabulary.verbs for thing in missing), f"not drawn: {missing}"
            touched.append(cursor)
        if move < 0:
            assert table.game.draw(state.view(None), words, Pointer()).height
