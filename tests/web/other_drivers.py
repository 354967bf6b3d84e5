"""Drive Debian's Firefox and WebKitGTK in windows of a virtual screen, through one small interface.

Neither is needed by the test suite, so their packages are imported only here and by name.
"""

import importlib
import os
import shutil
import struct
import subprocess
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

# The size of the virtual screen in px.
SCREEN = (1500, 1100)
# Generous, for a busy machine.
TIMEOUT_S = 900
WEBKIT_BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
NEEDED = """needs Debian's packages firefox-esr, webkit2gtk-driver and xvfb,
and from PyPI marionette_driver and selenium (4.51 runs with Python 3.11)"""
# One step of a pointer: ("move", x, y) in px of the viewport, ("down",) or ("up",).
PointerStep = tuple[Any, ...]


class Driver(Protocol):
    """A browser with one window."""

    name: str

    def resize(self, width: int, height: int) -> None:
        """Give the page a viewport of this size in px."""

    def open(self, address: str) -> None:
        """Load a page and wait for it."""

    def run(self, script: str, *values: Any) -> Any:
        """Call a JavaScript function in the page, await its result and return it."""

    def point(self, *steps: PointerStep) -> None:
        """Move and press the mouse; the button stays down between calls."""

    def press(self, key: str) -> None:
        """Press and release a key, by its code point in WebDriver."""

    def close(self) -> None:
        """End the browser."""


# A window of Firefox cannot be as narrow as a phone: the page is made narrow inside it.
RESIZE_PAGE = """
const [width, height] = arguments;
Object.assign(gBrowser.selectedBrowser.style, {
  width: `${width}px`, height: `${height}px`, maxWidth: "none", flex: "none",
});
"""
# The last argument of an asynchronous script is the function that ends it.
CALL = """
const values = [...arguments], done = values.pop();
Promise.resolve((%s)(...values)).then(done, (error) => done({ error: String(error) }));
"""


def result(value: Any) -> Any:
    """Return the result of a script; raise RuntimeError if it threw."""
    if isinstance(value, dict) and value.keys() == {"error"}:
        raise RuntimeError(value["error"])
    return value


class Firefox:
    """Firefox, by Marionette."""

    name = "firefox"

    def __init__(self) -> None:
        marionette = importlib.import_module("marionette_driver.marionette")
        path = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or "firefox"
        # Marionette removes the file of that name before it writes its own: it must not be a device.
        log = Path(tempfile.mkdtemp()) / "gecko.log"
        self.session = marionette.Marionette(
            bin=path, prefs={"intl.accept_languages": "fr"}, startup_timeout=TIMEOUT_S, gecko_log=str(log)
        )
        self.session.start_session()
        self.session.timeout.script = TIMEOUT_S
        self.session.set_window_rect(x=0, y=0, width=SCREEN[0], height=SCREEN[1])

    def resize(self, width: int, height: int) -> None:
        """See Driver."""
        with self.session.using_context("chrome"):
            self.session.execute_script(RESIZE_PAGE, script_args=(width, height))

    def open(self, address: str) -> None:
        """See Driver."""
        self.session.navigate(address)

    def run(self, script: str, *values: Any) -> Any:
        """See Driver."""
        # Without a sandbox the script sees the objects of the page.
        return result(self.session.execute_async_script(CALL % script, script_args=values, sandbox=None))

    def point(self, *steps: PointerStep) -> None:
        """See Driver."""
        sequence = self.session.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
        for kind, *place in steps:
            if kind == "move":
                sequence.pointer_move(*map(round, place))
            else:
                sequence.pointer_down() if kind == "down" else sequence.pointer_up()
        sequence.perform()

    def press(self, key: str) -> None:
        """See Driver."""
        self.session.actions.sequence("key", "keyboard").key_down(key).key_up(key).perform()

    def close(self) -> None:
        """See Driver."""
        self.session.delete_session()
        self.session.cleanup()


