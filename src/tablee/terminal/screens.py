"""Screens that open over the table: help, rules, log, score sheet, and a cover between two people."""

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


class Overlay(ModalScreen[None]):
    """A page over the table, closed by Enter or Escape. The base class of the screens below."""

    DEFAULT_CSS = """
    Overlay, HelpScreen, LogScreen, RulesScreen, ScoreScreen, CoverScreen {
        align: center middle; background: $background 60%;
    }
    .page { width: 90%; max-width: 110; height: auto; max-height: 90%; border: round $accent; padding: 1 2;
            background: $surface; }
    .tall { height: 90%; }
    .score { max-width: 84; }
    .close { dock: bottom; height: 1; text-align: center; color: $text-muted; }
    CoverScreen { background: $background; }
    CoverScreen .page { width: auto; text-align: center; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", priority=True),
        Binding("escape", "close", priority=True),
    ]

    def __init__(self, sentences: Sentences) -> None:
        super().__init__()
        self.translations = sentences.translations
        self.sentences = sentences

    def action_close(self) -> None:
        """Go back to the table."""
        _ = self.dismiss(None)


class HelpScreen(Overlay):
    """The meaning of the pictures, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "close")]

    def compose(self) -> ComposeResult:
        """Yield the help of the game, then the help common to all games."""
        title = f"[b]{self.translations('title')}[/b]"
        with VerticalScroll(classes="page"):
            yield Static(title)
            yield Static("\n" + self.translations("help"), markup=False)
            yield Static(
                f"\n{self.translations('frame.help')}\n{self.translations('frame.since')}", markup=False
            )
        yield Static(self.translations("frame.close"), classes="close")


class RulesScreen(Overlay):
    """The rules page of the game; `page` is Markdown."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f2", "close")]

    def __init__(self, sentences: Sentences, page: str) -> None:
        super().__init__(sentences)
        self.page = page

    def compose(self) -> ComposeResult:
        """Yield the page, scrolled by arrows and page keys."""
        with VerticalScroll(classes="page tall"):
            yield Static(Markdown(self.page))
        yield Static(self.translations("frame.close"), classes="close")


class LogScreen(Overlay):
    """The whole log, with the last move at the end."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "close")]

    def __init__(self, sentences: Sentences, lines: Text) -> None:
        super().__init__(sentences)
        self.lines = lines

    def compose(self) -> ComposeResult:
        """Yield the log, scrolled by arrows and page keys."""
        with VerticalScroll(classes="page"):
            yield Static(f"[b]{self.translations('frame.journal')}[/b]\n")
            yield Static(self.lines, id="lines")
        yield Static(self.translations("frame.close"), classes="close")

    def on_mount(self) -> None:
        """Scroll to the last move."""
        self.query_one(VerticalScroll).scroll_end(animate=False)


class CoverScreen(Overlay):
    """A cover over the table while the keyboard passes to `seat`, whose view differs."""

    def __init__(self, sentences: Sentences, seat: int) -> None:
        super().__init__(sentences)
        self.seat = seat

    def compose(self) -> ComposeResult:
        """Yield a page that names the person, and nothing of the match."""
        who = self.translations("frame.pass", who=self.sentences.name(self.seat))
        yield Static(f"{who}\n\n{self.translations('frame.pass-hint')}", classes="page", markup=False)


class ScoreScreen(Overlay):
    """The score sheet of a finished match; `outcome` is the JSON form in a view."""

    def __init__(self, sentences: Sentences, outcome: dict[str, Any]) -> None:
        super().__init__(sentences)
        self.outcome = outcome

    def compose(self) -> ComposeResult:
        """Yield the winners and the score sheet."""
        with VerticalScroll(classes="page score"):
            yield Static(f"[b]{self.winners()}[/b]\n", id="winners")
            yield Static(self.score_table(), id="sheet")
        yield Static(self.translations("frame.close"), classes="close")

    def winners(self) -> str:
        """Return a sentence that names the winners."""
        names = [self.sentences.name(seat) for seat in self.outcome["winners"]]
        key = "frame.winner" if len(names) == 1 else "frame.winners"
        return self.translations(key, who=", ".join(names))

    def score_table(self) -> Table:
        """Return the score sheet with a column for each seat and a row for each item."""
        table = Table(self.translations("frame.item"), title=self.translations("frame.sheet"))
        for seat in range(len(self.outcome["scores"])):
            table.add_column(self.sentences.name(seat), justify="right")
        for item in dict.fromkeys(name for sheet in self.outcome["items"] for name in sheet):
            points = [str(sheet.get(item, "")) for sheet in self.outcome["items"]]
            table.add_row(self.translations(f"items.{item}"), *points)
        table.add_section()
        table.add_row(self.translations("frame.total"), *map(str, self.outcome["scores"]), style="bold")
        table.add_row(self.translations("frame.rank"), *map(str, self.outcome["ranks"]))
        return table
