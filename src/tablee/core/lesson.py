"""Lessons: a position of a game, what is asked of the learner, which moves are accepted, what is said.

A lesson is a file `lessons/NAME.toml` in the folder of a game:

    bots = ["beginner", "casual"]     # who sits at B and C; the learner is A
    title = { fr = "...", en = "..." }
    options = { }                     # of the game; optional
    seed = "..."                      # of the deal, if there is no position
    position = { }                    # read by Game.position

    [[steps]]
    say = { fr = "...", en = "..." }
    accept = ["draw top"]             # moves of the learner; none: a touch goes on
    wrong = { fr = "...", en = "..." }  # said after any other touch
    touch = [".gallery"]              # CSS selectors of what to touch; default: the targets of the moves
                                      # the last one that is shown gets the focus of a keyboard
    look = ["[data-id='dream-1']"]    # CSS selectors of what the sentence is about
    then = ["B draw top"]             # moves of the others after it
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.core.match import Match, Start, parse_line
from tablee.core.state import State
from tablee.core.vocabulary import format_seat

LEARNER = 0
# A move that is shown: its line of the log, and the view of the learner after it.
Scene = dict[str, Any]
Texts = Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """One step: what is said, which moves are accepted, what others play then. Texts are by language."""

    say: Texts
    accept: Sequence[str] = ()
    wrong: Texts = field(default_factory=dict)
    touch: Sequence[str] = ()
    look: Sequence[str] = ()
    then: Sequence[str] = ()

    def lines_after(self, words: str) -> list[str]:
        """Return the move of the learner, unless it is "", and the replies, in the form `B draw top`."""
        return [*([f"{format_seat(LEARNER)} {words}"] if words else []), *self.then]


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game. `bots`: the levels of the bots at the other seats."""

    game: Game
    name: str
    title: Texts
    steps: Sequence[Step]
    bots: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = ""
    position: Mapping[str, Any] = field(default_factory=dict)

    @property
    def drawing(self) -> str:
        """The position as JSON, as a record has it; "" for a deal."""
        return json.dumps(self.position, ensure_ascii=False) if self.position else ""

    def start(self) -> Match:
        """Return the match before the first step; raises Illegal or Unreadable if the file is wrong."""
        origin = Start(self.seed, 0, drawing=self.drawing)
        return Match(self.game, 1 + len(self.bots), self.seed or self.name, self.options, origin)

    def follow(self, path: Sequence[str]) -> Match:
        """Return the match after these moves of the learner and the replies; "" is a step without a move.

        Raises Illegal if the lesson has no such path.
        """
        match = self.start()
        for at, words in enumerate(path):
            if at + 1 >= len(self.steps) or words not in (self.steps[at].accept or ("",)):
                raise Illegal("no-such-position", lesson=self.name)
            for line in self.steps[at].lines_after(words):
                seat, text, _ = parse_line(line)
                match.play(seat, text)
        return match

    def render(self) -> dict[str, Any]:
        """Return the lesson as JSON-ready data: the steps, and the tree of positions that they reach.

        A node has its `step`, the `scenes` that lead to it, the `view` of the learner, whether it is in a
        `race`, and by each accepted move the `next` node; "" is a touch that goes on. Raises Illegal if a
        move of the file is not legal.
        """
        texts = [
            {"say": step.say, "wrong": step.wrong, "touch": list(step.touch), "look": list(step.look)}
            for step in self.steps
        ]
        return {
            "game": self.game.key,
            "name": self.name,
            "title": self.title,
            "bots": list(self.bots),
            "options": self.game.resolve_options(self.options),
            "steps": texts,
            "root": self._node(self.start().state, 0, []),
        }

    def _node(self, state: State, at: int, scenes: list[Scene]) -> dict[str, Any]:
        step = self.steps[at]
        following = () if at + 1 == len(self.steps) else step.accept or ("",)
        return {
            "step": at,
            "scenes": scenes,
            "view": view_with(state, step.accept),
            "race": state.race_start(LEARNER) is not None,
            "next": {words: self._next(state, words, at) for words in following},
        }

    def _next(self, state: State, words: str, at: int) -> dict[str, Any]:
        """Return the node after a move of the learner ("" for none) and those of the others."""
        after, scenes = state.copy(), []
        for line in self.steps[at].lines_after(words):
            scenes.append(play_line(after, line))
        return self._node(after, at + 1, scenes)


def view_with(state: State, accepted: Sequence[str]) -> dict[str, Any]:
    """Return the view of the learner in which only the accepted moves are legal; all of them in a race."""
    view = state.view(LEARNER)
    if state.race_start(LEARNER) is None:
        view["moves"] = [words for words in view["moves"] if words in accepted]
        view["foreseen"] = {
            words: view["foreseen"][words] for words in view["moves"] if words in view["foreseen"]
        }
    return view


def play_line(state: State, line: str) -> Scene:
    """Make a move written as `B draw top`; return how the learner sees it. Raises Illegal or Unreadable."""
    actor, words, _ = parse_line(line)
    move = state.vocabulary().parse(words)
    text = state.announce(LEARNER, actor, move)
    state.play(actor, move)
    return {
        "line": {"ply": state.plies, "seat": actor, "by": "", "words": text},
        "view": {**state.view(LEARNER), "moves": [], "foreseen": {}},
    }


@cache
def lessons(game: Game) -> tuple[Lesson, ...]:
    """Return the lessons of a game in the order of their names."""
    return tuple(read_lesson(game, path) for path in sorted((game.folder / "lessons").glob("*.toml")))


def find_lesson(game: Game, name: str) -> Lesson:
    """Return a lesson by its name; raises Illegal if there is none."""
    for lesson in lessons(game):
        if lesson.name == name:
            return lesson
    raise Illegal("no-such-lesson", lesson=name)


def read_lesson(game: Game, path: Path) -> Lesson:
    """Read the file of a lesson; raises TypeError for an unknown field."""
    data = tomllib.loads(path.read_text("utf-8"))
    steps = tuple(Step(**step) for step in data.pop("steps"))
    return Lesson(game=game, name=path.stem, steps=steps, **data)
