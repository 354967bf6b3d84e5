"""Who may import whom: core <- games <- bots <- terminal | server | lab <- cli."""

import sys

import pytest

from tests.architecture.sources import Source, sources

# A part may always import itself, except that a game never imports another game.
ARROWS = {
    "core": ["core"],
    "games": ["core"],
    "bots": ["core", "games", "bots"],
    "terminal": ["core", "games", "bots", "terminal"],
    "server": ["core", "games", "bots", "server"],
    "lab": ["core", "games", "bots", "lab"],
}
STANDARD_LIBRARY_ONLY = {"core", "games", "bots"}
ABOVE_ALL = {"tablee.cli", "tablee.__main__"}
TEST_TOOLS = {"pytest", "hypothesis"}


def reversed_arrows(source: Source) -> list[str]:
    if source.module in ABOVE_ALL:
        return []
    return [f"{source.path} imports {name}" for name in source.imports() if not may_import(source, name)]


def may_import(source: Source, name: str) -> bool:
    top = name.partition(".")[0]
    if top == "tablee":
        return any(name == allowed or name.startswith(f"{allowed}.") for allowed in reach(source.module))
    if top in sys.stdlib_module_names or (source.is_test and top in TEST_TOOLS):
        return True
    return part(source.module) in ARROWS.keys() - STANDARD_LIBRARY_ONLY


def reach(module: str) -> list[str]:
    """What a module may import of the project. The root package, which all import, may import nothing."""
    allowed = [f"tablee.{name}" for name in ARROWS.get(part(module), [])]
    if part(module) == "games":
        allowed.append(".".join(module.split(".")[:3]))
    return allowed


def part(module: str) -> str:
    return module.partition(".")[2].split(".")[0]


def test_no_arrow_is_reversed() -> None:
    assert [] == [fault for source in sources("src/tablee") for fault in reversed_arrows(source)]


@pytest.mark.parametrize(
    "path, line",
    [
        ("core/deal.py", "import rich"),
        ("core/deal.py", "from tablee.games import load"),
        ("core/deal.py", "from ..games import load"),
        ("core/deal.py", "from tablee import bots"),
        ("core/deal.py", "import tablee.corelike"),
        ("games/chess/rules.py", "from tablee.games.draughts import rules"),
        ("games/chess/rules.py", "from ..draughts import rules"),
        ("games/chess/rules.py", "import tablee.bots"),
        ("games/chess/rules.py", "import pytest"),
        ("games/chess/__init__.py", "from .. import draughts"),
        ("bots/search.py", "from tablee.terminal import screen"),
        ("bots/search.py", "import numpy"),
        ("terminal/screen.py", "from tablee.lab import arena"),
        ("server/wire.py", "from tablee.cli import main"),
        ("elsewhere/page.py", "import tablee.core"),
        ("__init__.py", "from tablee.core import deal"),
    ],
)
def test_a_reversed_arrow_is_seen(path: str, line: str) -> None:
    assert reversed_arrows(Source(f"src/tablee/{path}", line))


@pytest.mark.parametrize(
    "path, line",
    [
        ("core/deal.py", "from . import numbers"),
        ("core/deal.py", "from dataclasses import dataclass"),
        ("games/__init__.py", "from .chess import GAME"),
        ("games/chess/rules.py", "from tablee.core import deal"),
        ("games/chess/__init__.py", "from .rules import GAME"),
        ("games/chess/test_rules.py", "import pytest"),
        ("bots/search.py", "from tablee.games import load"),
        ("terminal/screen.py", "from textual.app import App"),
        ("cli.py", "from tablee.server import serve"),
    ],
)
def test_an_arrow_may_be_followed(path: str, line: str) -> None:
    assert [] == reversed_arrows(Source(f"src/tablee/{path}", line))
