"""What each viewer may see of a table: now, at any ply, since they left, and as a record at the end."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.core.errors import Illegal
from tablee.core.state import State
from tablee.core.vocabulary import format_seat
from tablee.server.domain import race_clock, schedule
from tablee.server.domain.table import SPECTATOR, Chair, Table
from tablee.server.domain.viewer_numbering import Numbering
from tablee.server.messages import AskingInfo, ChatLine, Line, SeatInfo, TableInfo, Update, encode

NOTHING = msgspec.Raw(b"null")
NO_CHOICE: dict[str, Any] = {"moves": [], "foreseen": {}}


class Seen:
    """How much of a table somebody was sent."""

    def __init__(self) -> None:
        self.seq = 0
        self.ply = 0
        self.chat = 0


class Sight:
    """Renders one table; each view is made once, however many look."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._made: dict[object, msgspec.Raw] = {}
        self._seq = -1

    def update(self, viewer: int, seen: Seen, now: int) -> bytes:
        """What changed for a viewer; notes that it was seen. The first log holds only what may be kept."""
        table, plies = self.table, self.table.plies[viewer]
        since = min([seen.ply, *(plies.told(ply) for seq, ply in table.undone if seq > seen.seq)])
        own = (
            schedule.clock_due(table, viewer),
            race_clock.starts(table, viewer),
            asking_info(table, viewer),
        )
        fresh = table.said - seen.chat
        message = Update(
            seq=table.seqs[viewer].told(table.seq),
            now=now,
            you=None if viewer == SPECTATOR else viewer,
            table=self._once(own, lambda: info(table, viewer)),
            view=self._view(viewer, now),
            since=since,
            log=lines(table, viewer, since, live=seen.seq > 0),
            chat=[chat_line(line) for line in list(table.chat)[max(0, len(table.chat) - fresh) :]],
        )
        seen.seq, seen.ply, seen.chat = table.seq, plies.told(len(table.told)), table.said
        return encode(message)

    def _view(self, viewer: int, now: int) -> msgspec.Raw:
        """Who sees the same shares one look; what is one's own is set before it."""
        table = self.table
        if table.match is None:
            return NOTHING
        state, counting = shown(table, viewer, now)
        own = self._once((viewer, counting), lambda: frame(state, viewer, counting, table.plies[viewer]))
        eyes = state.view_group(viewer)
        look = self._once((eyes, counting, "look"), lambda: state.board_view(eyes))
        return msgspec.Raw(b"%b,%b" % (bytes(own)[:-1], bytes(look)[1:]))

    def _once(self, key: object, make: Any) -> msgspec.Raw:
        if self._seq != self.table.seq:
            self._made.clear()
            self._seq = self.table.seq
        if key not in self._made:
            self._made[key] = msgspec.Raw(encode(make()))
        return self._made[key]


def shown(table: Table, viewer: int, now: int) -> tuple[State, bool]:
    """The truth that is looked at, and whether a race is about to start: until then, it is the one before."""
    held = table.held.get(viewer) if race_clock.counting(table, viewer, now) else None
    return (table.playing().state, False) if held is None else (held, True)


def frame(state: State, viewer: int, counting: bool, plies: Numbering) -> dict[str, Any]:
    """What a viewer may do. While all have time to look, nothing is offered that would be refused."""
    own = counted(plies, state.view_header(None if viewer == SPECTATOR else viewer))
    if counting:
        return {**own, "actors": [], **NO_CHOICE}
    return {**own, **NO_CHOICE} if state.waits_for_clock() else own


def counted(plies: Numbering, found: dict[str, Any]) -> dict[str, Any]:
    """A view with plies as its viewer counts them."""
    timer = found["timer"] and {**found["timer"], "since": plies.told(found["timer"]["since"])}
    return {**found, "ply": plies.told(found["ply"]), "timer": timer}