class WebKit:
    """WebKitGTK's MiniBrowser, by WebDriver."""

    name = "webkit"

    def __init__(self) -> None:
        webdriver = importlib.import_module("selenium.webdriver")
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(next(Path("/").glob(WEBKIT_BROWSERS.lstrip("/"))))
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(shutil.which("WebKitWebDriver"))
        self.session = webdriver.WebKitGTK(options=options, service=service)
        self.session.set_script_timeout(TIMEOUT_S)

    def resize(self, width: int, height: int) -> None:
        """See Driver."""
        # The window has a bar above the page. It has the focus if it is in the middle, where the pointer is.
        size = self.run("() => [innerWidth, innerHeight]")
        window = self.session.get_window_size()
        width += window["width"] - size[0]
        height += window["height"] - size[1]
        self.session.set_window_rect(x=(SCREEN[0] - width) // 2, y=0, width=width, height=height)

    def open(self, address: str) -> None:
        """See Driver."""
        self.session.get(address)

    def run(self, script: str, *values: Any) -> Any:
        """See Driver."""
        return result(self.session.execute_async_script(CALL % script, *values))

    def point(self, *steps: PointerStep) -> None:
        """See Driver."""
        actions: list[dict[str, Any]] = []
        for kind, *place in steps:
            if kind == "move":
                x, y = map(round, place)
                actions.append({"type": "pointerMove", "x": x, "y": y, "duration": 10, "origin": "viewport"})
            else:
                actions.append({"type": "pointerDown" if kind == "down" else "pointerUp", "button": 0})
        self._act({"type": "pointer", "parameters": {"pointerType": "mouse"}, "actions": actions})

    def press(self, key: str) -> None:
        """See Driver."""
        actions = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self._act({"type": "key", "actions": actions})

    def _act(self, source: dict[str, Any]) -> None:
        self.session.execute("actions", {"actions": [{"id": source["type"], **source}]})

    def close(self) -> None:
        """See Driver."""
        self.session.quit()


DRIVERS: dict[str, Callable[[], Driver]] = {"firefox": Firefox, "webkit": WebKit}


class Screen:
    """A virtual screen, whose pixels Xvfb keeps in a file."""

    def __init__(self, folder: str) -> None:
        self.file = Path(folder) / "Xvfb_screen0"

    def save(self, file: Path) -> None:
        """Write a PNG of what is on the screen: Firefox's own screenshots lack tiles in three dimensions."""
        image = self.file.read_bytes()
        header = struct.unpack(">25I", image[:100])
        start, width, height, row, colours = header[0], header[4], header[5], header[12], header[19]
        pixels = image[start + 12 * colours :]
        lines = b"".join(b"\0" + rgb(pixels[at * row : at * row + 4 * width]) for at in range(height))
        size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        parts = [chunk(b"IHDR", size), chunk(b"IDAT", zlib.compress(lines)), chunk(b"IEND", b"")]
        file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def rgb(line: bytes) -> bytes:
    """Convert a line of pixels of four bytes (blue, green, red, unused) to three (red, green, blue)."""
    found = bytearray(len(line) // 4 * 3)
    found[0::3], found[1::3], found[2::3] = line[2::4], line[1::4], line[0::4]
    return bytes(found)


def chunk(kind: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@contextmanager
def running_driver(name: str) -> Iterator[tuple[Driver, Screen]]:
    """Start a browser by its name in DRIVERS, on a virtual screen."""
    with virtual_screen() as screen:
        try:
            driver = DRIVERS[name]()
        except (ImportError, StopIteration) as missing:
            raise SystemExit(f"{name} {NEEDED}") from missing
        try:
            yield driver, screen
        finally:
            driver.close()


@contextmanager
def virtual_screen() -> Iterator[Screen]:
    """Start Xvfb and show windows there."""
    before = os.environ.get("DISPLAY")
    with tempfile.TemporaryDirectory() as folder, xvfb(folder) as process:
        assert process.stdout
        os.environ["DISPLAY"] = f":{process.stdout.readline().strip()}"
        # WebKit takes the language of the page from it.
        os.environ["LANGUAGE"] = "fr"
        narrow_bar(Path(folder))
        try:
            yield Screen(folder)
        finally:
            process.terminate()
            os.environ.pop("DISPLAY")
            if before is not None:
                os.environ["DISPLAY"] = before


def narrow_bar(folder: Path) -> None:
    """Let the bar of WebKit's window be as narrow as a phone, by a style sheet of GTK."""
    style = folder / "gtk-3.0/gtk.css"
    style.parent.mkdir()
    style.write_text("* { min-width: 0; padding: 0; margin: 0; font-size: 5px; }")
    os.environ["XDG_CONFIG_HOME"] = str(folder)


def xvfb(folder: str) -> subprocess.Popen[str]:
    """Start Xvfb, which prints the number of its display."""
    size = "{}x{}x24".format(*SCREEN)
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", size, "-nolisten", "tcp", "-fbdir", folder]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
