"""A few questions before the first match: which game, how many seats, who else plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tablee import bots, games
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.terminal.sentences import frame_words
from tablee.terminal.setup import DEFAULT_BOT


@dataclass
class Choice:
    """What was chosen, question by question."""

    language: str
    key: str = ""
    seats: int = 0
    people: int = 0
    bot: str = ""


class MenuApp(App[Choice]):
    """Asks one question after the other; Escape goes back to the one before."""

    ENABLE_COMMAND_PALETTE = False
    TITLE = "Tablée"
    CSS = """
    Screen { align: center middle; }
    #page { width: 76; height: auto; max-height: 90%; }
    #name { width: 76; text-align: center; text-style: bold; color: $warning; margin-bottom: 1; }
    #question { width: 76; text-style: bold; margin-bottom: 1; }
    OptionList { width: 76; height: auto; max-height: 20; }
    #keys { width: 76; color: $text-muted; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "before"), Binding("f3", "language")]
    QUESTIONS = ("game", "seats", "people", "bots")

    def __init__(self, language: str) -> None:
        super().__init__()
        self.choice = Choice(language)
        self.at = 0

    def compose(self) -> ComposeResult:
        """A question and its answers."""
        yield Static("T A B L É E", id="name")
        yield Static(id="question", markup=False)
        yield OptionList()
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """The first question."""
        self.ask()

    def ask(self) -> None:
        """Show the question that is due."""
        words = frame_words(self.choice.language)
        question = self.QUESTIONS[self.at]
        self.query_one("#question", Static).update(words(f"frame.menu-{question}"))
        self.query_one("#keys", Static).update(f"{words('frame.menu-keys')}   F3 : {self.other_language()}")
        answers = self.query_one(OptionList)
        answers.clear_options()
        offered = self.answers(question)
        answers.add_options([Option(text, key) for key, text in offered.items()])
        answers.highlighted = list(offered).index(DEFAULT_BOT) if DEFAULT_BOT in offered else 0
        answers.focus()

    def other_language(self) -> str:
        """The name of the language that F3 leads to, in that language."""
        return frame_words(self.next_language())("frame.language")

    def answers(self, question: str) -> dict[str, str]:
        """The possible answers, by key."""
        words = frame_words(self.choice.language)
        if question == "game":
            return {game.key: self.label(game) for game in games.all()}
        if question == "seats":
            return {str(n): words("frame.seats", n=n) for n in games.load(self.choice.key).seats}
        if question == "people":
            return {str(n): words("frame.people", n=n) for n in range(1, self.choice.seats + 1)}
        return {name: words(f"level.{name}") for name in bots.LEVELS}

    def label(self, game: Game) -> str:
        """A game by its title and for how many it is."""
        return f"{game.titles[self.choice.language]}  ({game.seats[0]}-{game.seats[-1]})"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """An answer leads to the next question; with people on every seat, none about bots is left."""
        self.take(self.QUESTIONS[self.at], str(event.option.id))
        self.at += 1
        if self.at == len(self.QUESTIONS) or (self.choice.people and self.choice.people == self.choice.seats):
            self.exit(self.choice)
        else:
            self.ask()

    def take(self, question: str, answer: str) -> None:
        """Keep an answer."""
        if question == "game":
            self.choice.key = answer
        elif question == "seats":
            self.choice.seats = int(answer)
        elif question == "people":
            self.choice.people = int(answer)
        else:
            self.choice.bot = answer

    def action_before(self) -> None:
        """The question before; from the first one, out."""
        if self.at == 0:
            self.exit(None)
            return
        self.at -= 1
        self.choice.people = 0
        self.ask()

    def next_language(self) -> str:
        """The other language."""
        return LANGUAGES[(LANGUAGES.index(self.choice.language) + 1) % len(LANGUAGES)]

    def action_language(self) -> None:
        """Ask the same in the other language."""
        self.choice.language = self.next_language()
        self.ask()
