"""What may lie over the table for a while: help, rules, the score sheet, a curtain between two people."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tablee.terminal.sentences import Sentences


class Sheet(ModalScreen[None]):
    """A page over the table; Enter or Escape puts it away."""

    DEFAULT_CSS = """
    Sheet, Help, Journal, Rules, Score, Curtain { align: center middle; background: $background 60%; }
    .page { width: 90%; max-width: 110; height: auto; max-height: 90%; border: round $accent; padding: 1 2;
            background: $surface; }
    .tall { height: 90%; }
    .sheet { max-width: 84; }
    .close { dock: bottom; height: 1; text-align: center; color: $text-muted; }
    Curtain { background: $background; }
    Curtain .page { width: auto; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "put_away", priority=True),
        Binding("escape", "put_away", priority=True),
    ]

    def __init__(self, sentences: Sentences) -> None:
        super().__init__()
        self.words = sentences.words
        self.sentences = sentences

    def action_put_away(self) -> None:
        """Back to the table."""
        _ = self.dismiss(None)


class Help(Sheet):
    """What the pictures mean and which keys there are."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "put_away")]

    def compose(self) -> ComposeResult:
        """The game's help, then the frame's."""
        title = f"[b]{self.words('title')}[/b]"
        with VerticalScroll(classes="page"):
            yield Static(title)
            yield Static("\n" + self.words("help"), markup=False)
            yield Static(f"\n{self.words('frame.help')}\n{self.words('frame.since')}", markup=False)
        yield Static(self.words("frame.close"), classes="close")


class Rules(Sheet):
    """The rules page."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "put_away")]

    def __init__(self, sentences: Sentences, page: str) -> None:
        super().__init__(sentences)
        self.page = page

    def compose(self) -> ComposeResult:
        """Markdown, scrolled by arrows and page keys."""
        with VerticalScroll(classes="page tall"):
            yield Static(Markdown(self.page))
        yield Static(self.words("frame.close"), classes="close")


class Journal(Sheet):
    """All that happened, the latest at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "put_away")]

    def __init__(self, sentences: Sentences, lines: Text) -> None:
        super().__init__(sentences)
        self.lines = lines

    def compose(self) -> ComposeResult:
        """Scrolled by arrows and page keys."""
        with VerticalScroll(classes="page"):
            yield Static(f"[b]{self.words('frame.journal')}[/b]\n")
            yield Static(self.lines, id="lines")
        yield Static(self.words("frame.close"), classes="close")

    def on_mount(self) -> None:
        """Begin with the latest."""
        self.query_one(VerticalScroll).scroll_end(animate=False)


class Curtain(Sheet):
    """Between two people who must not see the same things."""

    def __init__(self, sentences: Sentences, seat: int) -> None:
        super().__init__(sentences)
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Nothing but whose turn it is."""
        who = self.words("frame.pass", who=self.sentences.name(self.seat))
        yield Static(f"{who}\n\n{self.words('frame.pass-hint')}", classes="page", markup=False)


class Score(Sheet):
    """The end, item by item."""

    def __init__(self, sentences: Sentences, outcome: dict[str, Any]) -> None:
        super().__init__(sentences)
        self.outcome = outcome

    def compose(self) -> ComposeResult:
        """The sheet, and who won."""
        with VerticalScroll(classes="page sheet"):
            yield Static(f"[b]{self.winners()}[/b]\n", id="winners")
            yield Static(self.table(), id="sheet")
        yield Static(self.words("frame.close"), classes="close")

    def winners(self) -> str:
        """Who won, in a sentence."""
        names = [self.sentences.name(seat) for seat in self.outcome["winners"]]
        key = "frame.winner" if len(names) == 1 else "frame.winners"
        return self.words(key, who=", ".join(names))

    def table(self) -> Table:
        """A column for each seat, a row for each item."""
        table = Table(self.words("frame.item"), title=self.words("frame.sheet"))
        for seat in range(len(self.outcome["scores"])):
            table.add_column(self.sentences.name(seat), justify="right")
        for item in dict.fromkeys(name for sheet in self.outcome["items"] for name in sheet):
            points = [str(sheet.get(item, "")) for sheet in self.outcome["items"]]
            table.add_row(self.words(f"items.{item}"), *points)
        table.add_section()
        table.add_row(self.words("frame.total"), *map(str, self.outcome["scores"]), style="bold")
        table.add_row(self.words("frame.rank"), *map(str, self.outcome["ranks"]))
        return table
