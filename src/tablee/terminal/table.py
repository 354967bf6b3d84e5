"""The table on the screen: picture, prompt, journal, and the keys that move a hand over it."""

from __future__ import annotations

from collections.abc import Callable
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
from tablee.terminal.driver import Others
from tablee.terminal.hand import DIRECTIONS, Hand
from tablee.terminal.picture import Picture, add_buttons, changes
from tablee.terminal.screens import Curtain, Help, Journal, Rules, Score
from tablee.terminal.sentences import keys_line, without_pictures
from tablee.terminal.session import Sitting, sentences_for

if TYPE_CHECKING:
    from tablee.terminal.app import TableApp

JOURNAL_WIDTH = 34
JOURNAL_LINES = 3
JOURNAL_LENGTH = 60
# Status, prompt, typed words and keys.
OTHER_LINES = 4
TICK = 0.5


class TableScreen(Screen[None]):
    """A sitting, seen by the person whose turn it is."""

    DEFAULT_CSS = """
    #body { height: 1fr; }
    #body.wide { layout: horizontal; }
    Picture { height: 1fr; scrollbar-size: 1 1; }
    #journal { height: 3; scrollbar-size-vertical: 1; background: $surface; padding: 0 1; }
    .wide #journal { width: 1fr; height: 1fr; border-left: solid $accent; }
    #status, #keys { height: 1; background: $panel; color: $text; padding: 0 1; }
    #prompt, #typed { height: auto; padding: 0 1; }
    #prompt { text-style: bold; color: $warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help"),
        Binding("f2", "rules"),
        Binding("f3", "language"),
        Binding("f4", "change_seat"),
        Binding("f5", "journal"),
        Binding("ctrl+z", "undo"),
        Binding("ctrl+s", "save"),
        Binding("pageup", "scroll(-1)"),
        Binding("pagedown", "scroll(1)"),
    ]

    def __init__(self, sitting: Sitting, pace: float, clock: Callable[[], float]) -> None:
        super().__init__()
        self.sitting = sitting
        self.viewer = -1
        self.hand = Hand()
        self.view = sitting.match.state.view(None)
        self.sentences = sentences_for(sitting)
        self.others = Others(self, pace, clock)
        self.last_seen: dict[int, tuple[int, Canvas]] = {}
        self.written: dict[str, str | Text] = {}
        self.placed: tuple[Size, Size] | None = None
        self.new: set[tuple[int, int]] = set()
        self.notice = ""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield Static(id="status", markup=False)
        with Container(id="body"):
            yield Picture()
            with VerticalScroll(id="journal", can_focus=False):
                yield Static(id="log")
        yield Static(id="prompt", markup=False)
        yield Static(id="typed")
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Sit down."""
        self.set_interval(TICK, self.show_prompt)
        self.changed()

    # What happens at the table

    def play(self, words: str) -> None:
        """The viewer's move, or a sentence that says why not."""
        try:
            self.sitting.play(self.viewer, words)
        except Refusal as refused:
            self.refuse(refused)
            return
        self.notice = ""
        self.look_away()
        self.changed()

    def refuse(self, refused: Refusal) -> None:
        """Say why not, and begin the move again."""
        self.notice = self.sentences.refusal(refused)
        self.hand = Hand(self.view["moves"])
        self.show()

    def tell(self, key: str, **values: object) -> None:
        """Say something under the picture until the next key."""
        self.notice = self.sentences.words(key, **values)
        self.show()

    def look_away(self) -> None:
        """Remember what the viewer has seen, so that what changes can be pointed out."""
        picture = self.draw_for(self.viewer, Pointer())
        self.last_seen[self.viewer] = self.sitting.match.ply, picture

    def changed(self) -> None:
        """Something was played: look again, and let the others act."""
        if not self.query(Picture):
            return  # the table is being cleared away
        over = self.view["outcome"] is not None
        self.others.schedule()
        self.take_turn()
        if self.view["outcome"] is not None and not over:
            self.action_score()

    def take_turn(self) -> None:
        """The table belongs to the person who has something to decide."""
        acting = self.sitting.acting_people()
        if self.viewer in acting or (not acting and self.viewer >= 0):
            self.look()
        else:
            later = [seat for seat in acting if seat > self.viewer]
            self.sit((later or acting or self.sitting.people or [0])[0])

    def sit(self, seat: int) -> None:
        """Change the viewer; a curtain falls where one must not see what the other sees."""
        rivals = [other for other in self.sitting.people if other != seat]
        before = self.viewer if self.viewer >= 0 else next(iter(rivals), seat)
        self.viewer = seat
        self.hand = Hand()
        if before in rivals and self.sitting.has_secrets(before, seat):
            _ = self.app.push_screen(Curtain(self.sentences, seat), lambda _: self.look())
        else:
            self.look()

    def look(self) -> None:
        """Look at the table again; a hand half way to its move stays there if it still can."""
        self.view = self.sitting.match.state.view(self.viewer)
        if set(self.hand.ways.values()) != set(self.view["moves"]):
            typed = self.hand.typed
            self.hand = Hand(self.view["moves"])
            self.hand.typed = typed
        self.new = self.news()
        self.show()
        self.show_journal()

    # What is shown

    def draw_for(self, seat: int, pointer: Pointer) -> Canvas:
        """The table as this seat sees it."""
        view = self.sitting.match.state.view(seat)
        return self.sitting.match.game.draw(view, self.sentences.words, pointer)

    def show(self) -> None:
        """Everything on the screen."""
        pointer = self.hand.pointer()
        canvas = self.sitting.match.game.draw(self.view, self.sentences.words, pointer)
        hidden = [thing for thing in self.hand.targets if thing not in canvas.things]
        add_buttons(canvas, {thing: self.sentences.thing(thing) for thing in hidden}, pointer)
        self.place(canvas)
        self.query_one(Picture).show(canvas, self.hand.cursor, self.new)
        self.write("#status", self.status())
        self.write("#typed", self.typed())
        self.write("#keys", keys_line(self.sentences.words("frame.keys")))
        self.show_prompt()

    def write(self, line: str, text: str | Text) -> None:
        """Write a line anew if it says something new: each time everything is laid out again."""
        if self.written.get(line) != text:
            self.written[line] = text
            for widget in self.query(line).results(Static):
                widget.update(text)

    def place(self, canvas: Canvas) -> None:
        """The journal lies beside the picture where there is room, else below it."""
        placed = (Size(canvas.width, canvas.height), self.size)
        if placed == self.placed:
            return
        self.placed = placed
        wide = self.size.width >= canvas.width + JOURNAL_WIDTH
        self.query_one("#body").set_class(wide, "wide")
        picture, journal = self.query_one(Picture), self.query_one("#journal")
        room = self.size.height - canvas.height - OTHER_LINES
        picture.styles.width = canvas.width + 2 if wide else "1fr"
        journal.styles.height = "1fr" if wide else max(JOURNAL_LINES, room)

    def news(self) -> set[tuple[int, int]]:
        """Where the picture has changed since the viewer's last move."""
        if self.viewer not in self.last_seen:
            return set()
        return changes(self.last_seen[self.viewer][1], self.draw_for(self.viewer, Pointer()))

    def status(self) -> str:
        """The game, and who sits where; an arrow on whoever has something to decide."""
        shown = [self.sentences.words("title")]
        for seat, chair in enumerate(self.sitting.chairs):
            kind = "bot" if chair.bot else "you" if seat == self.viewer else ""
            mark = "»" if seat in self.view["actors"] else " "
            note = f" ({self.sentences.words(f'frame.{kind}')})" if kind else ""
            shown.append(f"{mark}{self.sentences.name(seat)}{note}")
        return "  ".join(shown)

    def show_prompt(self) -> None:
        """What is asked; with a countdown where time matters."""
        words = self.sentences.words
        parts = [words("frame.over") if self.view["outcome"] else self.sentences.prompt(self.view)]
        if self.hand.touched:
            things = " ".join(self.sentences.thing(thing) for thing in self.hand.touched)
            parts.append(words("frame.touched", things=things))
        others = [seat for seat in self.sitting.acting_people() if seat != self.viewer]
        if others and self.viewer in self.view["actors"]:
            parts.append(words("frame.others", who=", ".join(map(self.sentences.name, others))))
        left = self.others.seconds_left()
        if left is not None:
            parts.append(words("frame.time", n=round(left)))
        self.write("#prompt", "  ".join(parts))

    def typed(self) -> Text:
        """The words being typed and what they might become, or what the table has to say."""
        typed = self.hand.typed
        line = Text(f"{self.sentences.words('frame.typed')} > ", style="bold")
        line.append(typed + "█")
        if typed:
            return line.append(self.hand.suggestion()[len(typed) :], style="dim")
        if self.notice:
            return line.append(f" {self.notice}", style="bold #ff8787")
        return line.append(f" {self.sentences.words('frame.typed-hint')}", style="dim")

    def show_journal(self) -> None:
        """The last things that happened, in view."""
        self.write("#log", self.journal(JOURNAL_LENGTH))
        self.query_one("#journal").scroll_end(animate=False)

    def journal(self, length: int | None) -> Text:
        """What happened; what is new since the viewer's last move is bright."""
        seen = self.last_seen.get(self.viewer, (0, None))[0]
        lines = Text()
        heard = [(ply, *line) for ply, line in enumerate(self.sitting.log(self.viewer)) if line[1]]
        for ply, seat, said in heard[-(length or 0) :]:
            lines.append(self.sentences.move(seat, said) + "\n", "dim" if ply < seen else "bold")
        lines.rstrip()
        return lines or Text(self.sentences.words("frame.start"), "dim")

    # What keys and the mouse do

    def on_key(self, event: events.Key) -> None:
        """All that a hand does, in the order in which it does it: bindings would overtake letters."""
        if event.key in DIRECTIONS:
            self.steer(event.key)
        elif event.key in {"tab", "shift+tab"}:
            self.next_target(1 if event.key == "tab" else -1)
        elif event.key == "enter":
            self.enter()
        elif event.key == "escape":
            self.back()
        elif not self.type(event):
            return
        event.stop()

    def type(self, event: events.Key) -> bool:
        """Letters go to the line of words; a question mark that begins it asks for help."""
        if event.key == "backspace":
            self.hand.typed = self.hand.typed[:-1]
        elif event.is_printable and event.character and (self.hand.typed or event.character != "?"):
            self.hand.typed += event.character
        else:
            return False
        self.notice = ""
        self.show()
        return True

    def on_picture_touched(self, message: Picture.Touched) -> None:
        """A click is a touch."""
        self.touch(message.thing)

    def touch(self, thing: str) -> None:
        """Touch a thing; the last touch of a move plays it."""
        self.notice = ""
        words = self.hand.touch(thing)
        if words is None:
            self.show()
        else:
            self.play(words)

    def enter(self) -> None:
        """Enter plays what was typed, or touches what the cursor points at."""
        if self.hand.typed.strip():
            words, self.hand.typed = self.hand.spoken(), ""
            self.play(words)
        elif self.view["outcome"] is not None:
            self.action_score()
        elif self.hand.cursor is not None:
            self.touch(self.hand.cursor)

    def back(self) -> None:
        """Escape takes back typed words or a touch."""
        self.notice = ""
        self.hand.back()
        self.show()

    def steer(self, direction: str) -> None:
        """An arrow goes to the nearest target that way."""
        self.hand.steer(direction, self.query_one(Picture).canvas.things)
        self.show()

    def next_target(self, step: int) -> None:
        """Tab completes what is typed, or goes to the next target."""
        if self.hand.typed:
            self.hand.complete()
        else:
            self.hand.cycle(step)
        self.show()

    def action_scroll(self, step: int) -> None:
        """Look at another part of a picture that is larger than the screen."""
        picture = self.query_one(Picture)
        picture.scroll_relative(y=step * picture.size.height // 2, animate=False)

    def action_help(self) -> None:
        """What the pictures mean, and the keys."""
        _ = self.app.push_screen(Help(self.sentences))

    def action_rules(self) -> None:
        """The rules page."""
        page = without_pictures(self.sitting.match.game.rules(self.sitting.language))
        _ = self.app.push_screen(Rules(self.sentences, page))

    def action_journal(self) -> None:
        """All that happened."""
        _ = self.app.push_screen(Journal(self.sentences, self.journal(None)))

    def action_score(self) -> None:
        """The score sheet."""
        _ = self.app.push_screen(Score(self.sentences, self.view["outcome"]))

    def action_language(self) -> None:
        """The next language, at once."""
        at = LANGUAGES.index(self.sitting.language)
        self.sitting.language = LANGUAGES[(at + 1) % len(LANGUAGES)]
        self.sentences = sentences_for(self.sitting)
        self.last_seen = {
            seat: (ply, self.draw_for(seat, Pointer())) for seat, (ply, _) in self.last_seen.items()
        }
        self.notice = ""
        self.look()

    def action_change_seat(self) -> None:
        """The next person who may act."""
        acting = self.sitting.acting_people()
        later = [seat for seat in acting if seat > self.viewer]
        if len(acting) > 1:
            self.sit((later or acting)[0])

    def action_undo(self) -> None:
        """Take back the last decision, where that is fair."""
        try:
            self.sitting.undo()
        except Refusal as refused:
            self.refuse(refused)
            return
        self.last_seen.clear()
        self.others.forget()
        self.changed()
        self.tell("frame.undone")

    def action_save(self) -> None:
        """Write the match down and say where."""
        self.notice = cast("TableApp", self.app).save()[0]
        self.show()

    def on_unmount(self) -> None:
        """Nobody need think on."""
        self.others.forget()

    def on_resize(self) -> None:
        """Another size, another arrangement."""
        if self.viewer >= 0:
            self.show()
