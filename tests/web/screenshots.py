"""`python -m tests.web.screenshots`: take screenshots of every page and every board, into build/shots/."""

import argparse
import html
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tablee import games
from tests.web.browser import DESKTOP, PHONE, new_context, running_browser, running_server
from tests.web.players import Person, TableSetup, game_keys, start_match
from web.build import ROOT

FOLDER = ROOT / "build/shots"
PAGES = {"home": "/", "matches": "/matches", "credits": "/credits", "account": "/account", "house": "/house"}
GAME_PAGES = {"box": "", "rules": "/rules", "pieces": "/pieces", "pad": "/pad"}
PHONE_OPTIONS: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
VARIANTS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESKTOP},
    "phone": PHONE_OPTIONS,
    "desk-dark": {"viewport": DESKTOP, "color_scheme": "dark"},
    "phone-dark": {**PHONE_OPTIONS, "color_scheme": "dark"},
}
LIGHT_VARIANTS = ("desk", "phone")
# The share of a match that has been played in the screenshots of its middle.
MIDDLE = 0.55
TIMEOUT_S = 120.0


class Photographer:
    """One person with a browser context for each variant; the same cookie gives all of them the same seat."""

    def __init__(self, browser: Browser, address: str) -> None:
        host = new_context(browser, address)
        host.request.get("/")
        state = host.storage_state()
        host.close()
        self.contexts: dict[str, BrowserContext] = {
            variant: new_context(browser, address, storage_state=state, **options)
            for variant, options in VARIANTS.items()
        }
        for context in self.contexts.values():
            # Without the hint for new players.
            context.add_init_script("""localStorage.setItem("tablee", '{"knowsTouching": true}')""")
        self.person = Person(self.contexts["desk"], "Camille")

    def take(
        self, name: str, path: str, variants: tuple[str, ...] = LIGHT_VARIANTS, full_page: bool = True
    ) -> None:
        """Take one screenshot for each variant: of the full page, or of the visible part."""
        for variant in variants:
            page = self.contexts[variant].new_page()
            page.goto(path)
            wait_until_drawn(page)
            page.screenshot(path=FOLDER / f"{name}-{variant}.png", full_page=full_page)
            page.close()


def wait_until_drawn(page: Page) -> None:
    """Wait until the network is idle and the fonts are loaded."""
    page.locator("main").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => true)")


def capture_game(photographer: Photographer, key: str) -> None:
    """Capture the pages of a game, and a table before the start, in the middle and at the end."""
    for name, page in GAME_PAGES.items():
        photographer.take(f"{key}-{name}", f"/games/{key}{page}")
    person = photographer.person
    body = {"game": key, "seats": 3, "name": person.name}
    lobby = person.context.request.post("/api/tables", data=body).json()["id"]
    photographer.take(f"{key}-lobby", f"/t/{lobby}")
    table = start_match(TableSetup(key, 1, ["regular", "regular"]), [person])
    person.send_command(table, "leave")
    play_until_view(person, table, lambda view: view["ply"] >= MIDDLE * typical_plies(key))
    person.send_command(table, "return")
    play_until_view(person, table, lambda view: bool(view["moves"]) or view["outcome"] is not None)
    photographer.take(f"{key}-middle", f"/t/{table}", tuple(VARIANTS), full_page=False)
    person.send_command(table, "leave")
    play_until_view(person, table, lambda view: view["outcome"] is not None)
    photographer.take(f"{key}-end", f"/t/{table}", tuple(VARIANTS))


def typical_plies(key: str) -> int:
    """Return the number of plies in the first golden record of a game."""
    record = next(iter(sorted((ROOT / "src/tablee/games" / key).glob("**/golden/*.txt"))))
    return games.replay(record.read_text("utf-8")).ply


def play_until_view(person: Person, table: str, done: Callable[[dict[str, Any]], bool]) -> None:
    """Wait while bots play, until the condition holds for the view. Raise TimeoutError after two minutes."""
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        view = person.context.request.get(f"/api/tables/{table}").json()["view"]
        if done(view):
            return
        time.sleep(0.05)
    raise TimeoutError(f"{table} has not reached the view after {TIMEOUT_S} s")


def write_index(folder: Path) -> None:
    """Write an HTML page with all screenshots of a folder."""
    figures = [
        f'<figure><a href="{name}"><img src="{name}" loading="lazy" alt=""></a>'
        f"<figcaption>{name}</figcaption></figure>"
        for name in (html.escape(file.name) for file in sorted(folder.glob("*.png")))
    ]
    style = (
        "body{display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}img{height:420px;border:1px solid #999}"
    )
    text = (
        f'<!doctype html><meta charset="utf-8"><title>Tablée</title><style>{style}</style>{"".join(figures)}'
    )
    (folder / "index.html").write_text(text, "utf-8")


def main() -> None:
    """Delete the old screenshots and take all of them again."""
    argparse.ArgumentParser(prog="python -m tests.web.screenshots", description=__doc__).parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with (
        running_server("--clock", "0.2", "--seed", "shots", pace=0.1) as address,
        running_browser() as browser,
    ):
        photographer = Photographer(browser, address)
        for name, path in PAGES.items():
            photographer.take(name, path, tuple(VARIANTS) if name == "home" else LIGHT_VARIANTS)
        for key in game_keys():
            capture_game(photographer, key)
    write_index(FOLDER)
    print(f"{len(list(FOLDER.glob('*.png')))} screenshots: {FOLDER / 'index.html'}")


if __name__ == "__main__":
    main()
