"""`python -m tests.web.screenshots`: take screenshots of every page and every board, into build/shots/.

Without options it takes all of them: every page, and every game at its start, in the middle, in a moment and
at the end, at each size, light and dark.
"""

import argparse
import html
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, BrowserContext, Page

from tablee import bots, games
from tablee.bots.bot import Budget
from tablee.core.deal import commitment
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.vocabulary import format_seat
from tests.web.browser import new_context, running_browser, running_server
from tests.web.layout import SIZES, viewport
from tests.web.matches import SHORT_OPTIONS, short_options
from tests.web.players import (
    CONFIRM,
    READY,
    SETTLED,
    TARGET,
    Person,
    TableSetup,
    by_mouse,
    game_keys,
    play_until,
    start_match,
)
from web.build import ROOT

FOLDER = ROOT / "build/shots"
PAGES = {"home": "/", "matches": "/matches", "credits": "/credits", "account": "/account", "house": "/house"}
GAME_PAGES = {"box": "", "rules": "/rules", "pieces": "/pieces", "pad": "/pad"}
THEMES = ("light", "dark")
STAGES = ("pages", "lobby", "start", "middle", "moment", "end")
BOTS = ("casual", "regular")
NAME = "Camille"
SEED, SALT = "shots", "salt"
# The share of a match that has been played in the screenshots of its middle.
MIDDLE = 0.535
# What a moment shows on the screen: a card over the table, or the check of a round.
MOMENT = ".moment .card, .mine-check"
# Timers do nothing while a moment is on the screen: it stays, and no other move is shown. The card would be
# replaced by the next story from the server, so a copy of it is left.
HOLD_MOMENTS = f"""
const later = window.setTimeout.bind(window);
window.setTimeout = (run, ms, ...rest) => later(() => document.querySelector("{MOMENT}") || run(...rest), ms);
new MutationObserver((_, observer) => {{
  const moment = document.querySelector(".moment .card")?.parentElement;
  if (!moment) return;
  observer.disconnect();
  moment.after(moment.cloneNode(true));
}}).observe(document, {{ subtree: true, childList: true }});
"""
CLOSE_CHECK = ".mine-check .next"
# Without the hints for new players. A choice is confirmed at a desk too, so that it can be seen.
SETTINGS = {"knowsTouching": True, "tips": False, "confirm": "always", "speed": "instant"}
MAX_CHOICES = 3
MAX_MATCHES = 4
TIMEOUT_S = 900.0
IMAGES = ROOT / "docs/images"
README_PHONES = ("islands", "clouds", "bonbons", "mine")
# In px.
README_WIDTH, README_GAP = 1660, 40
PALETTE_STEPS = 8
PIXEL_RATIO = 2

# Open pages, with the sizes at which their pictures are taken.
Pages = list[tuple[Page, Sequence[str]]]


@dataclass(frozen=True)
class Choice:
    """The screenshots to take."""

    games: Sequence[str]
    sizes: Sequence[str]
    themes: Sequence[str]
    stages: Sequence[str]
    language: str
    folder: Path
    readme: bool = False


class Photographer:
    """One person at a device with a touch screen and at a desk; the same cookie gives both the same seat.

    A page changes its size instead of being loaded at each. A desk has a page of its own: there a table opens
    with its panel beside it.
    """

    def __init__(self, browser: Browser, address: str, choice: Choice) -> None:
        self.choice = choice
        host = new_context(browser, address)
        host.request.get("/")
        state = host.storage_state()
        host.close()
        desk = [size for size in choice.sizes if size == "desk"]
        touch = [size for size in choice.sizes if size != "desk"]
        touching = {"has_touch": True, "is_mobile": True, "device_scale_factor": PIXEL_RATIO}
        self.devices: list[tuple[BrowserContext, Sequence[str]]] = [
            (self._context(browser, address, sizes, state, options), sizes)
            for sizes, options in ((touch, touching), (desk, {}))
            if sizes
        ]
        self.person = Person(self.devices[0][0], NAME)

    def _context(
        self, browser: Browser, address: str, sizes: Sequence[str], state: Any, options: dict[str, Any]
    ) -> BrowserContext:
        shape = {"viewport": viewport(sizes[0]), "storage_state": state, **options}
        context = new_context(browser, address, language=self.choice.language, **shape)
        context.add_init_script(f"localStorage.tablee = {json.dumps(json.dumps(SETTINGS))}")
        return context

    def open(self, path: str) -> Pages:
        """Open a page at each device."""
        pages = [(context.new_page(), sizes) for context, sizes in self.devices]
        for page, _ in pages:
            page.goto(path)
        return pages

    def take(self, name: str, pages: Pages, full_page: bool = False) -> None:
        """Take the pictures of open pages: of the full page, or of the visible part."""
        for page, sizes in pages:
            wait_until_drawn(page)
            self.shoot(page, name, sizes, full_page)

    def take_page(self, name: str, path: str) -> None:
        """Open a page, take its pictures and close it."""
        pages = self.open(path)
        self.take(name, pages, full_page=True)
        close(pages)

    def shoot(self, page: Page, name: str, sizes: Sequence[str], full_page: bool = False) -> None:
        """Take one picture of an open page for each size and theme."""
        for size in sizes:
            page.set_viewport_size(viewport(size))
            for theme in self.choice.themes:
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                page.evaluate(SETTLED)
                file = f"{name}-{size.replace(' ', '-')}-{theme}.png"
                page.screenshot(path=self.choice.folder / file, full_page=full_page)

    def take_moment(self, key: str) -> None:
        """Play matches at the page until a moment is shown, and take its pictures."""
        for context, sizes in self.devices:
            person = Person(context, self.person.name, by_confirming)
            person.page.add_init_script(HOLD_MOMENTS)
            for _ in range(MAX_MATCHES):
                person.open(start_match(setup_of(key), [person]))
                if play_until_moment(person):
                    self.shoot(person.page, f"{key}-moment", sizes)
                    break
            person.page.close()


