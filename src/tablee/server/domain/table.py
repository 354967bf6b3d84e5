"""A table: what its events add up to. Pure; it reads no clock and knows no wire."""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field, replace
from typing import Literal

from tablee import games
from tablee.core.deal import commitment
from tablee.core.errors import Unreadable
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.state import CLOCK, UNTIMED, State
from tablee.server.domain import events
from tablee.server.domain.clocks import Clocks
from tablee.server.domain.events import AnyEvent, Clock, Happened
from tablee.server.domain.viewer_numbering import Numbering

CHAT = 100
# What stands for the name of somebody who wants to be forgotten.
GONE = "—"
SPECTATOR = CLOCK
Status = Literal["open", "playing", "over"]


@dataclass
class Chair:
    """A seat and who has it: a person, a bot, nobody; or a person for whom a bot plays just now."""

    who: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    word: str = ""
    stand_in: str = ""

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return not self.who and not self.bot

    @property
    def driver(self) -> str:
        """The bot that plays this seat now, if one does."""
        return self.bot or self.stand_in


@dataclass(frozen=True)
class Told:
    """What was heard of a move: by seat (SPECTATOR too), live and as a log may keep it."""

    seat: int
    by: str
    live: dict[int, str]
    kept: dict[int, str]


@dataclass(frozen=True)
class Chat:
    """A line of chat; `who` said it is for nobody's eyes."""

    at: int
    seat: int
    name: str
    text: str
    who: str = ""


@dataclass
class Asking:
    """Somebody would like to take a move back."""

    seat: int
    ply: int
    agreed: set[int] = field(default_factory=set)


