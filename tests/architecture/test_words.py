"""Words that the glossary has retired do not come back as identifiers."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, sources

GLOSSARY = ROOT / "docs" / "glossary.md"
# Retired words that are terms of a game, in its own folder and tests.
GAME_TERMS = {"wish": ("src/tablee/games/clouds/", "web/tests/clouds")}

CLIENT = [
    "web/src",
    "web/plugins",
    "web/tests",
    "web/public",
    *(f"src/tablee/games/{path.name}/board" for path in (ROOT / "src/tablee/games").iterdir()),
]
IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
# Comments, strings and templates of TypeScript, and the text of a Svelte template, are not identifiers.
NOT_CODE = re.compile(
    r"/\*.*?\*/|//[^\n]*|<!--.*?-->|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`(?:\\.|[^`\\])*`", re.S
)


def retired() -> set[str]:
    """Return the words in backticks in the last column of the glossary's tables."""
    rows = [line for line in GLOSSARY.read_text("utf-8").splitlines() if line.startswith("| ")]
    return {
        word for row in rows for word in re.findall(r"`(\w+)`", row.strip().strip("|").rpartition("|")[2])
    }


@cache
def parts(identifier: str) -> frozenset[str]:
    """Return the words of an identifier: `kept_promise` and `keptPromise` are kept, promise; and it whole."""
    pieces = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", identifier).lower().split("_")
    return frozenset({identifier.lower(), *pieces} - {""})


def python_identifiers(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        # The name of a test is an English sentence.
        if token.type == tokenize.NAME and not token.string.startswith("test_"):
            yield token.start[0], token.string


def scripts(text: str) -> Iterator[tuple[bool, str]]:
    """Yield the parts of a Svelte file in turn: whether it is a script, and its text."""
    for number, part in enumerate(re.split(r"<script[^>]*>(.*?)</script>", text, flags=re.S)):
        yield number % 2 == 1, part


def script_identifiers(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield identifiers of a TypeScript file, or of the scripts of a Svelte file."""
    if path.endswith(".svelte"):
        text = "".join(
            script if is_script else "\n" * script.count("\n") for is_script, script in scripts(text)
        )
    bare = NOT_CODE.sub(lambda match: "\n" * match.group().count("\n"), text)
    for number, line in enumerate(bare.split("\n"), start=1):
        for match in IDENTIFIER.finditer(line):
            yield number, match.group()


def faults(path: str, identifiers: Iterator[tuple[int, str]], words: set[str]) -> list[str]:
    words = words - {word for word, places in GAME_TERMS.items() if path.startswith(places)}
    return [f"{path}:{number} {name}" for number, name in identifiers if parts(name) & words]


def client_files() -> list[Path]:
    paths = [path for folder in CLIENT for path in sorted((ROOT / folder).rglob("*"))]
    return [path for path in paths if path.suffix in {".ts", ".js", ".svelte"}]


def test_no_python_identifier_uses_a_retired_word() -> None:
    words = retired()
    assert [] == [
        fault
        for source in sources("src", "tests", "bench", "compiler", "web", "docs")
        for fault in faults(source.path, python_identifiers(source.text), words)
    ]


def test_no_identifier_of_the_client_uses_a_retired_word() -> None:
    words = retired()
    assert [] == [
        fault
        for path in client_files()
        for name in [path.relative_to(ROOT).as_posix()]
        for fault in faults(name, script_identifiers(name, path.read_text("utf-8")), words)
    ]


@pytest.mark.parametrize("name", ["house", "the_house", "theHouse", "HOUSE", "House", "kept_promise"])
def test_a_retired_word_is_found(name: str) -> None:
    assert faults("planted.py", python_identifiers(f"{name} = 1\n"), retired())
    assert faults("planted.ts", script_identifiers("planted.ts", f"const {name} = 1;\n"), retired())


@pytest.mark.parametrize("text", ["x = 'the house'\n", "# the house\n", "household = 1\n", "promise = 1\n"])
def test_texts_and_longer_words_are_left_alone(text: str) -> None:
    assert [] == faults("planted.py", python_identifiers(text), retired())


def test_the_script_of_a_component_is_searched() -> None:
    text = "<script module>\n  house; // house\n</script>\n<p>{house}</p>\n<script>\n  house\n</script>\n"
    assert ["planted.svelte:2 house", "planted.svelte:6 house"] == faults(
        "planted.svelte", script_identifiers("planted.svelte", text), retired()
    )