def by_confirming(person: Person, words: Sequence[str]) -> None:
    """Confirm the move that waits for it, or else click a random target."""
    by_mouse(person, [] if person.page.locator(CONFIRM).count() else words)


def play_until_moment(person: Person) -> bool:
    """Touch targets until a moment is on the screen; return False if the match ends without one."""
    moment = person.page.locator(MOMENT)
    play_until([person], lambda: person.is_over or bool(moment.count()))
    return bool(moment.count())


def close(pages: Pages) -> None:
    """Close all pages."""
    for page, _ in pages:
        page.close()


def wait_until_drawn(page: Page) -> None:
    """Wait until the network is idle, and the points of a finished match are counted."""
    page.locator("main, .screen").first.wait_for()
    page.wait_for_load_state("networkidle")
    close_check(page)
    page.locator(".finale .waiting").wait_for(state="detached")


def close_check(page: Page) -> None:
    """Close the check of a round if it is shown."""
    for button in page.locator(CLOSE_CHECK).all():
        button.click()


def choose(page: Page) -> None:
    """Touch targets until a move waits to be confirmed."""
    wait_until_drawn(page)
    for _ in range(MAX_CHOICES):
        targets = page.locator(TARGET)
        if page.locator(READY).count() or not targets.count():
            return
        targets.nth(targets.count() // 2).click()


def capture_game(photographer: Photographer, key: str) -> None:
    """Capture the pages of a game, and its table at the chosen stages."""
    stages, person = photographer.choice.stages, photographer.person
    if "pages" in stages:
        for name, page in GAME_PAGES.items():
            photographer.take_page(f"{key}-{name}", f"/games/{key}{page}")
    if "lobby" in stages:
        lobby = post(person, "/api/tables", {"game": key, "seats": 3, "name": person.name})
        photographer.take_page(f"{key}-lobby", f"/t/{lobby}")
    if "moment" in stages:
        photographer.take_moment(key)
    if not {"start", "middle", "end"}.isdisjoint(stages):
        capture_match(photographer, key)


def capture_match(photographer: Photographer, key: str) -> None:
    """Capture the stages of a match. Its middle and its end are those of a match that bots have played."""
    stages, person = photographer.choice.stages, photographer.person
    if "start" in stages:
        table = start_match(setup_of(key), [person])
        wait_for_turn(person, table)
        capture_table(photographer, f"{key}-start", table)
    played = played_match(key)
    finished = post(person, "/api/device-matches", {"record": device_record(played), "seat": 0})
    if "middle" in stages:
        body = {"ply": round(MIDDLE * played.ply), "name": person.name, "seat": 0}
        table = post(person, f"/api/tables/{finished}/play-on", body)
        capture_middle(photographer, key, table, is_race=bool(played.state.race_results()))
    if "end" in stages:
        capture_table(photographer, f"{key}-end", finished)


def capture_table(photographer: Photographer, name: str, table: str) -> None:
    """Capture the screen of a table as it is."""
    pages = photographer.open(f"/t/{table}")
    photographer.take(name, pages)
    close(pages)


def capture_middle(photographer: Photographer, key: str, table: str, is_race: bool) -> None:
    """Make one move and wait for those of others, which the ribbon then tells; capture the next choice.

    In a race touch nothing, because the bots do not wait.
    """
    person = photographer.person
    wait_for_turn(person, table)
    pages = photographer.open(f"/t/{table}")
    for page, _ in pages:
        wait_until_drawn(page)
    if not is_race:
        choose(pages[0][0])
        if pages[0][0].locator(CONFIRM).count():
            pages[0][0].locator(CONFIRM).click()
            wait_for_turn(person, table)
    for page, _ in pages:
        page.locator(TARGET).or_(page.locator(READY)).first.wait_for()
        if not is_race:
            choose(page)
    photographer.take(f"{key}-middle", pages)
    close(pages)


def played_match(key: str) -> Match:
    """Return a whole match of three seats, played by a fast bot."""
    game = games.load(key)
    match, rng, bot = Match(game, 1 + len(BOTS), SEED), Rng(SEED), bots.load("greedy", game)
    while match.state.actors():
        seats = [seat for seat in match.state.actors() if seat != CLOCK]
        seat = seats[rng.below(len(seats))] if seats else CLOCK
        move = bots.choose(bot, match.state, seat, Budget(), rng) if seats else match.state.moves(CLOCK)[0]
        match.play(seat, game.format(move))
    return match


def device_record(match: Match) -> str:
    """Return the record of a match as a device exports it: Camille against bots."""
    seats = {f"seat {format_seat(at)}": f"bot {bot}" for at, bot in enumerate(BOTS, start=1)}
    notes = {"table": "x" * 16, "promise": commitment(SEED, SALT), "secret": SEED, "device": "yes"}
    return match.record(SALT, {**notes, "seat A": f"person {NAME}", **seats}).text()


def post(person: Person, path: str, body: dict[str, Any]) -> str:
    """Send a request that creates a table and return its id. Raise AssertionError if it is refused."""
    answer = person.context.request.post(path, data=body)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    return table


def setup_of(key: str) -> TableSetup:
    """Return a table of one person and bots, with the shortest timer of a game that has one."""
    return TableSetup(key, 1, BOTS, {"lamp": SHORT_OPTIONS["lamp"]} if "lamp" in short_options(key) else {})


def wait_for_turn(person: Person, table: str) -> None:
    """Wait until the person may move or the match is over."""
    wait_for_view(person, table, lambda view: bool(view["moves"]) or view["outcome"] is not None)


def wait_for_view(person: Person, table: str, done: Callable[[dict[str, Any]], bool]) -> None:
    """Wait while bots play, until the condition holds for the view. Raise TimeoutError after TIMEOUT_S."""
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


def write_readme_images(folder: Path) -> None:
    """Write the pictures of README.md from those of the middle of each game: a desk, and four phones."""
    desk = Image.open(folder / "islands-middle-desk-light.png")
    small(desk, desk.width).save(IMAGES / "islands.png", optimize=True)
    phones = [Image.open(folder / f"{key}-middle-phone-light.png") for key in README_PHONES]
    width, height = phones[0].size
    row = Image.new(
        "RGB", (README_GAP + (width + README_GAP) * len(phones), height + 2 * README_GAP), "#fcf4e9"
    )
    corners = Image.new("L", (width, height))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, width, height), README_GAP, fill=255)
    for at, phone in enumerate(phones):
        row.paste(phone, (README_GAP + (width + README_GAP) * at, README_GAP), corners)
    small(row, README_WIDTH).save(IMAGES / "phones.png", optimize=True)


