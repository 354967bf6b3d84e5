"""The Textual app of `tablee replay`: shows a recorded match move by move, forward and back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from tablee.core.canvas import Pointer
from tablee.core.i18n import LANGUAGES
from tablee.core.state import CLOCK
from tablee.terminal.picture import Picture, find_changed_cells
from tablee.terminal.sentences import Sentences, format_keys
from tablee.terminal.session import Session, sentences_for

# Seconds between two moves when the replay runs.
INTERVAL = 1.2


class ReplayApp(App[None]):
    """A match at one of its plies, as a seat saw it; a seat of None is a spectator."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Picture { height: 1fr; scrollbar-size: 1 1; }
    #move { height: auto; padding: 0 1; text-style: bold; color: $warning; }
    #status, #keys { height: 1; background: $panel; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,enter", "go(1)", priority=True),
        Binding("left,up", "go(-1)", priority=True),
        Binding("home", "go(-100000)", priority=True),
        Binding("end", "go(100000)", priority=True),
        Binding("space", "autoplay", priority=True),
        Binding("f3", "language"),
        Binding("q,escape", "quit"),
    ]

    def __init__(self, session: Session, seat: int | None, interval: float = INTERVAL) -> None:
        super().__init__()
        self.session = session
        self.seat = seat
        self.interval = interval
        self.ply = 0
        self.autoplay_timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """Yield the widgets from top to bottom."""
        yield Static(id="status", markup=False)
        yield Picture()
        yield Static(id="move", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the deal."""
        self.show_ply()

    def show_ply(self) -> None:
        """Show the match after `ply` moves, and underline what the last of them changed."""
        match = self.session.match
        sentences = sentences_for(self.session)
        now, earlier = (
            match.game.draw(match.at(max(ply, 0)).state.view(self.seat), sentences.translations, Pointer())
            for ply in (self.ply, self.ply - 1)
        )
        self.query_one(Picture).show(now, None, find_changed_cells(earlier, now))
        place = sentences.translations("frame.ply", n=self.ply, all=match.ply)
        self.query_one("#status", Static).update(f"{sentences.translations('title')}   {place}")
        self.query_one("#move", Static).update(self.describe_move(sentences))
        self.query_one("#keys", Static).update(format_keys(sentences.translations("frame.replay-keys")))

    def describe_move(self, sentences: Sentences) -> str:
        """Return the log line of the last move shown, with a note at the end of the match."""
        if self.ply == 0:
            return sentences.translations("frame.start")
        seat, words = self.session.log(CLOCK if self.seat is None else self.seat)[self.ply - 1]
        last = self.ply == self.session.match.ply
        over = f"  ({sentences.translations('frame.end')})" if last and self.session.match.outcome else ""
        return (sentences.log_line(seat, words) if words else "") + over

    def action_go(self, step: int) -> None:
        """Go `step` plies forward, or back if negative, as far as the match goes."""
        self.ply = min(max(self.ply + step, 0), self.session.match.ply)
        if self.autoplay_timer is not None and self.ply == self.session.match.ply:
            self.action_autoplay()
        self.show_ply()

    def action_autoplay(self) -> None:
        """Start or stop showing a move every `interval` seconds; it stops at the end."""
        if self.autoplay_timer is not None:
            self.autoplay_timer.stop()
            self.autoplay_timer = None
        else:
            self.autoplay_timer = self.set_interval(self.interval, lambda: self.action_go(1))

    def action_language(self) -> None:
        """Change to the next language."""
        at = LANGUAGES.index(self.session.language)
        self.session.language = LANGUAGES[(at + 1) % len(LANGUAGES)]
        self.show_ply()
