"""Read Python files as text and as syntax trees, for the tests of this folder."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
GAMES = "src/tablee/games"
NONDETERMINISTIC_MODULES = {
    "asyncio",
    "calendar",
    "concurrent",
    "datetime",
    "multiprocessing",
    "random",
    "sched",
    "secrets",
    "signal",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "timeit",
    "uuid",
}


@dataclass(frozen=True)
class Source:
    """A Python file: its path from the root of the project, and its text."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def is_package(self) -> bool:
        return self.path.endswith("/__init__.py")

    @property
    def is_test(self) -> bool:
        path = PurePosixPath(self.path)
        return path.name.startswith("test_") or "tests" in path.parts

    @property
    def module(self) -> str:
        """The import name: src/tablee/core/deal.py is tablee.core.deal."""
        name = self.path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
        return name.replace("/", ".")

    def imports(self) -> Iterator[str]:
        """Yield absolute names, as long as possible: `from ..core import deal` is tablee.core.deal."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield from (f"{self._origin(node)}.{alias.name}" for alias in node.names)

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node

    def _origin(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.module.split(".")
        climb = node.level - self.is_package
        base = parts[: len(parts) - climb]
        return ".".join([*base, node.module] if node.module else base)


def sources(*folders: str) -> list[Source]:
    """Return every Python file below these folders; none for a folder that does not exist."""
    return [read(path) for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


@cache
def read(path: Path) -> Source:
    """Return a Python file; it is parsed once for all tests of a process."""
    return Source(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))


def game_keys() -> list[str]:
    """Return the keys of all games, which are the names of their folders."""
    return sorted(path.parent.name for path in (ROOT / GAMES).glob("*/__init__.py"))


def committed_files() -> list[Path]:
    """Return the files that git tracks, or would track after `git add`, without deleted ones."""
    # git refuses a clone that belongs to another user, as in a container.
    trust = ["-c", f"safe.directory={ROOT}"]
    command = ["git", *trust, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout.decode().split("\0")
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]