def small(picture: Image.Image, width: int) -> Image.Image:
    """Return a picture at a width, with 256 colours."""
    height = round(picture.height * width / picture.width)
    resized = picture.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    # The nearest colours by k-means: a palette of the most frequent ones alone loses small things.
    return resized.quantize(256, kmeans=PALETTE_STEPS, dither=Image.Dither.NONE)


def parse_choice() -> Choice:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.screenshots", description=__doc__)
    parser.add_argument("--game", choices=sorted(game_keys()), action="append")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--stage", choices=STAGES, action="append")
    parser.add_argument("--language", default="fr")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--readme", action="store_true", help="renew the pictures of README.md")
    given = parser.parse_args()
    if given.readme:
        given.size, given.theme, given.stage = ["phone", "desk"], ["light"], ["middle"]
    return Choice(
        given.game or list(game_keys()),
        given.size or list(SIZES),
        given.theme or THEMES,
        given.stage or STAGES,
        given.language,
        given.folder,
        given.readme,
    )


def main() -> None:
    """Delete the old screenshots and take the chosen ones."""
    choice = parse_choice()
    choice.folder.mkdir(parents=True, exist_ok=True)
    for old in choice.folder.glob("*.png"):
        old.unlink()
    with (
        running_server("--clock", "0.2", "--seed", "shots", pace=0.1) as address,
        running_browser() as browser,
    ):
        photographer = Photographer(browser, address, choice)
        if "pages" in choice.stages:
            for name, path in PAGES.items():
                photographer.take_page(name, path)
        for key in choice.games:
            capture_game(photographer, key)
    write_index(choice.folder)
    if choice.readme:
        write_readme_images(choice.folder)
    print(f"{len(list(choice.folder.glob('*.png')))} screenshots: {choice.folder / 'index.html'}")


if __name__ == "__main__":
    main()
