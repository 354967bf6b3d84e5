"""`python -m tests.web.shots`: pictures of every page and every board, into build/shots/."""

import argparse
import html
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tablee import games
from tests.web.browser import DESK, PHONE, browsing, serving, visitor
from tests.web.people import Person, Sitting, keys, set_up
from web.build import ROOT

FOLDER = ROOT / "build/shots"
PAGES = {"shelf": "/", "credits": "/credits", "account": "/account", "house": "/house"}
GAME_PAGES = {"box": "", "rules": "/rules", "pieces": "/pieces", "pad": "/pad"}
TELEPHONE: dict[str, Any] = {
    "viewport": PHONE,
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
LOOKS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK},
    "phone": TELEPHONE,
    "desk-dark": {"viewport": DESK, "color_scheme": "dark"},
    "phone-dark": {**TELEPHONE, "color_scheme": "dark"},
}
LIGHT = ("desk", "phone")
# A match is photographed when about this share of it is over.
MIDDLE = 0.55
PATIENCE = 120.0


class Camera:
    """Somebody whose browsers all carry the same name, so that each sees the same seat."""

    def __init__(self, browser: Browser, address: str) -> None:
        host = visitor(browser, address)
        host.request.get("/")
        kept = host.storage_state()
        host.close()
        self.contexts: dict[str, BrowserContext] = {
            look: visitor(browser, address, storage_state=kept, reduced_motion="reduce", **options)
            for look, options in LOOKS.items()
        }
        for context in self.contexts.values():
            # Whoever looks at pictures has seen the note for newcomers.
            context.add_init_script("""localStorage.setItem("tablee", '{"knowsTouching": true}')""")
        self.person = Person(self.contexts["desk"], "Camille")

    def take(self, name: str, path: str, looks: tuple[str, ...] = LIGHT, whole: bool = True) -> None:
        """One picture for each look; `whole` is the page down to its end."""
        for look in looks:
            page = self.contexts[look].new_page()
            page.goto(path)
            settle(page)
            page.screenshot(path=FOLDER / f"{name}-{look}.png", full_page=whole)
            page.close()


def settle(page: Page) -> None:
    """Everything is loaded and drawn."""
    page.locator("main").wait_for()
    page.wait_for_load_state("networkidle")
    page.evaluate("() => document.fonts.ready.then(() => true)")


def shoot_game(camera: Camera, key: str) -> None:
    """The box, its pages, the table before, in the middle, and at the end."""
    for name, page in GAME_PAGES.items():
        camera.take(f"{key}-{name}", f"/games/{key}{page}")
    person = camera.person
    body = {"game": key, "seats": 3, "name": person.name}
    lobby = person.context.request.post("/api/tables", data=body).json()["id"]
    camera.take(f"{key}-lobby", f"/t/{lobby}")
    table = set_up(Sitting(key, 1, ["regular", "regular"]), [person])
    person.ask(table, "leave")
    let_play(person, table, lambda view: view["ply"] >= MIDDLE * usual_length(key))
    person.ask(table, "return")
    let_play(person, table, lambda view: bool(view["moves"]) or view["outcome"] is not None)
    camera.take(f"{key}-middle", f"/t/{table}", tuple(LOOKS), whole=False)
    person.ask(table, "leave")
    let_play(person, table, lambda view: view["outcome"] is not None)
    camera.take(f"{key}-end", f"/t/{table}", tuple(LOOKS))


def usual_length(key: str) -> int:
    """How many plies the first recorded match of a game has."""
    record = next(iter(sorted((ROOT / "src/tablee/games" / key).rglob("golden/*.txt"))))
    return games.replay(record.read_text("utf-8")).ply


def let_play(person: Person, table: str, done: Callable[[dict[str, Any]], bool]) -> None:
    """A bot sits in until it is so."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        view = person.context.request.get(f"/api/tables/{table}").json()["view"]
        if done(view):
            return
        time.sleep(0.05)
    raise TimeoutError(f"{table} is not so far after {PATIENCE} s")


def write_index(folder: Path) -> None:
    """All pictures on one page."""
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
    """Everything, anew."""
    argparse.ArgumentParser(prog="python -m tests.web.shots", description=__doc__).parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with serving("--clock", "0.2", "--seed", "shots", pace=0.1) as address, browsing() as browser:
        camera = Camera(browser, address)
        for name, path in PAGES.items():
            camera.take(name, path, tuple(LOOKS) if name == "shelf" else LIGHT)
        for key in keys():
            shoot_game(camera, key)
    write_index(FOLDER)
    print(f"{len(list(FOLDER.glob('*.png')))} pictures: {FOLDER / 'index.html'}")


if __name__ == "__main__":
    main()
