"""One match: a deal and the moves made since. The state is their fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tablee.core.checks import elapsed_time, read_number, text, whole_number
from tablee.core.deal import commitment
from tablee.core.errors import Illegal, Refusal, Stale, Unreadable
from tablee.core.game import Game
from tablee.core.outcome import Outcome
from tablee.core.record import Record, read_record
from tablee.core.state import CLOCK, UNTIMED
from tablee.core.vocabulary import format_seat, parse_seat


@dataclass(frozen=True)
class Played:
    """A move that was made; `elapsed` is its measured time in ms, or UNTIMED."""

    seat: int
    move: int
    elapsed: int = UNTIMED


class Match:
    """A match in progress or finished."""

    def __init__(
        self, game: Game, seats: int, seed: str, options: Mapping[str, str | bool] | None = None
    ) -> None:
        self.game = game
        self.seats = whole_number("seats", seats)
        self.seed = text("seed", seed)
        self.options = game.resolve_options(options or {})
        self.played: list[Played] = []
        self.state = game.deal(seats, seed, **self.options)
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
        self._play(Played(seat, move, elapsed))
        return move

    def is_stale(self, seat: int, seen: int) -> bool:
        """Return whether the legal moves of a seat have changed since the view at ply `seen`."""
        return not self._changed.get(seat, 0) <= seen <= self.ply

    def _play(self, played: Played) -> None:
        before = {seat: self.state.moves(seat) for seat in self._changed}
        self.state.play(played.seat, played.move, played.elapsed)
        self.played.append(played)
        for seat, moves in before.items():
            if seat == played.seat or moves != self.state.moves(seat):
                self._changed[seat] = self.ply

    def at(self, ply: int) -> Match:
        """Return an independent match after this many moves; raises Illegal if there were fewer."""
        if not 0 <= ply <= self.ply:
            raise Illegal("no-such-ply", ply=ply, last=self.ply)
        return self.replay(self.game, self.seats, self.seed, self.options, self.played[:ply])

    def undo(self, ply: int) -> None:
        """Take back all moves after a ply; raises Illegal if there were fewer."""
        earlier = self.at(ply)
        self.state, self.played, self._changed = earlier.state, earlier.played, earlier._changed

    def fork(self) -> Match:
        """Return an independent copy."""
        return self.at(self.ply)

    @classmethod
    def replay(
        cls, game: Game, seats: int, seed: str, options: Mapping[str, str | bool], played: Sequence[Played]
    ) -> Match:
        """Return the match of a deal and its moves; raises Illegal if a move is not allowed."""
        match = cls(game, seats, seed, options)
        for each in played:
            match._play(each)
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
        moves = [self._written(played) for played in self.played]
        return Record(header, self._recorded_options(), dict(notes or {}), moves, end=self._ending())

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
        match = cls(game, read_number("seats", record.header["seats"]), record.header["seed"], record.options)
        for number, line in zip(record.lines, record.moves, strict=True):
            try:
                match._play_line(line)
            except Refusal as refused:
                why = str(refused)
                raise Unreadable(
                    "move-refused", refused.rule, line=number, move=line[:60], why=why
                ) from refused
        if record.end is not None and record.end != match._ending():
            raise Unreadable("wrong-ending", recorded=record.end, replayed=match._ending() or "-")
        return match

    def _play_line(self, line: str) -> None:
        seat, _, rest = line.partition(" ")
        words, _, time = rest.partition(" @")
        self.play(parse_seat(seat), words, elapsed=read_number("@", time) if time else UNTIMED)


def _check_header(record: Record, game: Game) -> None:
    """Raise Unreadable unless rules version and pieces are those of the record."""
    if record.header["game"].split()[1:] != [str(game.version)]:
        raise Unreadable("other-rules", recorded=record.header["game"], here=f"{game.key} {game.version}")
    if record.header["pieces"] != game.pieces.fingerprint:
        raise Unreadable("other-pieces", recorded=record.header["pieces"], here=game.pieces.fingerprint)