def lines(table: Table, viewer: int, since: int, live: bool = False) -> list[Line]:
    """The log after a ply. Who was there heard it live; else, until the end, only what may be remembered."""
    whole, plies = live or table.status == "over", table.plies[viewer]
    first = plies.meant(since)
    heard = [
        Line(plies.told(ply), told.seat, told.by, (told.live if whole else told.kept)[viewer])
        for ply, told in enumerate(table.told[first:], start=first + 1)
    ]
    return [line for line in heard if line.words]


def withholds(table: Table) -> bool:
    """Whether remembering is part of what is being played: something was heard that no log may keep."""
    return table.status != "over" and any(told.live != told.kept for told in table.told)


def history(table: Table, viewer: int, ply: int, now: int) -> dict[str, Any]:
    """The match as the viewer saw it at a ply; withheld while remembering is part of the game."""
    match, plies = table.playing(), table.plies[viewer]
    last, real = plies.told(match.ply), plies.meant(ply)
    if not 0 <= ply <= last:
        raise Illegal("no-such-ply", ply=ply, last=last)
    if ply < last and withholds(table):
        raise Illegal("memory-game")
    if race_clock.counting(table, viewer, now) and real >= (race_clock.signal(table, viewer) or 0):
        raise Illegal("too-soon", wait=(race_clock.starts(table, viewer) or now) - now)
    return counted(plies, match.at(real).state.view(None if viewer == SPECTATOR else viewer))


def chat_line(line: Any) -> ChatLine:
    """A line of chat as it is sent."""
    return ChatLine(line.at, line.seat, line.name, line.text)


def info(table: Table, viewer: int) -> TableInfo:
    """What a viewer may know of a table: the same for all, but for clocks and starts of one's own."""
    opened, over = table.opened, table.status == "over"
    return TableInfo(
        id=table.id,
        game=opened.game,
        version=opened.version,
        status=table.status,
        seats=[seat_info(table, seat, chair) for seat, chair in enumerate(table.chairs)],
        options=table.options,
        clock=table.clock,
        listed=table.listed,
        promise=table.promise,
        commitment=table.commitment,
        secret=opened.secret if over else "",
        salt=opened.salt if over else "",
        seed=table.playing().seed if over else "",
        asking=asking_info(table, viewer),
        timer=schedule.clock_due(table, viewer),
        starts=race_clock.starts(table, viewer),
        before=opened.before,
        rematch=table.rematch,
    )


def asking_info(table: Table, viewer: int) -> AskingInfo | None:
    """Who would like to take something back, with the ply as a viewer counts it."""
    asking = table.asking
    if asking is None:
        return None
    return AskingInfo(asking.seat, table.plies[viewer].told(asking.ply), tuple(sorted(asking.agreed)))


def seat_info(table: Table, seat: int, chair: Chair) -> SeatInfo:
    """A seat, without what identifies the person."""
    timed = table.match is not None and table.clock.kind == "live"
    return SeatInfo(
        name=chair.name,
        kind="bot" if chair.bot else "person" if chair.who else "empty",
        bot=chair.driver,
        ready=chair.ready or bool(chair.bot),
        word=chair.word,
        away=bool(chair.stand_in),
        deadline=None if table.match is None else schedule.deadline(table, seat),
        bank=table.clocks.seats[seat].bank if timed else None,
        holidays=table.clock.holidays if table.match is None else table.clocks.seats[seat].holidays,
    )


def record(table: Table) -> str:
    """The whole match as text, with everything that proves the deal: only when it is over."""
    if table.status != "over":
        raise Illegal("not-over")
    notes = {"table": table.id, "promise": table.promise, "secret": table.opened.secret}
    for seat, chair in enumerate(table.chairs):
        notes[f"seat {format_seat(seat)}"] = f"bot {chair.bot}" if chair.bot else f"person {chair.name}"
        if chair.word:
            notes[f"word {format_seat(seat)}"] = chair.word
    return table.playing().record(table.opened.salt, notes).text()
