"""Render a table for one viewer: the update message, the view at a ply, the log, and the final record."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.core.daily import closing_of
from tablee.core.errors import Illegal
from tablee.core.state import State
from tablee.server.domain import race_clock, schedule
from tablee.server.domain.chat import Chat
from tablee.server.domain.events import Position
from tablee.server.domain.people import author_of
from tablee.server.domain.records import record_text
from tablee.server.domain.table import SPECTATOR, Chair, Table
from tablee.server.domain.viewer_numbering import ViewerNumbering
from tablee.server.messages import (
    AskingInfo,
    ChatLine,
    Line,
    SeatInfo,
    StartInfo,
    TableInfo,
    Update,
    encode,
)

# Encoded tables that are kept: one for each viewer, at most.
MAX_INFOS = 8
NO_VIEW = msgspec.Raw(b"null")
NO_MOVES: dict[str, Any] = {"moves": [], "foreseen": {}}


class ViewerProgress:
    """What a client was sent already: last event, last ply, number of chat lines.

    `shown`: viewer, event number and countdown of the last update, None before the first one.
    """

    def __init__(self) -> None:
        self.shown: tuple[int, int, bool] | None = None
        self.seq = 0
        self.ply = 0
        self.chat = 0


class Renderer:
    """Renders updates of one table. Parts that several viewers share are encoded once per event.

    Where no clock runs, the part about the table is kept over moves, which change nothing in it.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._cache: dict[object, bytes] = {}
        self._cached_seq = -1
        self._infos: dict[object, bytes] = {}

    def update(self, viewer: int, progress: ViewerProgress, now: int) -> bytes:
        """Return the encoded update for a viewer and advance its progress; b"" if there is nothing to send.

        The first update contains only the log lines that may be kept (see `Memory.log_text`).
        """
        table, plies, since = self.table, self.table.plies[viewer], progress.ply
        seq = table.seqs[viewer].to_viewer(table.seq)
        start = race_clock.start_time(table, viewer) if table.race_starts else None
        counting = start is not None and now < start
        # An update without a change that the viewer may notice would reveal a hidden move.
        if progress.shown == (viewer, seq, counting):
            return b""
        if self._cached_seq != table.seq:
            self._cache.clear()
            self._cached_seq = table.seq
        for undo_seq, ply in table.undone:
            if undo_seq > progress.seq:
                since = min(since, plies.to_viewer(ply))
        new_chat = min(table.all_lines - progress.chat, len(table.chat))
        message = Update(
            seq=seq,
            now=now,
            you=None if viewer == SPECTATOR else viewer,
            table=self._info(viewer, start),
            view=self._view(viewer, counting),
            since=since,
            log=lines(table, viewer, since, live=progress.seq > 0),
            chat=[chat_line(table, line) for line in list(table.chat)[-new_chat:]] if new_chat else [],
        )
        progress.seq, progress.ply = table.seq, plies.to_viewer(len(table.log))
        progress.chat, progress.shown = table.all_lines, (viewer, seq, counting)
        return encode(message)

    def _info(self, viewer: int, start: int | None) -> msgspec.Raw:
        table = self.table
        undo = undo_info(table, viewer) if table.undo_request else None
        changed = table.last_non_move if table.clock.kind == "none" else table.seq
        key = (changed, table.status, schedule.clock_due(table, viewer), start, undo)
        if key not in self._infos:
            if len(self._infos) >= MAX_INFOS:
                self._infos.clear()
            self._infos[key] = encode(info(table, viewer))
        return msgspec.Raw(self._infos[key])

    def _view(self, viewer: int, counting: bool) -> msgspec.Raw:
        """Return the view: the header of this viewer, then the board, which a view group shares."""
        table, cache = self.table, self._cache
        if table.match is None:
            return NO_VIEW
        state, counting = shown_state(table, viewer, counting)
        header = cache.get((viewer, counting))
        if header is None:
            fields = view_header(state, viewer, counting, table.plies[viewer])
            header = cache[viewer, counting] = encode(fields)
        group = state.view_group(viewer)
        board = cache.get((group, counting, "board"))
        if board is None:
            board = cache[group, counting, "board"] = encode(state.board_view(group))
        # Two JSON objects joined into one, without decoding them.
        return msgspec.Raw(b"%b,%b" % (header[:-1], board[1:]))


def shown_state(table: Table, viewer: int, counting: bool) -> tuple[State, bool]:
    """Return the state to show, and whether it is the one before the race, whose countdown is running."""
    before = table.countdown_state.get(viewer) if counting else None
    return (table.playing().state, False) if before is None else (before, True)


def view_header(state: State, viewer: int, counting: bool, plies: ViewerNumbering) -> dict[str, Any]:
    """Return the header of a view, without moves while they would be refused: in a countdown or a pause.

    `counting`: the state is that before the start of a race, because its countdown runs.
    """
    header = state.view_header(None if viewer == SPECTATOR else viewer)
    if plies.skipped:
        header = renumber(plies, header)
    if counting:
        return {**header, "actors": [], **NO_MOVES}
    return {**header, **NO_MOVES} if header["timer"] and state.waits_for_clock() else header


