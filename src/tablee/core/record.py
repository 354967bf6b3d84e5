"""The record of a match as text: a header, then one line per move. The format is stable.

    tablee record 1
    game: KEY 1
    pieces: 0d1c2b3a4f5e
    seats: 2
    seed: midnight

    1 A draw top
    2 A hide 3

A line that begins with # is a comment. The last line of a finished match is `end` with the scores.

A match that was played on from a position of an earlier one also has the seed of the earlier deal and the
number of moves that it took over. With a seat after that number, what this seat could not know was then drawn
anew, from the seed of the record; a line `redraw` names a redraw of an earlier match, with its seed.

    deal: noon
    start: 12 A
    redraw 7 A: evening

A match that was played on from a lesson has `position` in place of `deal`: what the lesson draws, as JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablee.core.checks import read_number
from tablee.core.checks import text as checked_text
from tablee.core.deal import commitment_holds
from tablee.core.errors import Unreadable

FIRST_LINE = "tablee record 1"
NEEDED = ("game", "pieces", "seats", "seed")
KNOWN = (*NEEDED, "salt", "commitment", "deal", "position", "start")


@dataclass
class Record:
    """A parsed record. `lines` has the line number of each move, for error messages.

    `redraws`: seed by "PLY SEAT", in the order of the plies.
    """

    header: dict[str, str]
    options: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    end: str | None = None
    redraws: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key of the game."""
        return self.header["game"].split()[0]

    def text(self) -> str:
        """Return the text form of the record."""
        head = [FIRST_LINE]
        head += [f"{key}: {self.header[key]}" for key in KNOWN if key in self.header]
        head += [f"redraw {key}: {seed}" for key, seed in self.redraws.items()]
        head += [f"option {name}: {value}" for name, value in self.options.items()]
        head += [f"note {name}: {value}" for name, value in self.notes.items()]
        body = [f"{ply} {words}" for ply, words in enumerate(self.moves, start=1)]
        last = [f"end {self.end}"] if self.end is not None else []
        return "\n".join([*head, "", *body, *last]) + "\n"

    def commitment_holds(self) -> bool | None:
        """Return whether the seed gives the recorded commitment; None if there is none."""
        committed = self.header.get("commitment")
        if committed is None:
            return None
        salt = self.header.get("salt")
        return salt is not None and commitment_holds(committed, self.header["seed"], salt)


def read_record(text: str) -> Record:
    """Parse a record; raises Unreadable with line number and reason."""
    lines = checked_text("record", text).split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise Unreadable("not-a-record", line=1, found=lines[0][:40])
    record = Record({})
    for number, line in enumerate(lines[1:], start=2):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            _read_line(record, number, bare)
    for key in NEEDED:
        if not record.header.get(key):
            raise Unreadable("header-missing", line=1, key=key)
    return record


def _read_line(record: Record, number: int, line: str) -> None:
    if record.end is not None:
        raise Unreadable("after-the-end", line=number)
    first, _, rest = line.partition(" ")
    if first == "end":
        record.end = rest
    elif first.isdecimal():
        _read_move(record, number, read_number(f"line {number}", first), rest)
    else:
        _read_header(record, number, line)


def _read_header(record: Record, number: int, line: str) -> None:
    if record.moves:
        raise Unreadable("neither-move-nor-end", line=number, found=line[:40])
    key, colon, value = line.partition(":")
    kind, _, name = key.partition(" ")
    named = {"option": record.options, "note": record.notes, "redraw": record.redraws}
    place = named.get(kind, record.header)
    entry = name if kind in named else key
    if not colon or not entry or (place is record.header and key not in KNOWN):
        raise Unreadable("header-unknown", line=number, found=line[:40])
    if entry in place:
        raise Unreadable("header-twice", line=number, key=key)
    place[entry] = value.strip()


def _read_move(record: Record, number: int, ply: int, words: str) -> None:
    if ply != len(record.moves) + 1:
        raise Unreadable("move-out-of-order", line=number, wanted=len(record.moves) + 1, got=ply)
    record.moves.append(words)
    record.lines.append(number)
