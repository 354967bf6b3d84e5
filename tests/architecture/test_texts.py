"""Every text of a words file is shown: a source has its key in quotes, or a template that begins it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import GAMES, ROOT, committed_files, game_keys

QUOTED = re.compile(r"""["'`]([\w.-]+)["'`]""")
# What stands before the first hole of a template such as `tip.${kind}` or f"log.{verb}".
BEGINNING = re.compile(r"""["'`]((?:[\w-]+[.-])+[\w-]*)\$?\{""")
# What stands after the last hole, as in `${key}.help`.
ENDING = re.compile(r"""\}(\.[\w-]+)["'`]""")
# Keys whose kind is a variable, f"{kind}.{phase}" and f"{name}.{value}" (a value of a refusal), and endings
# chosen by the reader.
CHOSEN = ("ask.", "wait.", "asked.", "side.")
READER = {".you", ".me"}
# A text for browsers. A board may name it without this beginning. Texts of browsers and terminals: "board.".
WEB = "web."
TERMINAL = "terminal."


def words_files() -> list[Path]:
    french = [path for path in committed_files() if path.name.endswith(".fr.json")]
    own = [path for path in french if "words" in (path.parent.name, path.name.partition(".")[0])]
    return [path for path in own if "tests" not in path.parts]


@cache
def code(folder: Path) -> str:
    """Return the code below a folder, without tests."""
    files = [path for path in committed_files() if path.is_relative_to(folder) and "tests" not in path.parts]
    return "\n".join(path.read_text("utf-8") for path in files if path.suffix in (".py", ".ts", ".svelte"))


@cache
def quoted(folder: Path) -> set[str]:
    return set(QUOTED.findall(code(folder)))


@cache
def beginnings() -> tuple[str, ...]:
    return (*CHOSEN, *(set(BEGINNING.findall(code(ROOT))) - {WEB}))


@cache
def endings() -> set[str]:
    return READER | set(ENDING.findall(code(ROOT)))


def is_used(key: str, board: Path) -> bool:
    """Return whether the code has or makes a key; `board` is the folder of a board beside the words file."""
    bare, made = key.removeprefix(WEB), beginnings()
    if bare in quoted(board) or key in quoted(ROOT) or bare.startswith(made) or key.startswith(made):
        return True
    stems = [key.removesuffix(each) for each in endings() if key.endswith(each)]
    return any("." in stem and is_used(stem, board) for stem in stems)


@pytest.mark.parametrize("file", words_files(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_every_text_is_used(file: Path) -> None:
    keys = json.loads(file.read_text("utf-8"))
    assert [] == [key for key in keys if not is_used(key, file.parent / "board")]


@pytest.mark.parametrize("key", game_keys())
def test_browser_and_terminal_share_no_text_of_one_of_them(key: str) -> None:
    folder = ROOT / GAMES / key
    pictures = [path for path in folder.glob("*.py") if path.name.startswith("terminal")]
    drawn = {word for path in pictures for word in QUOTED.findall(path.read_text("utf-8"))}
    assert [] == [word for word in quoted(folder / "board") if word.startswith(TERMINAL)]
    assert [] == [word for word in drawn if word.startswith(WEB)]


def test_a_text_that_no_source_names_is_found() -> None:
    assert not is_used("web.nobody-shows-this", ROOT)