def renumber(plies: ViewerNumbering, view: dict[str, Any]) -> dict[str, Any]:
    """Return a view with plies as its viewer counts them."""
    timer = view["timer"] and {**view["timer"], "since": plies.to_viewer(view["timer"]["since"])}
    return {**view, "ply": plies.to_viewer(view["ply"]), "timer": timer}


def lines(table: Table, viewer: int, since: int, live: bool = False) -> list[Line]:
    """Return the log after a ply: as announced if `live` or if the match is over, else as it may be kept."""
    whole, plies = live or table.status == "over", table.plies[viewer]
    first = plies.to_real(since)
    return [
        Line(plies.to_viewer(ply), line.seat, line.by, words)
        for ply, line in enumerate(table.log[first:], start=first + 1)
        if (words := (line.live if whole else line.logged)[viewer])
    ]


def withholds(table: Table) -> bool:
    """Return whether history is withheld: something was announced that no log may keep yet."""
    return table.status != "over" and any(line.live != line.logged for line in table.log)


def history(table: Table, viewer: int, ply: int, now: int) -> dict[str, Any]:
    """Return the view of a viewer at an earlier ply; raises Illegal if it is withheld or does not exist."""
    match, plies = table.playing(), table.plies[viewer]
    last, real = plies.to_viewer(match.ply), plies.to_real(ply)
    if not 0 <= ply <= last:
        raise Illegal("no-such-ply", ply=ply, last=last)
    if ply < last and withholds(table):
        raise Illegal("memory-game")
    if race_clock.is_counting_down(table, viewer, now) and real >= table.race_starts[viewer]:
        raise Illegal("too-soon", wait=(race_clock.start_time(table, viewer) or now) - now)
    return renumber(plies, match.at(real).state.view(None if viewer == SPECTATOR else viewer))


def chat_line(table: Table, line: Chat) -> ChatLine:
    """Return a line of chat; under the present name of a person who has a seat, who may have been renamed."""
    author, seat = author_of(table.id, line.visitor_id), table.seat_of(line.visitor_id)
    name = line.name if seat is None or line.seat == SPECTATOR else table.chairs[seat].name
    return ChatLine(line.at, line.seat, name, line.text, line.number, author, line.note)


def info(table: Table, viewer: int) -> TableInfo:
    """Return what a viewer may know of the table; undo request, timer and start differ by viewer."""
    opened = table.opened
    # A deal of the day is played by others until its day is over: then its secret is published elsewhere.
    over = table.status == "over" and not opened.daily
    return TableInfo(
        id=table.id,
        game=opened.game,
        version=opened.version,
        status=table.status,
        seats=[seat_info(table, seat, chair) for seat, chair in enumerate(table.chairs)],
        options=table.options,
        clock=table.clock,
        listed=table.listed,
        promise=table.secret_commitment,
        commitment=table.commitment,
        secret=opened.secret if over else "",
        salt=opened.salt if over else "",
        seed=table.playing().seed if over else "",
        asking=undo_info(table, viewer),
        timer=schedule.clock_due(table, viewer),
        starts=race_clock.start_time(table, viewer),
        before=opened.before,
        rematch=table.rematch,
        host=table.seat_of(table.host),
        start=start_info(opened.start),
        daily=opened.daily,
        ranked=opened.ranked,
        device=opened.device,
        muted=sorted(author_of(table.id, each) for each in table.muted),
    )


def start_info(start: Position | None) -> StartInfo | None:
    """Return where a match begins, None for the deal."""
    return None if start is None else StartInfo(len(start.moves), start.redraw_for is not None)


def undo_info(table: Table, viewer: int) -> AskingInfo | None:
    """Return the pending undo request, with the ply as the viewer counts it, or None."""
    request = table.undo_request
    if request is None:
        return None
    ply = table.plies[viewer].to_viewer(request.ply)
    return AskingInfo(request.seat, ply, tuple(sorted(request.agreed)))


def seat_info(table: Table, seat: int, chair: Chair) -> SeatInfo:
    """Return a seat without the visitor id."""
    timed = table.match is not None and table.clock.kind == "live"
    return SeatInfo(
        name=chair.name,
        face=chair.face,
        kind="bot" if chair.bot else "person" if chair.visitor_id else "empty",
        bot=chair.acting_bot,
        ready=chair.ready or bool(chair.bot),
        word=chair.word,
        away=bool(chair.stand_in),
        deadline=None if table.match is None else schedule.deadline(table, seat),
        bank=table.clocks.seats[seat].bank if timed else None,
        holidays=table.clock.holidays if table.match is None else table.clocks.seats[seat].holidays,
    )


def record(table: Table, now: int) -> str:
    """Return the record of a finished match, with everything that proves the deal; raises Illegal before.

    That of a deal of the day is withheld until the ranking is final: it contains the seed.
    """
    if table.status != "over":
        raise Illegal("not-over")
    check_deal_public(table, now)
    return record_text(table)


def check_deal_public(table: Table, now: int) -> None:
    """Raise Illegal if others may still play the deal of this table."""
    if table.opened.daily and now < closing_of(table.opened.daily):
        raise Illegal("daily-secret")
