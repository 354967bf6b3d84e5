"""A match that was played on a device, put on the site: its record becomes the events of a finished table.

Nothing in the record is trusted: the rules replay every move, the commitments must hold, and the events are
made anew. What the site cannot know is that nobody saw the deal before; so these matches are never rated.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass

from msgspec import structs

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.core.game import Game
from tablee.core.lesson import lessons
from tablee.core.match import Match, parse_line
from tablee.core.record import Record, read_record
from tablee.core.state import CLOCK
from tablee.core.verification import fault_codes
from tablee.core.vocabulary import format_seat
from tablee.server.domain import events
from tablee.server.domain.catalog import Catalog
from tablee.server.domain.create import SeedSecret, open_table
from tablee.server.domain.daily import OWN_SEAT
from tablee.server.domain.events import AnyEvent, Guest, Position, StoredRedraw
from tablee.server.domain.names import one_line, required_name
from tablee.server.domain.person import absent_visitor
from tablee.server.domain.records import DEVICE_NOTE

MAX_NAME = 24
# Characters of a player's word, as the command `Ready` allows, and of seeds and secrets.
MAX_WORD = 40
MAX_SECRET = 256
# Bytes of the hash that becomes the id of the table: 16 characters, as every id has.
ID_BYTES = 12
OTHER_RULES = ("other-rules", "other-pieces", "no-such-game")


@dataclass(frozen=True)
class Sender:
    """The visitor who puts a match on the site, and the seat that this person held."""

    visitor_id: str
    seat: int
    face: str = ""


@dataclass(frozen=True)
class DeviceMatch:
    """A verified match: the id of its table on the site, and the events of the table.

    `daily`: the day whose deal it claims to be, "" for none; the site must check that `seed` is that deal's.
    """

    table_id: str
    events: list[AnyEvent]
    game: str
    seed: str
    daily: str


def read_device_match(text: str, sender: Sender, catalog: Catalog) -> DeviceMatch:
    """Verify the record of a finished match of a device, and return it as a table of the site.

    Raises Illegal if the record is damaged, not possible by the rules, of another version of them, not over,
    or not of a device, and if the sender's seat is not that of a person.
    """
    try:
        record = read_record(text)
        check_drawing(record, catalog.load_game(record.key))
        match = Match.from_record(record, catalog.load_game)
    except Refusal as refused:
        code = "device-other-rules" if refused.code in OTHER_RULES else "device-record-refused"
        raise Illegal(code, why=str(refused)[:200]) from refused
    faults = fault_codes(record)
    if "not-over" in faults:
        raise Illegal("not-over")
    if DEVICE_NOTE not in record.notes:
        raise Illegal("device-record-foreign")
    if faults:
        raise Illegal("device-record-refused", why=" ".join(faults))
    check_lengths(record)
    table_id, daily = table_id_of(record, sender), record.notes.get("daily", "")
    guests = [guest_of(record, table_id, seat, sender, catalog) for seat in range(match.seats)]
    if sender.seat >= match.seats or guests[sender.seat].bot:
        raise Illegal("no-such-seat", who=sender.seat)
    if daily:
        check_deal(match, guests, sender)
    found = list_events(record, match, guests, sender, catalog)
    return DeviceMatch(table_id, found, record.key, match.seed, daily)


def check_drawing(record: Record, game: Game) -> None:
    """Raise Unreadable if a record begins at a drawn position that no lesson has.

    Games read drawings of their own lessons. Compiled, they do not check every number that one leads to.
    """
    found = (record.header.get("position"), record.header["seats"], game.resolve_options(record.options))
    known = [
        (lesson.drawing, str(1 + len(lesson.bots)), game.resolve_options(lesson.options))
        for lesson in lessons(game)
    ]
    if found[0] is not None and found not in known:
        raise Unreadable("bad-position", why="no lesson")


def check_deal(match: Match, guests: list[Guest], sender: Sender) -> None:
    """Raise Illegal unless a match has the options and the bots of a deal of the day, from its beginning."""
    rules = match.game
    found = (match.start, match.options, sender.seat, [guest.bot for guest in guests])
    if found != (None, rules.resolve_options(dict(rules.daily_options)), OWN_SEAT, ["", *rules.daily_bots]):
        raise Illegal("device-record-refused", why="no deal of the day")


def check_lengths(record: Record) -> None:
    """Raise Illegal if a text of the record is longer than a table of the site could have it."""
    secrets = (record.notes["secret"], *(record.header[name] for name in ("seed", "salt", "commitment")))
    words = [note for name, note in record.notes.items() if name.startswith("word ")]
    if any(len(text) > MAX_SECRET for text in secrets) or any(len(word) > MAX_WORD for word in words):
        raise Illegal("device-record-refused", why="too long")


def table_id_of(record: Record, sender: Sender) -> str:
    """Return the id of the table on the site; it follows from the deal, so that a match is there once.

    A deal of the day is everybody's: there, each person's first match.
    """
    whose = [sender.visitor_id] if "daily" in record.notes else []
    deal = "\0".join(("tablee device match", record.key, record.header["seed"], *whose))
    return base64.urlsafe_b64encode(hashlib.sha256(deal.encode()).digest()[:ID_BYTES]).decode()


def guest_of(record: Record, table_id: str, seat: int, sender: Sender, catalog: Catalog) -> Guest:
    """Return the holder of a seat; raises Illegal for a bot that is not installed, or without a name.

    Other people who shared the device get an id that belongs to nobody.
    """
    kind, _, name = record.notes.get(f"seat {format_seat(seat)}", "").partition(" ")
    if kind == "bot" and name in catalog.bot_names():
        return Guest(name=name, bot=name)
    if kind != "person" or len(name) > MAX_NAME:
        raise Illegal("device-record-refused", why=f"seat {format_seat(seat)}")
    name = required_name(name)
    if seat == sender.seat:
        return Guest(sender.visitor_id, name, face=sender.face)
    return Guest(absent_visitor(table_id, seat), name)


def list_events(
    record: Record, match: Match, guests: list[Guest], sender: Sender, catalog: Catalog
) -> list[AnyEvent]:
    """Return the events of a table at which the match was played."""
    secret = SeedSecret(record.notes["secret"], record.header["salt"])
    opened = open_table(
        catalog,
        secret,
        record.key,
        match.seats,
        sender.visitor_id,
        options=match.options,
        guests=guests,
    )
    start, day = position_of(record, match), record.notes.get("daily", "")
    found: list[AnyEvent] = [structs.replace(opened, start=start, daily=day, device=True)]
    for seat, guest in enumerate(guests):
        if not guest.bot:
            word = record.notes.get(f"word {format_seat(seat)}", "")
            found.append(events.Readied(seat, one_line("word", word)))
    found.append(events.Started(match.seed, record.header["commitment"]))
    begun = 0 if match.start is None else match.start.ply
    for line in match.lines()[begun:]:
        seat, words, elapsed = parse_line(line)
        found.append(events.Moved(seat, words, mover(guests, seat), elapsed))
    outcome = match.outcome
    assert outcome is not None
    found.append(events.Ended(outcome.scores, outcome.ranks))
    return found


def mover(guests: list[Guest], seat: int) -> events.By:
    """Return who made the moves of a seat."""
    if seat == CLOCK:
        return "clock"
    return "bot" if guests[seat].bot else "person"


def position_of(record: Record, match: Match) -> Position | None:
    """Return the position from which the match was played on, None for the deal."""
    start = match.start
    if start is None:
        return None
    redraws = tuple(StoredRedraw(each.ply, each.seat, each.seed) for each in start.redraws)
    return Position(start.seed, tuple(record.moves[: start.ply]), start.redraw_for, redraws, start.drawing)
