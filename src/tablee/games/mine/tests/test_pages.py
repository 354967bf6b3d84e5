"""The pages of rules, and a check that a test cites every rule and ruling."""

from __future__ import annotations

import ast
import re

from tablee.games.mine import GAME

RULES = [str(number) for number in range(1, 27)]
RULINGS = [*(f"A{number}" for number in range(1, 39)), "P9"]


def paragraphs(language: str) -> list[str]:
    return re.findall(r"^\*\*([AP]?\d+)\.\*\*", GAME.rules(language), re.M)


def cited() -> set[str]:
    """Return the numbers before a colon in the docstrings of tests."""
    found: set[str] = set()
    for file in (GAME.folder / "tests").glob("test_*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        for text in [ast.get_docstring(node) or "" for node in functions if node.name.startswith("test_")]:
            found |= {
                number for part in re.findall(r"[^.:;]*:", text) for number in re.findall(r"[AP]?\d+", part)
            }
    return found


def test_both_pages_have_every_rule_and_ruling() -> None:
    assert RULES + RULINGS == sorted(paragraphs("fr"), key=(RULES + RULINGS).index)
    assert paragraphs("fr") == paragraphs("en")


def test_every_rule_and_ruling_has_a_test() -> None:
    assert set() == {*RULES, *RULINGS} - cited()


def test_the_pages_name_the_reconstruction() -> None:
    assert "reconstitution" in GAME.rules("fr")
    assert "reconstruction" in GAME.rules("en")