class Table:
    """The fold. `apply` is its only door; everything else only looks."""

    def __init__(self, table_id: str, any_rules: bool = False) -> None:
        self.id = table_id
        self.any_rules = any_rules
        self.seq = 0
        self.changed = 0
        self.chairs: list[Chair] = []
        self.match: Match | None = None
        self.times: list[int] = []
        self.told: list[Told] = []
        self.undone: list[tuple[int, int]] = []
        self.asking: Asking | None = None
        self.chat: deque[Chat] = deque(maxlen=CHAT)
        self.said = 0
        self.answered: dict[tuple[str, str], int] = {}
        self.links: dict[str, tuple[int, int]] = {}
        self.rematch = ""
        self.ended: events.Ended | None = None
        self.commitment = ""
        # By viewer: moves and events as who must not notice some counts them; and when all noticed one.
        self.plies: defaultdict[int, Numbering] = defaultdict(Numbering)
        self.seqs: defaultdict[int, Numbering] = defaultdict(Numbering)
        self.news = 0
        # In a race, by viewer: the truth before the last signal, and when each hand last reached out.
        self.held: dict[int, State] = {}
        self.reached: dict[int, int] = {}

    def apply(self, seq: int, at: int, happened: Happened) -> None:
        """One more event."""
        if seq != self.seq + 1:
            raise ValueError(f"event {seq} cannot follow {self.seq} at table {self.id}")
        if isinstance(happened.event, events.Said):
            self._say(happened.event, happened.who, at)
        self._fold(happened.event, seq, at)
        self.seq, self.changed = seq, at
        self.news = self.news if self._is_quiet(seq) else at
        if happened.request:
            self.answered[happened.who, happened.request] = seq

    # Looking

    @property
    def exists(self) -> bool:
        """Whether anything ever happened here."""
        return self.seq > 0

    @property
    def status(self) -> Status:
        """Where the evening is."""
        if self.match is None:
            return "open"
        return "playing" if self.match.state.actors() else "over"

    def seat_of(self, who: str) -> int | None:
        """Where somebody sits."""
        for seat, chair in enumerate(self.chairs):
            if chair.who == who and who:
                return seat
        return None

    def people(self) -> list[int]:
        """Seats of people who play themselves."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.who and not chair.stand_in]

    def acting(self) -> list[int]:
        """Seats, CLOCK not among them, that have something to decide."""
        return [] if self.match is None else [seat for seat in self.match.state.actors() if seat != CLOCK]

    def all_ready(self) -> bool:
        """Whether the match can begin."""
        return self.match is None and all(chair.bot or chair.ready for chair in self.chairs)

    def seed(self) -> str:
        """The server's secret, then the words of those who added one, in the order of the seats."""
        return " ".join([self.opened.secret, *(chair.word for chair in self.chairs if chair.word)])

    def all_agree(self) -> bool:
        """Whether everybody whom it concerns has agreed to take a move back."""
        asking = self.asking
        return asking is not None and set(self.people()) <= asking.agreed | {asking.seat}

    # Folding

    def _fold(self, event: AnyEvent, seq: int, at: int) -> None:
        match event:
            case events.Opened():
                self._open(event)
            case events.Arranged():
                self._arrange(event.options, event.clock, event.listed)
            case events.Sat():
                self.chairs[event.seat] = Chair(event.who, event.name)
            case events.Hired():
                self.chairs[event.seat] = Chair(name=event.bot, bot=event.bot)
            case events.Freed():
                self.chairs[event.seat] = Chair()
            case events.Readied():
                self.chairs[event.seat].ready = True
                self.chairs[event.seat].word = event.word
            case events.Forgotten():
                self._forget(event.who)
            case events.Rematched():
                self.rematch = event.table
            case events.Lent():
                self.links[event.key] = (event.seat, event.until)
            case events.Handed():
                self.chairs[event.seat].who = event.who
                del self.links[event.key]
            case _:
                self._fold_play(event, seq, at)

    def _say(self, event: events.Said, who: str, at: int) -> None:
        self.said += 1
        self.chat.append(Chat(at, event.seat, event.name, event.text, who))

    def _forget(self, who: tuple[str, ...]) -> None:
        for chair in self.chairs:
            if chair.who in who:
                chair.name = GONE
        kept = [replace(line, name=GONE, text=GONE) if line.who in who else line for line in self.chat]
        self.chat = deque(kept, maxlen=CHAT)

    def _fold_play(self, event: AnyEvent, seq: int, at: int) -> None:
        match event:
            case events.Started():
                self._start(event, at)
            case events.Moved():
                self._move(event, seq, at)
            case events.UndoAsked():
                self.asking = Asking(event.seat, event.ply)
            case events.UndoAnswered():
                self._answer(event)
            case events.Undone():
                self._undo(event.ply, seq, at)
            case events.TookOver():
                self.chairs[event.seat].stand_in = event.bot
                self.clocks.hand_over(event.seat, at)
            case events.Returned():
                self.chairs[event.seat].stand_in = ""
                self.clocks.come_back(event.seat, at)
            case events.Rested():
                self.clocks.take_holiday(event.seat, event.days)
            case events.Ended():
                self.ended = event

    def _open(self, event: events.Opened) -> None:
        self.opened = event
        # Shown at once: it fixes the server's part of the seed.
        self.promise = commitment(event.secret, event.salt)
        self.game: Game = games.load(event.game)
        played_by, here_by = (event.version, event.pieces), (self.game.version, self.game.pieces.fingerprint)
        if played_by != here_by and not self.any_rules:
            here = f"{self.game.key} {self.game.version}"
            raise Unreadable("other-rules", recorded=f"{event.game} {event.version}", here=here)
        self._arrange(event.options, event.clock, event.listed)
        guests = [Chair(guest.who, guest.name, guest.bot, guest.ready) for guest in event.guests]
        self.chairs = guests + [Chair() for _ in range(event.seats - len(guests))]

    def _arrange(self, options: dict[str, str], clock: Clock, listed: bool) -> None:
        """People agreed to another match than this: they must say again that they are ready."""
        self.options, self.clock, self.listed = options, clock, listed
        for chair in self.chairs:
            chair.ready = False

    def _start(self, event: events.Started, at: int) -> None:
        self.commitment = event.commitment
        self.match = Match(self.game, self.opened.seats, event.seed, self.options)
        self.times = [at]
        self.clocks = Clocks(self.clock, self.opened.seats)
        self.clocks.turn(self.acting(), at)

    def _move(self, event: events.Moved, seq: int, at: int) -> None:
        match = self.playing()
        move = match.game.parse(event.words)
        told, before = self._hear(event, move), match.state.copy()
        match.play(event.seat, event.words, elapsed=event.elapsed)
        self._keep_quiet(told, before, seq)
        self._race(event, move, before)
        self.told.append(told)
        self.times.append(at)
        self.asking = None
        self.clocks.turn(self.acting(), at, event.seat, quietly=self._is_quiet(seq))

    def _keep_quiet(self, told: Told, before: State, seq: int) -> None:
        """Who heard nothing of a move and sees nobody else act for it must not count it either."""
        after = self.playing().state
        for viewer, words in told.live.items():
            if words or self.asking is not None:
                continue
            if before.visible_actors(viewer) == after.visible_actors(viewer):
                self.plies[viewer].skip(after.plies)
                self.seqs[viewer].skip(seq)

    def _is_quiet(self, seq: int) -> bool:
        """Whether there is somebody who must not notice the last event."""
        return any(seq in numbers.skipped[-1:] for numbers in self.seqs.values())

    def _race(self, event: events.Moved, move: int, before: State) -> None:
        """Note what fair times need."""
        after = self.playing().state
        if event.elapsed != UNTIMED and before.min_interval(move):
            self.reached[event.seat] = event.elapsed
        for viewer in range(SPECTATOR, self.opened.seats):
            if after.race_start(viewer) != before.race_start(viewer):
                self.held[viewer] = before
                self.reached.pop(viewer, None)

    def _hear(self, event: events.Moved, move: int) -> Told:
        state, viewers = self.playing().state, range(SPECTATOR, self.opened.seats)
        return Told(
            event.seat,
            event.by,
            {viewer: state.announce(viewer, event.seat, move) for viewer in viewers},
            {viewer: state.log_text(viewer, event.seat, move) for viewer in viewers},
        )

    def _answer(self, event: events.UndoAnswered) -> None:
        if self.asking is None or not event.agreed:
            self.asking = None
        else:
            self.asking.agreed.add(event.seat)

    def _undo(self, ply: int, seq: int, at: int) -> None:
        self.playing().undo(ply)
        del self.told[ply:]
        del self.times[ply + 1 :]
        self.undone.append((seq, ply))
        for plies in self.plies.values():
            plies.cut(ply)
        self.held, self.reached = {}, {}
        self.asking = None
        self.clocks.turn(self.acting(), at)

    def playing(self) -> Match:
        """The match, once there is one."""
        if self.match is None:
            raise Unreadable("not-started")
        return self.match
