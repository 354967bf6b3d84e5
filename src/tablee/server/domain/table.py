"""The state of a table, folded from its events. Pure: no clock, no I/O."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field, replace
from typing import Literal

import msgspec

from tablee.core.deal import commitment
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.match import Match, Played, Redraw, Start, parse_line
from tablee.core.race import Race
from tablee.core.state import CLOCK, UNTIMED, State
from tablee.server.domain import events
from tablee.server.domain.catalog import Catalog
from tablee.server.domain.chat import Chat
from tablee.server.domain.clocks import Clocks
from tablee.server.domain.events import AnyEvent, Clock, LoggedEvent
from tablee.server.domain.viewer_numbering import ViewerNumbering

# Chat lines kept for people who join later.
MAX_CHAT_KEPT = 100
# Milliseconds within which the chat does not repeat that a bot took a seat.
NOTE_INTERVAL = 60_000
# Replaces the name and the chat of a person whose account was deleted.
GONE = "—"
SPECTATOR = CLOCK
Status = Literal["open", "playing", "over"]


class LogLine(msgspec.Struct, frozen=True):
    """A move as announced: text by viewer, live and as a log may keep it (see `Memory.log_text`).

    `by` is that of the event, or "start" for a move of the match that this one plays on.
    """

    seat: int
    by: str
    live: dict[int, str]
    logged: dict[int, str]


@dataclass
class Chair:
    """A seat and its holder: a person, a bot, or nobody.

    `stand_in` is the bot that plays for the person meanwhile; `word` is the person's addition to the seed.
    `votes`: seats that agree that a bot plays this one, until it moves.
    `forgotten`: the person has deleted the account.
    """

    visitor_id: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    word: str = ""
    stand_in: str = ""
    face: str = ""
    forgotten: bool = False
    votes: set[int] = field(default_factory=set)

    @property
    def free(self) -> bool:
        return not self.visitor_id and not self.bot

    @property
    def acting_bot(self) -> str:
        """The bot that plays this seat now, or ""."""
        return self.bot or self.stand_in


@dataclass
class UndoRequest:
    """A seat asks to go back to a ply; `agreed` are the seats that consented."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


