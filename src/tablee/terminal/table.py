"""The main screen of a session: picture, prompt, log and text line, and the keys that enter a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from tablee.core.canvas import Canvas, Pointer
from tablee.core.errors import Refusal
from tablee.core.i18n import LANGUAGES
from tablee.terminal.driver import Driver
from tablee.terminal.move_entry import DIRECTIONS, MoveEntry
from tablee.terminal.picture import Picture, add_buttons, find_changed_cells
from tablee.terminal.screens import CoverScreen, HelpScreen, LogScreen, RulesScreen, ScoreScreen
from tablee.terminal.sentences import format_keys, strip_pictures
from tablee.terminal.session import Session, sentences_for

if TYPE_CHECKING:
    from tablee.terminal.app import TableApp

# Columns needed to show the log beside the picture.
LOG_WIDTH = 34
# Rows of the log below the picture, at least.
LOG_HEIGHT = 3
# Moves in the log of the main screen; LogScreen shows all.
LOG_LENGTH = 60
# Rows of status, prompt, typed words and keys.
OTHER_ROWS = 4
# Seconds between two updates of the countdown.
PROMPT_INTERVAL = 0.5


class TableScreen(Screen[None]):
    """A session, seen by the person whose turn it is.

    `viewer` is a seat, -1 before the screen is mounted. `last_seen` has, for each person, the ply and the
    picture after their last move. `changed_cells` are the places of the picture that are new since then.
    `notice` is a message shown in the text line until the next key.
    """

    DEFAULT_CSS = """
    #body { height: 1fr; }
    #body.wide { layout: horizontal; }
    Picture { height: 1fr; scrollbar-size: 1 1; }
    #log-panel { height: 3; scrollbar-size-vertical: 1; background: $surface; padding: 0 1; }
    .wide #log-panel { width: 1fr; height: 1fr; border-left: solid $accent; }
    #status, #keys { height: 1; background: $panel; color: $text; padding: 0 1; }
    #prompt, #typed { height: auto; padding: 0 1; }
    #prompt { text-style: bold; color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help"),
        Binding("f2", "rules"),
        Binding("f3", "language"),
        Binding("f4", "change_seat"),
        Binding("f5", "log"),
        Binding("ctrl+z", "undo"),
        Binding("ctrl+s", "save"),
        Binding("pageup", "scroll(-1)"),
        Binding("pagedown", "scroll(1)"),
    ]

    def __init__(self, session: Session, bot_delay: float) -> None:
        super().__init__()
        self.session = session
        self.viewer = -1
        self.move_entry = MoveEntry()
        self.view = session.match.state.view(None)
        self.sentences = sentences_for(session)
        self.driver = Driver(self, bot_delay)
        self.last_seen: dict[int, tuple[int, Canvas]] = {}
        self.line_texts: dict[str, str | Text] = {}
        self.layout_sizes: tuple[Size, Size] | None = None
        self.changed_cells: set[tuple[int, int]] = set()
        self.notice = ""

    def compose(self) -> ComposeResult:
        """Yield the widgets from top to bottom."""
        yield Static(id="status", markup=False)
        with Container(id="body"):
            yield Picture()
            with VerticalScroll(id="log-panel", can_focus=False):
                yield Static(id="log")
        yield Static(id="prompt", markup=False)
        yield Static(id="typed")
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Start the countdown and show the match."""
        self.set_interval(PROMPT_INTERVAL, self.update_prompt)
        self.match_changed()

    # Changes of the match

    def play(self, words: str) -> None:
        """Make a move of the viewer, or show why it is refused."""
        try:
            self.session.play(self.viewer, words)
        except Refusal as refused:
            self.show_refusal(refused)
            return
        self.notice = ""
        self.remember_picture()
        self.match_changed()

    def show_refusal(self, refused: Refusal) -> None:
        """Show the reason, and start the entry of the move again."""
        self.notice = self.sentences.refusal(refused)
        self.move_entry = MoveEntry(self.view["moves"])
        self.update_screen()

    def show_notice(self, key: str, **values: object) -> None:
        """Show a text, given by its translation key, until the next key is pressed."""
        self.notice = self.sentences.translations(key, **values)
        self.update_screen()

    def remember_picture(self) -> None:
        """Store the picture that the viewer sees now, to underline later changes."""
        picture = self.draw_for(self.viewer, Pointer())
        self.last_seen[self.viewer] = self.session.match.ply, picture

    def match_changed(self) -> None:
        """Schedule bots and clock, and show the new state. Call after every move and undo.

        Opens the score sheet if the match has just ended.
        """
        if not self.query(Picture):
            return  # the screen is being removed
        was_over = self.view["outcome"] is not None
        self.driver.schedule()
        self.choose_viewer()
        if self.view["outcome"] is not None and not was_over:
            self.action_score()

    def choose_viewer(self) -> None:
        """Keep the viewer if they may act or no person may; otherwise change to the next person who may."""
        acting = self.session.acting_people()
        if self.viewer in acting or (not acting and self.viewer >= 0):
            self.refresh_view()
        else:
            later = [seat for seat in acting if seat > self.viewer]
            self.change_viewer((later or acting or self.session.people or [0])[0])

    def change_viewer(self, seat: int) -> None:
        """Show the table to another person, behind a cover first if the views of the two differ."""
        rivals = [other for other in self.session.people if other != seat]
        before = self.viewer if self.viewer >= 0 else next(iter(rivals), seat)
        self.viewer = seat
        self.move_entry = MoveEntry()
        if before in rivals and self.session.has_secrets(before, seat):
            _ = self.app.push_screen(CoverScreen(self.sentences, seat), lambda _: self.refresh_view())
        else:
            self.refresh_view()

    def refresh_view(self) -> None:
        """Show the current view. Typed words stay; the selection stays if the legal moves are the same."""
        self.view = self.session.match.state.view(self.viewer)
        if set(self.move_entry.moves_by_path.values()) != set(self.view["moves"]):
            typed = self.move_entry.typed
            self.move_entry = MoveEntry(self.view["moves"])
            self.move_entry.typed = typed
        self.changed_cells = self.find_news()
        self.update_screen()
        self.update_log()

    # Display

    def draw_for(self, seat: int, pointer: Pointer) -> Canvas:
        """Return the picture of the current state for a seat."""
        view = self.session.match.state.view(seat)
        return self.session.match.game.draw(view, self.sentences.translations, pointer)

    def update_screen(self) -> None:
        """Draw the picture and write all lines except the log."""
        pointer = self.move_entry.pointer()
        canvas = self.session.match.game.draw(self.view, self.sentences.translations, pointer)
        hidden = [thing for thing in self.move_entry.targets if thing not in canvas.things]
        add_buttons(canvas, {thing: self.sentences.thing(thing) for thing in hidden}, pointer)
        self.arrange_panels(canvas)
        self.query_one(Picture).show(canvas, self.move_entry.cursor, self.changed_cells)
        self.update_line("#status", self.status_text())
        self.update_line("#typed", self.typed_text())
        self.update_line("#keys", format_keys(self.sentences.translations("frame.keys")))
        self.update_prompt()

    def update_line(self, line: str, text: str | Text) -> None:
        """Write a text into the Static that `line` selects, if it differs: each update costs a layout."""
        if self.line_texts.get(line) != text:
            self.line_texts[line] = text
            for widget in self.query(line).results(Static):
                widget.update(text)

    def arrange_panels(self, canvas: Canvas) -> None:
        """Put the log beside the picture if the screen is wide enough, else below it."""
        sizes = (Size(canvas.width, canvas.height), self.size)
        if sizes == self.layout_sizes:
            return
        self.layout_sizes = sizes
        wide = self.size.width >= canvas.width + LOG_WIDTH
        self.query_one("#body").set_class(wide, "wide")
        picture, log_panel = self.query_one(Picture), self.query_one("#log-panel")
        free_rows = self.size.height - canvas.height - OTHER_ROWS
        picture.styles.width = canvas.width + 2 if wide else "1fr"
        log_panel.styles.height = "1fr" if wide else max(LOG_HEIGHT, free_rows)

    def find_news(self) -> set[tuple[int, int]]:
        """Return the cells (row, column) of the drawing that have changed since the viewer's last move."""
        if self.viewer not in self.last_seen:
            return set()
        return find_changed_cells(self.last_seen[self.viewer][1], self.draw_for(self.viewer, Pointer()))

    def status_text(self) -> str:
        """Return the title and the players, with an arrow before each actor."""
        translations = self.sentences.translations
        shown = [translations("title")]
        for seat, player in enumerate(self.session.players):
            kind = "bot" if player.bot else "you" if seat == self.viewer else ""
            mark = "»" if seat in self.view["actors"] else " "
            note = f" ({translations(f'frame.{kind}')})" if kind else ""
            shown.append(f"{mark}{self.sentences.name(seat)}{note}")
        return "  ".join(shown)

    def update_prompt(self) -> None:
        """Write what the viewer has to do, with selected things, other actors and the countdown."""
        translations = self.sentences.translations
        parts = [translations("frame.over") if self.view["outcome"] else self.sentences.prompt(self.view)]
        if self.move_entry.selected:
            things = " ".join(self.sentences.thing(thing) for thing in self.move_entry.selected)
            parts.append(translations("frame.touched", things=things))
        others = [seat for seat in self.session.acting_people() if seat != self.viewer]
        if others and self.viewer in self.view["actors"]:
            parts.append(translations("frame.others", who=", ".join(map(self.sentences.name, others))))
        left = self.driver.seconds_left()
        if left is not None:
            parts.append(translations("frame.time", n=round(left)))
        self.update_line("#prompt", "  ".join(parts))

    def typed_text(self) -> Text:
        """Return the text line: typed words with their suggestion, else the notice, else a hint."""
        typed = self.move_entry.typed
        line = Text(f"{self.sentences.translations('frame.typed')} > ", style="bold")
        line.append(typed + "█")
        if typed:
            return line.append(self.move_entry.suggestion()[len(typed) :], style="dim")
        if self.notice:
            return line.append(f" {self.notice}", style="bold #ff8787")
        return line.append(f" {self.sentences.translations('frame.typed-hint')}", style="dim")

    def update_log(self) -> None:
        """Write the end of the log and scroll to it."""
        self.update_line("#log", self.format_log(LOG_LENGTH))
        self.query_one("#log-panel").scroll_end(animate=False)

    def format_log(self, length: int | None) -> Text:
        """Return the last `length` moves, None for all; those since the viewer's last one are bright."""
        seen = self.last_seen.get(self.viewer, (0, None))[0]
        lines = Text()
        log = [(ply, *line) for ply, line in enumerate(self.session.log(self.viewer)) if line[1]]
        for ply, seat, words in log[-(length or 0) :]:
            lines.append(self.sentences.log_line(seat, words) + "\n", "dim" if ply < seen else "bold")
        lines.rstrip()
        return lines or Text(self.sentences.translations("frame.start"), "dim")

    # Keys and mouse

    def on_key(self, event: events.Key) -> None:
        """Handle the keys that enter a move, in the order pressed: bindings would overtake typed letters."""
        if event.key in DIRECTIONS:
            self.move_cursor(event.key)
        elif event.key in {"tab", "shift+tab"}:
            self.complete_or_cycle(1 if event.key == "tab" else -1)
        elif event.key == "enter":
            self.submit()
        elif event.key == "escape":
            self.step_back()
        elif not self.type_key(event):
            return
        event.stop()

    def type_key(self, event: events.Key) -> bool:
        """Edit the typed words; return False if the key is not text, or a question mark in an empty line."""
        if event.key == "backspace":
            self.move_entry.typed = self.move_entry.typed[:-1]
        elif event.is_printable and event.character and (self.move_entry.typed or event.character != "?"):
            self.move_entry.typed += event.character
        else:
            return False
        self.notice = ""
        self.update_screen()
        return True

    def on_picture_clicked(self, message: Picture.Clicked) -> None:
        """Select the thing that was clicked."""
        self.select_thing(message.thing)

    def select_thing(self, thing: str) -> None:
        """Select a thing, and play the move if this completes it."""
        self.notice = ""
        words = self.move_entry.select(thing)
        if words is None:
            self.update_screen()
        else:
            self.play(words)

    def submit(self) -> None:
        """Play the typed move, or select the thing at the cursor; open the score sheet after the end."""
        if self.move_entry.typed.strip():
            words, self.move_entry.typed = self.move_entry.typed_move(), ""
            self.play(words)
        elif self.view["outcome"] is not None:
            self.action_score()
        elif self.move_entry.cursor is not None:
            self.select_thing(self.move_entry.cursor)

    def step_back(self) -> None:
        """Clear the typed words, or else remove the last selection."""
        self.notice = ""
        self.move_entry.back()
        self.update_screen()

    def move_cursor(self, direction: str) -> None:
        """Move the cursor to the nearest target in this direction."""
        self.move_entry.move_cursor(direction, self.query_one(Picture).canvas.things)
        self.update_screen()

    def complete_or_cycle(self, step: int) -> None:
        """Complete the typed words; without any, move the cursor by `step` targets."""
        if self.move_entry.typed:
            self.move_entry.complete()
        else:
            self.move_entry.cycle_cursor(step)
        self.update_screen()

    def action_scroll(self, step: int) -> None:
        """Scroll the picture by half its visible height, times `step`."""
        picture = self.query_one(Picture)
        picture.scroll_relative(y=step * picture.size.height // 2, animate=False)

    def action_help(self) -> None:
        """Open the help."""
        _ = self.app.push_screen(HelpScreen(self.sentences))

    def action_rules(self) -> None:
        """Open the rules page."""
        page = strip_pictures(self.session.match.game.rules(self.session.language))
        _ = self.app.push_screen(RulesScreen(self.sentences, page))

    def action_log(self) -> None:
        """Open the whole log."""
        _ = self.app.push_screen(LogScreen(self.sentences, self.format_log(None)))

    def action_score(self) -> None:
        """Open the score sheet. The match must be over."""
        _ = self.app.push_screen(ScoreScreen(self.sentences, self.view["outcome"]))

    def action_language(self) -> None:
        """Change to the next language; redraw remembered pictures, so that texts do not count as changes."""
        at = LANGUAGES.index(self.session.language)
        self.session.language = LANGUAGES[(at + 1) % len(LANGUAGES)]
        self.sentences = sentences_for(self.session)
        self.last_seen = {
            seat: (ply, self.draw_for(seat, Pointer())) for seat, (ply, _) in self.last_seen.items()
        }
        self.notice = ""
        self.refresh_view()

    def action_change_seat(self) -> None:
        """Show the table to the next person who may act, if there are several."""
        acting = self.session.acting_people()
        later = [seat for seat in acting if seat > self.viewer]
        if len(acting) > 1:
            self.change_viewer((later or acting)[0])

    def action_undo(self) -> None:
        """Undo the last move of a person, or show why that is refused."""
        try:
            self.session.undo()
        except Refusal as refused:
            self.show_refusal(refused)
            return
        self.last_seen.clear()
        self.driver.cancel()
        self.match_changed()
        self.show_notice("frame.undone")

    def action_save(self) -> None:
        """Save the match and show where, or why this failed."""
        self.notice = cast("TableApp", self.app).save()[0]
        self.update_screen()

    def on_unmount(self) -> None:
        """Cancel the bots."""
        self.driver.cancel()

    def on_resize(self) -> None:
        """Arrange the panels for the new size."""
        if self.viewer >= 0:
            self.update_screen()
