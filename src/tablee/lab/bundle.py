"""What tasks take along to another process or machine: the files of bots, and what must be equal there."""

from __future__ import annotations

import hashlib
import pickle
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from tempfile import mkdtemp
from threading import RLock
from types import MappingProxyType, ModuleType
from typing import Any

from tablee import FOLDER, __version__, bots, digest, games
from tablee.bots import Bot
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.lab.executors import Engine, Task

# The parts of the package that decide results.
PARTS = ("bots", "core", "games", "lab")
HASH_LENGTH = 12
# Threads of a Dask worker share modules and unpacked files.
LOCK = RLock()
# Where the files of bots lie for the task of this thread, by the path that names the bot.
COPIES: ContextVar[Mapping[str, Path]] = ContextVar("COPIES", default=MappingProxyType({}))


@cache
def code_digest() -> str:
    """Return a hash of the sources and weights that decide results, equal for compiled and plain rules."""
    patterns = [*(f"{part}/**/*.py" for part in PARTS), "games/*/ai/weights*.json"]
    files = [file for pattern in patterns for file in FOLDER.glob(pattern)]
    kept = [file for file in files if "tests" not in file.relative_to(FOLDER).parts]
    return digest(sorted(kept, key=lambda file: file.relative_to(FOLDER).as_posix()))[:HASH_LENGTH]


def conditions(key: str) -> dict[str, str]:
    """Return what must be equal for equal results of a game: version, sources and weights, pieces."""
    return {"tablee": __version__, "code": code_digest(), "pieces": games.load(key).pieces.fingerprint}


@dataclass(frozen=True)
class Bundle:
    """Conditions of a game, and files: each file of bots in a folder of its own, with those beside it.

    `copies` has the path inside the bundle for each path of a file of bots, `files` the bytes for each path
    inside the bundle, and `digest` is a hash of them, "" without files. `is_needed_here`: whether bots need
    the copies on this machine too, because some of the files beside them were given by the caller of `pack`.
    """

    key: str
    conditions: Mapping[str, str]
    copies: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    digest: str = ""
    is_needed_here: bool = False

    def sent_to(self, engine: Engine) -> Bundle:
        """Return what an engine needs of the bundle: on this machine usually no files."""
        if engine.is_remote or self.is_needed_here:
            return self
        return Bundle(self.key, self.conditions)


def pack(key: str, names: Iterable[str] = (), beside: Sequence[Path] = ()) -> Bundle:
    """Return the bundle of a game, with the files of the named bots and others that lie beside each of them.

    Raises Illegal if one of the others is no file, or two have the same name.
    """
    others: dict[str, bytes] = {}
    for file in beside:
        if file.name in others or not file.is_file():
            raise Illegal("bad-file-beside", file=str(file))
        others[file.name] = file.read_bytes()
    copies: dict[str, str] = {}
    files: dict[str, bytes] = {}
    for path in dict.fromkeys(name.rpartition(":")[0] for name in names):
        if Path(path).is_file():
            folder = f"bots_{len(copies)}"
            copies[path] = f"{folder}/{Path(path).name}"
            files |= {f"{folder}/{name}": content for name, content in others.items()}
            files[copies[path]] = Path(path).read_bytes()
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        total.update(f"{path} {len(content)} ".encode() + content)
    name = total.hexdigest()[:HASH_LENGTH] if files else ""
    return Bundle(key, conditions(key), copies, files, name, is_needed_here=bool(others))


def run_bundled(
    engine: Engine, function: Callable[..., Any], tasks: Iterable[tuple[Bundle, Task]]
) -> Iterator[tuple[int, Any]]:
    """Run tasks on an engine, each with its bundle; yield numbers and results as `Engine` does.

    Raises Illegal if a worker has another version, other sources or other pieces.
    """
    return engine.run(
        run_task, ((bundle.sent_to(engine), pickle.dumps((function, task))) for bundle, task in tasks)
    )


def run_task(bundle: Bundle, pickled: bytes) -> Any:
    """Run a task in a worker, with the files of the bundle.

    The task is unpickled only once the conditions are known to be equal: another version may not be able to.
    """
    here = conditions(bundle.key)
    if here != bundle.conditions:
        found, wanted = (
            ", ".join(f"{name} {value}" for name, value in each.items()) for each in (here, bundle.conditions)
        )
        raise Illegal("other-conditions", found=found, wanted=wanted)
    with using(bundle):
        function, task = pickle.loads(pickled)
        return function(*task)


@contextmanager
def using(bundle: Bundle) -> Iterator[None]:
    """Let `load_bot` find the files of bots in the bundle."""
    folder = unpack(bundle) if bundle.files else Path()
    token = COPIES.set({path: folder / copy for path, copy in bundle.copies.items()})
    try:
        yield
    finally:
        COPIES.reset(token)


UNPACKED: dict[str, Path] = {}


def unpack(bundle: Bundle) -> Path:
    """Write the files of a bundle to a new folder, once in a process, and return the folder."""
    with LOCK:
        if bundle.digest not in UNPACKED:
            folder = Path(mkdtemp(prefix="tablee-"))
            # Also at the end of a process of a pool, which does not run functions of `atexit`.
            Finalize(None, shutil.rmtree, (folder, True), exitpriority=0)
            for path, content in bundle.files.items():
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_bytes(content)
            UNPACKED[bundle.digest] = folder
        return UNPACKED[bundle.digest]


MODULES: dict[Path, ModuleType] = {}


def load_bot(name: str, game: Game, memory_seed: str = "") -> Bot:
    """Return a bot as `bots.load` does; a file of bots is executed once in a process, see `forget_modules`.

    A network that the file loads is then loaded once, too.
    """
    path, _, function = name.rpartition(":")
    file = COPIES.get().get(path, Path(path))
    if not file.is_file():
        return bots.load(name, game, memory_seed)
    with LOCK:
        if file not in MODULES:
            MODULES[file] = bots.load_module(file)
        return bots.bot_in(MODULES[file], function)


def forget_modules() -> None:
    """Let files of bots be executed anew: they, or files that they read, may have changed."""
    MODULES.clear()
