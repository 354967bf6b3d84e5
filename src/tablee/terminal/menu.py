"""The menu of `tablee play` without a game: asks for game, seats, people and bots."""

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
from tablee.terminal.sentences import common_translations
from tablee.terminal.setup import DEFAULT_BOT


@dataclass
class Choice:
    """The answers given so far; "" and 0 stand for questions not answered yet."""

    language: str
    key: str = ""
    seats: int = 0
    people: int = 0
    bot: str = ""


class MenuApp(App[Choice]):
    """One question at a time; Escape goes back. The return value is the Choice, or None if it was left."""

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
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "previous_question"),
        Binding("f3", "language"),
    ]
    QUESTIONS = ("game", "seats", "people", "bots")

    def __init__(self, language: str) -> None:
        super().__init__()
        self.choice = Choice(language)
        self.step = 0

    def compose(self) -> ComposeResult:
        """Yield the widgets from top to bottom."""
        yield Static("T A B L É E", id="name")
        yield Static(id="question", markup=False)
        yield OptionList()
        yield Static(id="keys", markup=False)

    def on_mount(self) -> None:
        """Show the first question."""
        self.show_question()

    def show_question(self) -> None:
        """Show question number `step` with its answers, in the chosen language."""
        translations = common_translations(self.choice.language)
        question = self.QUESTIONS[self.step]
        self.query_one("#question", Static).update(translations(f"frame.menu-{question}"))
        keys = f"{translations('frame.menu-keys')}   F3 : {self.other_language()}"
        self.query_one("#keys", Static).update(keys)
        answers = self.query_one(OptionList)
        answers.clear_options()
        offered = self.answers(question)
        answers.add_options([Option(text, key) for key, text in offered.items()])
        answers.highlighted = list(offered).index(DEFAULT_BOT) if DEFAULT_BOT in offered else 0
        answers.focus()

    def other_language(self) -> str:
        """Return the name of the language that F3 changes to, in that language."""
        return common_translations(self.next_language())("frame.language")

    def answers(self, question: str) -> dict[str, str]:
        """Return the possible answers to a question: their texts by id."""
        translations = common_translations(self.choice.language)
        if question == "game":
            return {game.key: self.label(game) for game in games.all()}
        if question == "seats":
            return {str(n): translations("frame.seats", n=n) for n in games.load(self.choice.key).seats}
        if question == "people":
            return {str(n): translations("frame.people", n=n) for n in range(1, self.choice.seats + 1)}
        return {
            name: f"{translations(f'bot.{name}.about')} ({translations(f'level.{name}')})"
            for name in bots.LEVELS
        }

    def label(self, game: Game) -> str:
        """Return the title of a game with the number of seats it takes."""
        return f"{game.titles[self.choice.language]}  ({game.seats[0]}-{game.seats[-1]})"

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Store the answer and go on; with people on every seat, skip the question about bots."""
        self.store_answer(self.QUESTIONS[self.step], str(event.option.id))
        self.step += 1
        full = self.choice.people and self.choice.people == self.choice.seats
        if self.step == len(self.QUESTIONS) or full:
            self.exit(self.choice)
        else:
            self.show_question()

    def store_answer(self, question: str, answer: str) -> None:
        """Write the id of an answer into `choice`."""
        if question == "game":
            self.choice.key = answer
        elif question == "seats":
            self.choice.seats = int(answer)
        elif question == "people":
            self.choice.people = int(answer)
        else:
            self.choice.bot = answer

    def action_previous_question(self) -> None:
        """Go back one question; leave the menu from the first one."""
        if self.step == 0:
            self.exit(None)
            return
        self.step -= 1
        self.choice.people = 0
        self.show_question()

    def next_language(self) -> str:
        """Return the language after the chosen one in LANGUAGES."""
        return LANGUAGES[(LANGUAGES.index(self.choice.language) + 1) % len(LANGUAGES)]

    def action_language(self) -> None:
        """Show the same question in the next language."""
        self.choice.language = self.next_language()
        self.show_question()
