"""Tests of import directions: core <- games <- bots <- terminal | server | lab <- cli.

Inside the server: domain <- storage <- runtime <- realtime <- http <- auth.
"""

import sys

import pytest

from tests.architecture.sources import NONDETERMINISTIC_MODULES, Source, sources

# A part may always import itself, except that a game never imports another game.
ALLOWED_PARTS = {
    "core": ["core"],
    "games": ["core"],
    "bots": ["core", "games", "bots"],
    "terminal": ["core", "games", "bots", "terminal"],
    "server": ["core", "games", "bots", "server"],
    # Tasks of another process name the version and the sources that they need.
    "lab": ["core", "games", "bots", "lab", "extras", "__version__", "FOLDER", "digest"],
}
# Folders of the server, the lowest first: each may import itself and those before it.
LAYERS = ("domain", "storage", "runtime", "realtime", "http", "auth")
# Modules beside the folders, and the highest folder that each may import ("" for none).
SHARED = {
    "errors": "",
    "catalog": "domain",
    "messages": "domain",
    "metrics": "",
    "rate_limit": "",
    "settings": "domain",
    "supervision": "",
}
TOP = {"app", "cli", "host_cli", "local", "serve", "typescript"}
STANDARD_LIBRARY_ONLY = {"core", "games", "bots"}
ABOVE_ALL = {"tablee.cli", "tablee.cli_dataset", "tablee.cli_mistakes", "tablee.__main__"}
TEST_TOOLS = {"pytest", "hypothesis"}
PURE_LIBRARIES = {"msgspec", "openskill"}


def forbidden_imports(source: Source) -> list[str]:
    if source.module in ABOVE_ALL:
        return []
    return [f"{source.path} imports {name}" for name in source.imports() if not may_import(source, name)]


def may_import(source: Source, name: str) -> bool:
    top = name.partition(".")[0]
    if top == "tablee":
        return any(name == allowed or name.startswith(f"{allowed}.") for allowed in importable(source.module))
    if top in sys.stdlib_module_names or (source.is_test and top in TEST_TOOLS):
        return True
    return part(source.module) in ALLOWED_PARTS.keys() - STANDARD_LIBRARY_ONLY


def upward_imports(source: Source) -> list[str]:
    """Return the imports of a server module that point to a higher layer."""
    own = server_part(source.module)
    if own is None or own in TOP or own == "":
        return []
    allowed = allowed_layers(own)
    faults = []
    for name in source.imports():
        part = server_part(name)
        if (part is not None and part != own and part not in allowed) or (
            own == "domain" and not is_pure(name)
        ):
            faults.append(f"{source.path} imports {name}")
    return faults


def server_part(module: str) -> str | None:
    """Return the folder or module below tablee.server that a name belongs to; None outside the server."""
    parts = module.split(".")
    if parts[:2] != ["tablee", "server"]:
        return None
    return parts[2] if len(parts) > 2 else ""


def allowed_layers(own: str) -> set[str]:
    if own in SHARED:
        below = LAYERS[: LAYERS.index(SHARED[own]) + 1] if SHARED[own] else ()
        return {*below, *(SHARED.keys() - {"settings"})}
    below = LAYERS[: LAYERS.index(own) + 1]
    return {*below} if own == "domain" else {*below, *SHARED}


def is_pure(name: str) -> bool:
    """Return whether the domain may import this: core, itself, libraries and standard modules without I/O."""
    top = name.partition(".")[0]
    if top == "tablee":
        return name.startswith(("tablee.core.", "tablee.server.domain"))
    return top in PURE_LIBRARIES or (top in sys.stdlib_module_names and top not in NONDETERMINISTIC_MODULES)


def importable(module: str) -> list[str]:
    """Return the packages of the project that a module may import.

    The root package may import nothing, because everything imports it.
    """
    allowed = [f"tablee.{name}" for name in ALLOWED_PARTS.get(part(module), [])]
    if part(module) == "games":
        allowed.append(".".join(module.split(".")[:3]))
    return allowed


def part(module: str) -> str:
    return module.partition(".")[2].split(".")[0]


def test_no_part_imports_what_it_may_not() -> None:
    assert [] == [fault for source in sources("src/tablee") for fault in forbidden_imports(source)]


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
        ("server/app.py", "from tablee.cli import main"),
        ("elsewhere/page.py", "import tablee.core"),
        ("__init__.py", "from tablee.core import deal"),
    ],
)
def test_a_forbidden_import_is_found(path: str, line: str) -> None:
    assert forbidden_imports(Source(f"src/tablee/{path}", line))


@pytest.mark.parametrize(
    "path, line",
    [
        ("core/deal.py", "from . import compiled"),
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
def test_an_allowed_import_is_not_reported(path: str, line: str) -> None:
    assert [] == forbidden_imports(Source(f"src/tablee/{path}", line))


def test_no_layer_of_the_server_imports_a_higher_one() -> None:
    assert [] == [fault for source in sources("src/tablee/server") for fault in upward_imports(source)]


@pytest.mark.parametrize(
    "path, line",
    [
        ("domain/table.py", "import asyncio"),
        ("domain/table.py", "import time"),
        ("domain/table.py", "import secrets"),
        ("domain/table.py", "from tablee import games"),
        ("domain/table.py", "from tablee.bots import names"),
        ("domain/table.py", "from tablee.server.errors import NotStored"),
        ("domain/table.py", "from tablee.server.storage import schema"),
        ("storage/event_store.py", "from tablee.server.runtime.registry import TableRegistry"),
        ("runtime/registry.py", "from tablee.server.realtime.rooms import Rooms"),
        ("realtime/connection.py", "from tablee.server.http.visitors import visitor_id_of"),
        ("http/routes_tables.py", "from tablee.server.auth.accounts import Accounts"),
        ("auth/routes.py", "from tablee.server.app import make_app"),
        ("errors.py", "from tablee.server.domain.table import Table"),
    ],
)
def test_an_import_of_a_higher_layer_is_found(path: str, line: str) -> None:
    assert upward_imports(Source(f"src/tablee/server/{path}", line))


@pytest.mark.parametrize(
    "path, line",
    [
        ("domain/table.py", "from tablee.core.match import Match"),
        ("domain/table.py", "import msgspec"),
        ("storage/replay.py", "from tablee.server.domain.table import Table"),
        ("http/routes_tables.py", "from tablee.server.messages import Answer"),
        ("auth/routes.py", "from tablee.server.http.endpoint import Endpoint"),
        ("app.py", "from tablee.server.auth.routes import AccountRoutes"),
    ],
)
def test_an_import_of_a_lower_layer_is_allowed(path: str, line: str) -> None:
    assert [] == upward_imports(Source(f"src/tablee/server/{path}", line))


def imported_tests(source: Source) -> list[str]:
    """Return the imports of test modules in a file: what tests share has a module of its own."""
    return [
        f"{source.path} imports {name}"
        for name in source.imports()
        if any(part.startswith("test_") for part in name.split(".")[:-1])
    ]


def test_no_module_imports_a_test() -> None:
    assert [] == [fault for source in sources("src", "tests", "bench") for fault in imported_tests(source)]


@pytest.mark.parametrize(
    "line",
    [
        "from tests.server.test_table import GAME",
        "from tests.server.test_table import test_the_match_starts",
        "def late():\n    from .test_table import GAME",
    ],
)
def test_an_import_of_a_test_is_found(line: str) -> None:
    assert imported_tests(Source("tests/server/test_race.py", line))
