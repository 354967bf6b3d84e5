"""A session: a match with people at one keyboard and bots on the other seats. Independent of the screen."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tablee.core.errors import Illegal, Unreadable
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES, Translations
from tablee.core.match import Match
from tablee.core.record import read_record
from tablee.core.state import CLOCK, State
from tablee.core.undo import reveals, visible
from tablee.core.vocabulary import format_seat
from tablee.terminal.sentences import Sentences


@dataclass(frozen=True)
class Player:
    """The person or bot on a seat. `bot` is the name that `bots.load` takes, None for a person."""

    name: str
    bot: str | None = None

    def note(self) -> str:
        """Return the player in the form that a record keeps, read again by `parse_player`."""
        return f"bot {self.bot}" if self.bot else f"person {self.name}".strip()


@dataclass(frozen=True)
class LogLine:
    """A move in the log, as text by viewer (CLOCK: a spectator).

    `live` holds the texts of `State.announce`, `kept` those of `State.log_text`, which the log may show
    during the match.
    """

    seat: int
    live: dict[int, str]
    kept: dict[int, str]


def parse_player(note: str) -> Player:
    """Return the player that `Player.note` wrote."""
    kind, _, name = note.partition(" ")
    return Player(name, name) if kind == "bot" else Player(name)


class Session:
    """One match at one keyboard, with the player of each seat and the log so far."""

    def __init__(self, match: Match, players: Sequence[Player], language: str) -> None:
        self.match = match
        self.players = list(players)
        self.language = language
        self.log_lines: list[LogLine] = []
        self._rebuild_log()

    @classmethod
    def from_text(cls, text: str, load: Callable[[str], Game]) -> Session:
        """Return the session saved by `Session.text`; raise Refusal if the record cannot be replayed.

        `load` finds a game by its key. A seat for which the record names no bot is played by a person.
        """
        record = read_record(text)
        match = Match.from_record(record, load)
        notes = [record.notes.get(f"seat {format_seat(seat)}", "person") for seat in range(match.seats)]
        language = record.notes.get("language", LANGUAGES[0])
        if language not in LANGUAGES:
            raise Unreadable("no-such-language", word=language[:40])
        return cls(match, [parse_player(note) for note in notes], language)

    def text(self) -> str:
        """Return the match as a record, with players and language in its notes."""
        notes = {f"seat {format_seat(seat)}": player.note() for seat, player in enumerate(self.players)}
        return self.match.record(notes={**notes, "language": self.language}).text()

    def save(self, file: Path) -> None:
        """Write the record to a file and create its folder; on OSError, an older file stays as it was."""
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(file.name + ".new")
        temporary.write_text(self.text(), "utf-8")
        temporary.replace(file)

    # Seats

    @property
    def people(self) -> list[int]:
        """Return the seats of people."""
        return [seat for seat, player in enumerate(self.players) if player.bot is None]

    def acting_people(self) -> list[int]:
        """Return the seats of people who may act now."""
        return [seat for seat in self.match.state.actors() if seat in self.people]

    def acting_bots(self) -> list[int]:
        """Return the seats of bots that may act now, without CLOCK."""
        return [seat for seat in self.match.state.actors() if seat != CLOCK and seat not in self.people]

    def has_secrets(self, one: int, other: int) -> bool:
        """Return whether the views of two seats differ now."""
        return visible(self.match.state, one) != visible(self.match.state, other)

    # Moves

    def play(self, seat: int, words: str, seen: int | None = None) -> None:
        """Make a move and add it to the log; raise Refusal and change nothing if it is not possible.

        `seen` is the ply of the view that it answers, None for the current one.
        """
        move = self.match.game.parse(words)
        state = self.match.state
        # The texts describe a move that is about to be made, so they are needed before it changes the state.
        line = self._log_line(state, seat, move) if state.allows(seat, move) else None
        self.match.play(seat, words, seen)
        if line is not None:
            self.log_lines.append(line)

    def _log_line(self, state: State, seat: int, move: int) -> LogLine:
        viewers = range(CLOCK, self.match.seats)
        return LogLine(
            seat,
            {viewer: state.announce(viewer, seat, move) for viewer in viewers},
            {viewer: state.log_text(viewer, seat, move) for viewer in viewers},
        )

    def _rebuild_log(self) -> None:
        """Replay the match from the deal and log each move."""
        state = self.match.at(0).state
        for played in self.match.played:
            self.log_lines.append(self._log_line(state, played.seat, played.move))
            state.play(played.seat, played.move, played.elapsed)

    def log(self, viewer: int) -> list[tuple[int, str]]:
        """Return seat and text of each move for a viewer (CLOCK: a spectator); "" if it must stay unnoticed.

        Until the match is over, texts hold only what may be read again in a game of memory.
        """
        over = self.match.outcome is not None
        return [(line.seat, (line.live if over else line.kept)[viewer]) for line in self.log_lines]

    # Undo

    def undo(self) -> None:
        """Undo up to and including the last move of a person; raise Illegal if that is not allowed."""
        ply = self._undo_target()
        self.match.undo(ply)
        del self.log_lines[ply:]

    def _undo_target(self) -> int:
        """Return the ply to go back to, or raise Illegal.

        Against bots any move may be undone; among people only the last one, if it revealed nothing. In a
        memory game nothing that was seen is undone.
        """
        decisions = [ply for ply, played in enumerate(self.match.played) if played.seat in self.people]
        if not decisions:
            raise Illegal("nothing-to-undo")
        last = decisions[-1]
        if self.match.game.withholds_seen(self.match.options) and self._shows_something(last):
            raise Illegal("memory-game")
        if len(self.people) > 1:
            if last != self.match.ply - 1:
                raise Illegal("others-have-played")
            if reveals(self.match, last):
                raise Illegal("something-was-revealed")
        return last

    def _shows_something(self, ply: int) -> bool:
        """Return whether the moves since a ply showed anything, tiles that had been seen before included."""
        return any(
            line.live != line.kept or reveals(self.match, number)
            for number, line in enumerate(self.log_lines[ply:], start=ply)
        )


def assign_seats(
    seats: int, people: int, bots: Sequence[str], names: Mapping[int, str] | None = None
) -> list[Player]:
    """Return the players by seat: people first, then the bots; the last bot named fills the remaining seats.

    `names` has the names of people by seat.
    """
    given = names or {}
    players = [Player(given.get(seat, "")) for seat in range(people)]
    filled = [*bots, *[bots[-1]] * seats] if bots else []
    return [*players, *(Player(bot, bot) for bot in filled[: seats - people])]


def sentences_for(session: Session) -> Sentences:
    """Return the Sentences of a session with the names of its players.

    Each bot of a level has a name of its own, with a number if that is taken.
    """
    names = [player.name for player in session.players]
    sentences = Sentences(session.match.game, session.language, names)
    taken = {player.name for player in session.players if not player.bot}
    seated: Counter[str] = Counter()
    for seat, player in enumerate(session.players):
        if player.bot and (names := bot_names(player.bot, sentences.translations)):
            sentences.names[seat] = unique_name(names[seated[player.bot] % len(names)], taken)
            taken.add(sentences.names[seat])
            seated[player.bot] += 1
    return sentences


def bot_names(bot: str, translations: Translations) -> list[str]:
    """Return the names of the bots of a level in the order of their seats; empty without a level."""
    keys = [key for key in (f"bot.{bot}", f"bot.{bot}.others") if key in translations]
    return [name for key in keys for name in translations(key).split(", ")]


def unique_name(name: str, taken: Container[str]) -> str:
    """Return the name, with the first number from 2 that makes it differ from the taken ones."""
    numbered = (f"{name} {number}" for number in itertools.count(2))
    return next(each for each in itertools.chain([name], numbered) if each not in taken)