class Table:
    """A table after `seq` events. Only `apply` changes it.

    With `any_rules`, events of other versions of the rules are folded too.
    """

    def __init__(self, table_id: str, catalog: Catalog, any_rules: bool = False) -> None:
        self.id = table_id
        self.catalog = catalog
        self.any_rules = any_rules
        self.seq = 0
        self.last_non_move = 0
        self.opened_at = 0
        self.last_event_at = 0
        # Time of the last event that a visitor requested.
        self.last_request_at = 0
        self.chairs: list[Chair] = []
        # The seat of each visitor who has one; replaced, never changed.
        self.seats: dict[str, int] = {}
        self.match: Match | None = None
        self.status: Status = "open"
        # Seats that have a decision to make, and CLOCK if it may move; [] before and after the match.
        self.actors: list[int] = []
        self.times: list[int] = []
        self.log: list[LogLine] = []
        # Event number and ply of each undo.
        self.undone: list[tuple[int, int]] = []
        self.undo_request: UndoRequest | None = None
        self.chat: deque[Chat] = deque(maxlen=MAX_CHAT_KEPT)
        # Lines that people wrote, those of spectators among them, and lines in all.
        self.chat_count = 0
        self.spectator_lines = 0
        self.all_lines = 0
        # The visitor who may arrange the table, and visitors that this one muted or removed.
        self.host = ""
        self.muted: set[str] = set()
        self.removed: set[str] = set()
        # Event number by visitor and request id, so that a repeated request is answered and not repeated.
        self.answered: dict[tuple[str, str], int] = {}
        # Seat and time of expiry by the hash of a seat link's secret.
        self.links: dict[str, tuple[int, int]] = {}
        self.rematch = ""
        self.ended: events.Ended | None = None
        self.commitment = ""
        # Plies and events as each viewer counts them.
        self.plies: defaultdict[int, ViewerNumbering] = defaultdict(ViewerNumbering)
        self.seqs: defaultdict[int, ViewerNumbering] = defaultdict(ViewerNumbering)
        # Time of the last event that every viewer may notice, number of the last one that some may not.
        self.last_visible_at = 0
        self.last_hidden = 0
        # Whether the game has races. The ply that started the race, by viewer; only of those who are in one.
        self.has_races = False
        self.race_starts: dict[int, int] = {}
        # In a race: the state shown during the countdown, by viewer; time of the last action, by seat.
        self.countdown_state: dict[int, State] = {}
        self.last_action: dict[int, int] = {}
        # The ply that ended the last race of the whole table, 0 for none; when each seat was ready again.
        self.last_race = 0
        self.ready_at: dict[int, int] = {}
        # The last result of `calls.next_look`, after the event number and the pace for which it was made.
        self.look: tuple[int, object, int | None] = (0, None, None)

    def apply(self, seq: int, at: int, logged: LoggedEvent) -> None:
        """Fold the next event; raises ValueError if `seq` does not follow, Refusal if the rules reject it.

        `at` is the time of the event in milliseconds since 1970.
        """
        if seq != self.seq + 1:
            raise ValueError(f"event {seq} cannot follow {self.seq} at table {self.id}")
        if isinstance(logged.event, events.Said):
            self._add_chat(logged.event, logged.visitor_id, at)
        if isinstance(logged.event, events.Moved):
            self._move(logged.event, seq, at)
        else:
            self._fold(logged.event, seq, at)
            self.last_non_move = seq
            self.seats = {self.chairs[seat].visitor_id: seat for seat in reversed(self.people())}
        self.seq, self.last_event_at = seq, at
        self.opened_at = self.opened_at or at
        self.last_request_at = at if logged.visitor_id else self.last_request_at
        self.last_visible_at = self.last_visible_at if self.last_hidden == seq else at
        if logged.request:
            self.answered[logged.visitor_id, logged.request] = seq

    # Queries

    @property
    def exists(self) -> bool:
        return self.seq > 0

    def seat_of(self, visitor_id: str) -> int | None:
        """Return the seat of a visitor, or None."""
        return self.seats.get(visitor_id)

    def people(self) -> list[int]:
        """Return the seats held by people, those for whom a bot plays at present included."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.visitor_id]

    def acting(self) -> list[int]:
        """Return the seats (without CLOCK) that have a decision to make."""
        return [seat for seat in self.actors if seat != CLOCK]

    def all_ready(self) -> bool:
        """Return whether every seat is ready for the match."""
        return all(chair.bot or chair.ready for chair in self.chairs)

    def seed(self) -> str:
        """Return the seed: the server's secret and the words that people added, in the order of the seats."""
        return " ".join([self.opened.secret, *(chair.word for chair in self.chairs if chair.word)])

    def all_agree(self) -> bool:
        """Return whether everybody who holds a seat, even if absent, consents to the requested undo."""
        request = self.undo_request
        return request is not None and set(self.people()) <= request.agreed | {request.seat}

    # Fold

    def _fold(self, event: AnyEvent, seq: int, at: int) -> None:
        match event:
            case events.Opened():
                self._open(event)
            case events.Arranged() | events.Resized():
                self._change_table(event)
            case events.Forgotten():
                self._anonymize(event.visitor_id)
            case events.Rematched():
                self.rematch = event.table
            case events.Lent():
                self.links[event.key] = (event.seat, event.until)
            case events.Muted():
                (self.muted.add if event.muted else self.muted.discard)(event.visitor_id)
            case events.Sat() | events.Hired() | events.Freed() | events.Removed() | events.Renamed():
                self._change_holder(event)
            case events.Handed():
                self._hand_over(event)
            case events.Readied():
                self._get_ready(event, at)
            case _:
                self._fold_play(event, seq, at)

    def _change_holder(
        self, event: events.Sat | events.Hired | events.Freed | events.Removed | events.Renamed
    ) -> None:
        """Give a seat to a person, a bot, or nobody, before the start; or another name to a person."""
        match event:
            case events.Sat():
                # On the visitor's own seat, `ready` and `word` stay.
                chair = self.chairs[event.seat]
                chair.visitor_id, chair.name, chair.face = event.visitor_id, event.name, event.face
            case events.Renamed():
                self.chairs[event.seat].name = event.name
            case events.Hired():
                self.chairs[event.seat] = Chair(name=event.bot, bot=event.bot)
            case events.Freed():
                self.chairs[event.seat] = Chair()
            case events.Removed():
                self.removed.add(self.chairs[event.seat].visitor_id)
                self.chairs[event.seat] = Chair()

    def _get_ready(self, event: events.Readied, at: int) -> None:
        """Note that a person is ready: for the match, or for the next race."""
        if self.match is not None:
            self.ready_at.setdefault(event.seat, at)
            return
        self.chairs[event.seat].ready = True
        self.chairs[event.seat].word = event.word

    def _add_chat(self, event: events.Said, visitor_id: str, at: int) -> None:
        self.chat_count += 1
        self.all_lines += 1
        self.spectator_lines += event.seat == SPECTATOR
        self.chat.append(Chat(at, event.seat, event.name, event.text, visitor_id, self.chat_count))

    def _take_over(self, event: events.TookOver, at: int) -> None:
        """Let a bot play a seat, and say so in the chat; at most once in NOTE_INTERVAL."""
        self.chairs[event.seat].stand_in, self.chairs[event.seat].votes = event.bot, set()
        self.ready_at.setdefault(event.seat, at)
        self.clocks.hand_over(event.seat, at)
        recent = [line for line in self.chat if line.note and line.at > at - NOTE_INTERVAL]
        if (event.seat, event.why) not in {(line.seat, line.note) for line in recent}:
            self.all_lines += 1
            self.chat.append(Chat(at, event.seat, "", "", note=event.why))

    def _hand_over(self, event: events.Handed) -> None:
        """Give a seat to another visitor, and the table with it if the seat was the host's."""
        if self.chairs[event.seat].visitor_id == self.host:
            self.host = event.visitor_id
        self.chairs[event.seat].visitor_id = event.visitor_id
        del self.links[event.key]

    def _anonymize(self, visitor_id: tuple[str, ...]) -> None:
        for chair in self.chairs:
            if chair.visitor_id in visitor_id:
                chair.name, chair.forgotten = GONE, True
        lines = [
            replace(line, name=GONE, text=GONE) if line.visitor_id in visitor_id else line
            for line in self.chat
        ]
        self.chat = deque(lines, maxlen=MAX_CHAT_KEPT)

    def _fold_play(self, event: AnyEvent, seq: int, at: int) -> None:
        match event:
            case events.Started():
                self._start(event, at)
            case events.UndoAsked():
                self.undo_request = UndoRequest(event.seat, event.ply)
            case events.UndoAnswered():
                self._answer(event)
            case events.Undone():
                self._undo(event.ply, seq, at)
            case events.StandInAgreed():
                self.chairs[event.absent].votes.add(event.seat)
            case events.TookOver():
                self._take_over(event, at)
            case events.Returned():
                self.chairs[event.seat].stand_in = ""
                self.clocks.come_back(event.seat, at)
            case events.Rested():
                self.clocks.take_holiday(event.seat, event.days)
            case events.Ended():
                self.ended = event

    def _open(self, event: events.Opened) -> None:
        self.opened, self.host = event, event.host
        # Published at once: it fixes the server's part of the seed.
        self.secret_commitment = commitment(event.secret, event.salt)
        self.game: Game = self.catalog.load_game(event.game)
        present = (self.game.version, self.game.pieces.fingerprint)
        if (event.version, event.pieces) != present and not self.any_rules:
            here = f"{self.game.key} {self.game.version}"
            raise Unreadable("other-rules", recorded=f"{event.game} {event.version}", here=here)
        self._arrange(event.options, event.clock, event.listed)
        guests = [
            Chair(guest.visitor_id, guest.name, guest.bot, guest.ready, face=guest.face)
            for guest in event.guests
        ]
        self.chairs = guests + [Chair() for _ in range(event.seats - len(guests))]

    def _arrange(self, options: dict[str, str], clock: Clock, listed: bool) -> None:
        """Change the options; everybody has to get ready again."""
        self.options, self.clock, self.listed = options, clock, listed
        for chair in self.chairs:
            chair.ready = False

    def _change_table(self, event: events.Arranged | events.Resized) -> None:
        if isinstance(event, events.Resized):
            self._resize(event.seats)
        else:
            self._arrange(event.options, event.clock, event.listed)

    def _resize(self, seats: int) -> None:
        """Add free seats, or remove free ones, the last first: the holders behind them move up."""
        free = [seat for seat, chair in enumerate(self.chairs) if chair.free]
        dropped = free[len(free) - max(0, len(self.chairs) - seats) :]
        kept = [seat for seat in range(len(self.chairs)) if seat not in dropped]
        self.links = {
            key: (kept.index(seat), until) for key, (seat, until) in self.links.items() if seat in kept
        }
        self.chairs = [self.chairs[seat] for seat in kept]
        self.chairs += [Chair() for _ in range(seats - len(self.chairs))]
        self.opened = msgspec.structs.replace(self.opened, seats=seats)

    def _start(self, event: events.Started, at: int) -> None:
        self.commitment = event.commitment
        start = self.opened.start
        at_start = None if start is None else start_of(start)
        self.match = Match(self.game, self.opened.seats, event.seed, self.options, at_start)
        self.has_races = type(self.match.state).race_start is not Race.race_start
        self._find_races()
        self.times = [at]
        self.clocks = Clocks(self.clock, self.opened.seats)
        for line in () if start is None else start.moves:
            seat, words, elapsed = parse_line(line)
            self._move(events.Moved(seat, words, elapsed=elapsed), None, at)
        # The result of an earlier race is not shown again.
        self.last_race = 0
        self._set_actors(at)

    def _move(self, event: events.Moved, seq: int | None, at: int) -> None:
        """Make a move; `seq` is None for one that leads to the start, and was made at another table."""
        match, viewers = self.playing(), range(SPECTATOR, self.opened.seats)
        move, before = match.game.vocabulary.parse(event.words), match.state.copy()
        live = logged = {viewer: before.announce(viewer, event.seat, move) for viewer in viewers}
        if match.game.memory:
            logged = {viewer: before.log_text(viewer, event.seat, move) for viewer in viewers}
        match.make(Played(event.seat, move, event.elapsed))
        if "" in live.values() and seq is not None:
            self._hide(live, before, seq)
        if self.has_races:
            self._note_race(event, move, before, at)
        self.log.append(LogLine(event.seat, "start" if seq is None else event.by, live, logged))
        self.times.append(at)
        self.undo_request = None
        if event.seat != CLOCK:
            own = self.clocks.seats[event.seat]
            own.late = own.late + 1 if event.by == "clock" else 0
            self.chairs[event.seat].votes.clear()
        self._set_actors(at, event.seat, hidden=self.last_hidden == seq)

    def _set_actors(self, at: int, moved: int | None = None, hidden: bool = False) -> None:
        """Note who acts now, and set the clocks; see `Clocks.turn`."""
        self.actors = self.playing().state.actors()
        self.status = "playing" if self.actors else "over"
        self.clocks.turn(self.actors, at, moved, hidden)

    def _hide(self, live: dict[int, str], before: State, seq: int) -> None:
        """Leave a move out of the numbering of viewers who must not notice it."""
        after = self.playing().state
        for viewer, words in live.items():
            if words or self.undo_request is not None:
                continue
            if before.visible_actors(viewer) == after.visible_actors(viewer):
                self.plies[viewer].skip(after.plies)
                self.seqs[viewer].skip(seq)
                self.last_hidden = seq

    def _note_race(self, event: events.Moved, move: int, before: State, at: int) -> None:
        """Keep what `race_clock` needs: the state before a start, and the time of each seat's last action."""
        if event.elapsed != UNTIMED and before.min_interval(move):
            self.last_action[event.seat] = event.elapsed
        earlier = self.race_starts
        self._find_races()
        for viewer in earlier.keys() | self.race_starts.keys():
            if earlier.get(viewer) != self.race_starts.get(viewer):
                self.countdown_state[viewer] = before
                self.last_action.pop(viewer, None)
        # A race that spectators see is one of the whole table.
        if earlier.get(SPECTATOR) not in (None, self.race_starts.get(SPECTATOR)):
            self.last_race = self.playing().ply
            self.ready_at = {seat: at for seat, chair in enumerate(self.chairs) if chair.stand_in}

    def _find_races(self) -> None:
        state, viewers = self.playing().state, range(SPECTATOR, self.opened.seats)
        starts = {viewer: state.race_start(viewer) for viewer in viewers}
        self.race_starts = {viewer: ply for viewer, ply in starts.items() if ply is not None}

    def _answer(self, event: events.UndoAnswered) -> None:
        if self.undo_request is None or not event.agreed:
            self.undo_request = None
        else:
            self.undo_request.agreed.add(event.seat)

    def _undo(self, ply: int, seq: int, at: int) -> None:
        self.playing().undo(ply)
        self._find_races()
        del self.log[ply:]
        del self.times[ply + 1 :]
        self.undone.append((seq, ply))
        for plies in self.plies.values():
            plies.truncate(ply)
        self.countdown_state, self.last_action = {}, {}
        self.last_race = self.last_race if self.last_race <= ply else 0
        self.undo_request = None
        self._set_actors(at)

    def playing(self) -> Match:
        """Return the match; raises Unreadable before the start."""
        if self.match is None:
            raise Unreadable("not-started")
        return self.match


def start_of(position: events.Position) -> Start:
    """Return the start of a match from the position that its table was opened with."""
    redraws = tuple(Redraw(each.ply, each.seat, each.seed) for each in position.redraws)
    return Start(position.seed, len(position.moves), position.redraw_for, redraws, position.drawing)
