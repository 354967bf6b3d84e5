"""One match: a deal and the moves made since. The state is their fold."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tablee.core.checks import elapsed_time, read_number, text, whole_number
from tablee.core.deal import commitment
from tablee.core.errors import Illegal, Refusal, Stale, Unreadable
from tablee.core.game import Game
from tablee.core.outcome import Outcome
from tablee.core.record import Record, read_record
from tablee.core.rng import Rng
from tablee.core.state import CLOCK, UNTIMED, State
from tablee.core.vocabulary import format_seat, parse_seat


@dataclass(frozen=True)
class Played:
    """A move that was made; `elapsed` is its measured time in ms, or UNTIMED."""

    seat: int
    move: int
    elapsed: int = UNTIMED


@dataclass(frozen=True)
class Redraw:
    """After `ply` moves, all that a seat (CLOCK: a spectator) cannot know is drawn anew from a seed."""

    ply: int
    seat: int
    seed: str


@dataclass(frozen=True)
class Start:
    """The position of an earlier match, or of a lesson, from which a match is played on.

    `seed` is that of the earlier deal; the first `ply` moves are those of the earlier match. `redraw_for`:
    the seat for which the hidden part is drawn anew at `ply`, from the seed of the match; None: as it was.
    `redraws` are those of earlier matches, in the order of their plies. `drawing`: what `Game.position`
    reads, as JSON, in place of a deal; "" for a deal.
    """

    seed: str
    ply: int
    redraw_for: int | None = None
    redraws: tuple[Redraw, ...] = ()
    drawing: str = ""

    def first_state(self, game: Game, seats: int, options: Mapping[str, str]) -> State:
        """Return the state before the first move; raises Unreadable or Illegal if it cannot be set up."""
        if not self.drawing:
            return game.deal(seats, self.seed, **options)
        try:
            return game.position(game.check_seats(seats), json.loads(self.drawing), options)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as wrong:
            raise Unreadable("bad-position", why=str(wrong)[:80]) from wrong

    def write(self, record: Record) -> None:
        """Add the start to the header of a record."""
        seat = "" if self.redraw_for is None else f" {format_seat(self.redraw_for)}"
        origin = {"position": self.drawing} if self.drawing else {"deal": self.seed}
        record.header |= {**origin, "start": f"{self.ply}{seat}"}
        for redraw in self.redraws:
            record.redraws[f"{redraw.ply} {format_seat(redraw.seat)}"] = redraw.seed


class Match:
    """A match in progress or finished. With a `start`, it begins there, and not with the deal of `seed`."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: str,
        options: Mapping[str, str | bool] | None = None,
        start: Start | None = None,
    ) -> None:
        self.game = game
        self.seats = whole_number("seats", seats)
        self.seed = text("seed", seed)
        self.options = game.resolve_options(options or {})
        self.start = start
        self.played: list[Played] = []
        self.state = (start or Start(seed, 0)).first_state(game, self.seats, self.options)
        self._redraw()
        self._changed = dict.fromkeys(range(CLOCK, seats), 0)

    @property
    def ply(self) -> int:
        """The number of moves made."""
        return len(self.played)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the match goes on."""
        return self.state.outcome()

    def play(self, seat: int, words: str, seen: int | None = None, elapsed: int = UNTIMED) -> int:
        """Make a move given as text and return it; raises Unreadable, Illegal, or Stale.

        `seen` is the ply of the view that the move answers.
        """
        move = self.game.parse(words)
        seat, elapsed = whole_number("seat", seat), elapsed_time(elapsed)
        if seen is not None and self.is_stale(seat, whole_number("seen", seen)):
            raise Stale("seen-has-changed", seen=seen, now=self.ply)
        self.make(Played(seat, move, elapsed))
        return move

    def is_stale(self, seat: int, seen: int) -> bool:
        """Return whether the legal moves of a seat have changed since the view at ply `seen`."""
        return not self._changed.get(seat, 0) <= seen <= self.ply

    def make(self, played: Played) -> None:
        """Make a move; raises Illegal if the rules do not allow it."""
        before = {seat: self.state.moves(seat) for seat in self._changed}
        self.state.play(played.seat, played.move, played.elapsed)
        self.played.append(played)
        if self.start is not None:
            self._redraw()
        for seat, moves in before.items():
            if seat == played.seat or moves != self.state.moves(seat):
                self._changed[seat] = self.ply

    def _redraw(self) -> None:
        """Carry out the redraws of the start that are due at the present ply."""
        for redraw in self._redraws():
            if redraw.ply == self.ply:
                self.state = self.state.resample(redraw.seat, Rng(redraw.seed))

    def _redraws(self) -> tuple[Redraw, ...]:
        start = self.start
        if start is None or start.redraw_for is None:
            return () if start is None else start.redraws
        return (*start.redraws, Redraw(start.ply, start.redraw_for, self.seed))

    def states(self) -> Iterator[State]:
        """Yield the state before each move, then the last one. The caller must not change or store it."""
        replayed = Match(self.game, self.seats, self.seed, self.options, self.start)
        for played in self.played:
            yield replayed.state
            replayed.state.play(played.seat, played.move, played.elapsed)
            replayed.played.append(played)
            replayed._redraw()
        yield replayed.state

    def start_at(self, ply: int, redraw_for: int | None) -> Start:
        """Return the start of a match that is played on from a ply; see `Start` for `redraw_for`."""
        # A drawing for the same seat at the same ply replaces the earlier one.
        kept = [
            each for each in self._redraws() if each.ply <= ply and (each.ply, each.seat) != (ply, redraw_for)
        ]
        origin = self.start or Start(self.seed, 0)
        return replace(origin, ply=ply, redraw_for=redraw_for, redraws=tuple(kept))

    def at(self, ply: int) -> Match:
        """Return an independent match after this many moves; raises Illegal if there were fewer."""
        if not 0 <= ply <= self.ply:
            raise Illegal("no-such-ply", ply=ply, last=self.ply)
        return self.replay(
            self.game, self.seats, self.seed, self.options, self.played[:ply], start=self.start
        )

    def undo(self, ply: int) -> None:
        """Take back all moves after a ply; raises Illegal if there were fewer."""
        earlier = self.at(ply)
        self.state, self.played, self._changed = earlier.state, earlier.played, earlier._changed

    @classmethod
    def replay(
        cls,
        game: Game,
        seats: int,
        seed: str,
        options: Mapping[str, str | bool],
        played: Sequence[Played],
        *,
        start: Start | None = None,
    ) -> Match:
        """Return the match of a deal and its moves; raises Illegal if a move is not allowed."""
        match = cls(game, seats, seed, options, start)
        for each in played:
            match.make(each)
        return match

    def record(self, salt: str | None = None, notes: Mapping[str, str] | None = None) -> Record:
        """Return the record of the match so far; with a salt, including the commitment to its seed."""
        header = {
            "game": f"{self.game.key} {self.game.version}",
            "pieces": self.game.pieces.fingerprint,
            "seats": str(self.seats),
            "seed": self.seed,
        }
        if salt is not None:
            header |= {"salt": salt, "commitment": commitment(self.seed, salt)}
        record = Record(header, self._recorded_options(), dict(notes or {}), self.lines(), end=self._ending())
        if self.start is not None:
            self.start.write(record)
        return record

    def lines(self) -> list[str]:
        """Return the moves as a record writes them, such as "A take 2 m3 @1200"."""
        return [self._written(played) for played in self.played]

    def _recorded_options(self) -> dict[str, str]:
        """Return the options that a record names: all but later ones that have their default."""
        defaults = {option.name: option.choices[0] for option in self.game.options if option.later}
        return {name: value for name, value in self.options.items() if value != defaults.get(name)}

    def _written(self, played: Played) -> str:
        time = "" if played.elapsed == UNTIMED else f" @{played.elapsed}"
        return f"{format_seat(played.seat)} {self.game.format(played.move)}{time}"

    def _ending(self) -> str | None:
        return None if self.outcome is None else " ".join(map(str, self.outcome.scores))

    @classmethod
    def from_record(cls, record: Record | str, load: Callable[[str], Game]) -> Match:
        """Return the match of a record; `load` finds a game by key. Raises Unreadable with the line."""
        record = record if isinstance(record, Record) else read_record(record)
        game = load(record.key)
        _check_header(record, game)
        seats, seed = read_number("seats", record.header["seats"]), record.header["seed"]
        match = cls(game, seats, seed, record.options, _start_of(record))
        for number, line in zip(record.lines, record.moves, strict=True):
            try:
                seat, words, elapsed = parse_line(line)
                match.play(seat, words, elapsed=elapsed)
            except Refusal as refused:
                why = str(refused)
                raise Unreadable(
                    "move-refused", refused.rule, line=number, move=line[:60], why=why
                ) from refused
        if record.end is not None and record.end != match._ending():
            raise Unreadable("wrong-ending", recorded=record.end, replayed=match._ending() or "-")
        return match


def parse_line(line: str) -> tuple[int, str, int]:
    """Return seat, words and elapsed time of a move as a record writes it; raises Unreadable."""
    seat, _, rest = line.partition(" ")
    words, _, time = rest.partition(" @")
    return parse_seat(seat), words, read_number("@", time) if time else UNTIMED


def _start_of(record: Record) -> Start | None:
    """Return the start that a record names, or None; raises Unreadable if it is incomplete."""
    deal, drawing = record.header.get("deal"), record.header.get("position")
    start = record.header.get("start")
    if start is None or (deal is None) == (drawing is None):
        if start is not None or deal is not None or drawing is not None or record.redraws:
            raise Unreadable("header-missing", line=1, key="start" if start is None else "deal")
        return None
    redraws = []
    for key, seed in record.redraws.items():
        number, _, seat = key.partition(" ")
        redraws.append(Redraw(read_number("redraw", number), parse_seat(seat), seed))
    first, _, seat = start.partition(" ")
    ply = read_number("start", first)
    plies = [redraw.ply for redraw in redraws] + [ply]
    if plies != sorted(plies) or ply > len(record.moves):
        raise Unreadable("start-out-of-order", ply=ply, last=len(record.moves))
    redraw_for = parse_seat(seat) if seat else None
    return Start(deal or "", ply, redraw_for, tuple(redraws), drawing or "")


def _check_header(record: Record, game: Game) -> None:
    """Raise Unreadable unless rules version and pieces are those of the record."""
    if record.header["game"].split()[1:] != [str(game.version)]:
        raise Unreadable("other-rules", recorded=record.header["game"], here=f"{game.key} {game.version}")
    if record.header["pieces"] != game.pieces.fingerprint:
        raise Unreadable("other-pieces", recorded=record.header["pieces"], here=game.pieces.fingerprint)
