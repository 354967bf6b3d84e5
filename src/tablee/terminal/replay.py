"""Look at a recorded match again, move by move, forward and back."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widgets import Static

from tablee.core.canvas import Pointer
from tablee.core.i18n import LANGUAGES
from tablee.core.state import CLOCK
from tablee.terminal.picture import Picture, changes
from tablee.terminal.sentences import Sentences, keys_line
from tablee.terminal.session import Sitting, sentences_for

PACE = 1.2


class ReplayApp(App[None]):
    """A match on the screen at any of its plies, as a spectator or as one of the seats saw it."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Picture { height: 1fr; scrollbar-size: 1 1; }
    #said { height: auto; padding: 0 1; text-style: bold; color: $warning; }
    #status, #keys { height: 1; background: $panel; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,enter", "go(1)", priority=True),
        Binding("left,up", "go(-1)", priority=True),
        Binding("home", "go(-100000)", priority=True),
        Binding("end", "go(100000)", priority=True),
        Binding("space", "run", priority=True),
        Binding("f3", "language"),
        Binding("q,escape", "quit"),
    ]

    def __init__(self, sitting: Sitting, seat: int | None, pace: float = PACE) -> None:
        super().__init__()
        self.sitting = sitting
        self.seat = seat
        self.pace = pace
        self.ply = 0
        self.running: Timer | None = None

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static(id="status", markup=False)
        yield Picture()
        yield Static(id="said", markup=False)
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin with the deal."""
        self.show()

    def show(self) -> None:
        """The table at this ply; what the last move changed is underlined."""
        match = self.sitting.match
        sentences = sentences_for(self.sitting)
        now, earlier = (
            match.game.draw(match.at(max(ply, 0)).state.view(self.seat), sentences.words, Pointer())
            for ply in (self.ply, self.ply - 1)
        )
        self.query_one(Picture).show(now, None, changes(earlier, now))
        place = sentences.words("frame.ply", n=self.ply, all=match.ply)
        self.query_one("#status", Static).update(f"{sentences.words('title')}   {place}")
        self.query_one("#said", Static).update(self.said(sentences))
        self.query_one("#keys", Static).update(keys_line(sentences.words("frame.replay-keys")))

    def said(self, sentences: Sentences) -> str:
        """The move that led here."""
        if self.ply == 0:
            return sentences.words("frame.start")
        seat, words = self.sitting.log(CLOCK if self.seat is None else self.seat)[self.ply - 1]
        last = self.ply == self.sitting.match.ply
        over = f"  ({sentences.words('frame.end')})" if last and self.sitting.match.outcome else ""
        return (sentences.move(seat, words) if words else "") + over

    def action_go(self, step: int) -> None:
        """Some plies forward or back."""
        self.ply = min(max(self.ply + step, 0), self.sitting.match.ply)
        if self.running is not None and self.ply == self.sitting.match.ply:
            self.action_run()
        self.show()

    def action_run(self) -> None:
        """Run by itself, or stop."""
        if self.running is not None:
            self.running.stop()
            self.running = None
        else:
            self.running = self.set_interval(self.pace, lambda: self.action_go(1))

    def action_language(self) -> None:
        """The next language, at once."""
        at = LANGUAGES.index(self.sitting.language)
        self.sitting.language = LANGUAGES[(at + 1) % len(LANGUAGES)]
        self.show()
