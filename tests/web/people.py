"""People with browsers: they play any game by what may be touched, and remember all that reached them."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, WebSocket
from playwright.sync_api import Error as Missed

from tablee import games
from tablee.core.rng import Rng
from tests.web.browser import visitor

TARGET = '[data-thing][data-state="target"]'
READY = '[data-thing][data-state="ready"]'
# Somebody who cannot touch what may be touched, so often in a row, is stuck.
STUBBORN = 12
TOUCH_MS = 2_500
FRUITLESS = 150
PAUSE_MS = 15
LONGEST_MATCH = 30_000


class Stuck(AssertionError):
    """Something may be touched, and cannot be."""


@dataclass(frozen=True)
class Sitting:
    """A table to be set up: who is a bot, and what is chosen so that it does not last all night."""

    game: str
    people: int
    bots: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)


class Person:
    """Somebody at a table. `way` is how they touch things."""

    def __init__(self, context: BrowserContext, name: str, way: "Way | None" = None) -> None:
        self.context = context
        self.name = name
        self.way = way or by_mouse
        self.rng = Rng(name)
        self.page = context.new_page()
        self.updates: list[dict[str, Any]] = []
        self._latest: dict[WebSocket, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []
        self.faults: list[str] = []
        self.sockets = 0
        self.touches = 0
        self.failures = 0
        self.ply = self.idle = 0
        self._waiting: set[str] = set()
        self.page.on("websocket", self._connected)
        self.page.on("pageerror", lambda wrong: self.faults.append(str(wrong)))

    # What reaches them

    def _connected(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self._heard(socket, json.loads(frame)))
        socket.on("close", self._closed)
        socket.on("framesent", lambda frame: self._said(json.loads(frame)))

    def _closed(self, socket: WebSocket) -> None:
        self._latest.pop(socket, None)
        # What was not answered yet is sent again by the page, if that is still there.
        self._waiting.clear()

    def _said(self, wish: dict[str, Any]) -> None:
        if wish["t"] == "play":
            self._waiting.add(wish["id"])

    def _heard(self, socket: WebSocket, message: dict[str, Any]) -> None:
        if message["t"] == "update":
            self.updates.append(message)
            self._latest[socket] = message
        elif message["t"] in ("answer", "refused"):
            self._waiting.discard(message["id"])
            if message["t"] == "refused":
                self.refusals.append(message)

    @property
    def view(self) -> dict[str, Any]:
        """What they see now."""
        shown: dict[str, Any] = self.updates[-1]["view"]
        return shown

    @property
    def may_move(self) -> bool:
        """Whether they, or somebody else at this device, have a choice, and no move is on its way."""
        choices = [update["view"] and update["view"]["moves"] for update in self._latest.values()]
        return any(choices) and not self._waiting

    @property
    def is_over(self) -> bool:
        """Whether they know that the match is over."""
        return bool(self.updates) and self.updates[-1]["table"]["status"] == "over"

    # What they do

    def ask(self, table: str, wish: str, **values: Any) -> None:
        """A wish at a table, without touching the page."""
        body = {"t": wish, "id": f"{self.name}-{self.rng.below(10**9)}", **values}
        answer = self.context.request.post(f"/api/tables/{table}/ask", data=body)
        assert answer.ok, answer.text()

    def open(self, table: str) -> "Person":
        """Go to a table and see it."""
        seen = len(self.updates)
        self.page.goto(f"/t/{table}")
        # The page that was left hears no answers any more.
        self._waiting.clear()
        self.wait_until(lambda: len(self.updates) > seen)
        return self

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Let things happen until something is so."""
        for _ in range(LONGEST_MATCH // PAUSE_MS):
            if done():
                return
            self.page.wait_for_timeout(PAUSE_MS)
        raise AssertionError(f"{self.name} waits in vain: {self.page.locator('main').inner_text()[:500]}")

    def targets(self) -> list[str]:
        """The words of what may be touched now."""
        found: list[str] = self.page.locator(TARGET).evaluate_all("all => all.map(e => e.dataset.thing)")
        return found

    def thing(self, word: str) -> Locator:
        """The one element that a word names."""
        return self.page.locator(f'[data-thing="{word}"]')

    def choose(self, words: Sequence[str]) -> str:
        """Any of them."""
        return words[self.rng.below(len(words))]

    def touch_something(self) -> bool:
        """One touch, if there is anything to touch and nothing is under way."""
        if not self.may_move:
            return False
        if not (words := self.targets()) and not self.page.locator(READY).count():
            return False
        try:
            self.way(self, words)
        except Missed as late:
            # What was there a moment ago may be gone: somebody else has moved. It cannot always be so.
            self.failures += 1
            if self.failures > STUBBORN:
                raise Stuck(f"{self.name} cannot touch {words}: {late}") from late
            return False
        self.failures = 0
        self.touches += 1
        self._mind_progress(words)
        return True

    def _mind_progress(self, words: Sequence[str]) -> None:
        """Touches narrow the choice, so that a few of them are a move: many without one lead nowhere."""
        ply = self.view["ply"] if self.view else 0
        self.idle = self.idle + 1 if ply == self.ply else 0
        self.ply = ply
        if self.idle > FRUITLESS:
            state = self.page.locator("[data-thing]:not([data-state=idle])").evaluate_all(
                "all => all.map(e => `${e.dataset.thing} ${e.dataset.state}`)"
            )
            raise Stuck(f"{self.name} touches {words} in vain at {ply}: {state} {self.refusals[-3:]}")


Way = Callable[[Person, Sequence[str]], None]


def by_mouse(person: Person, words: Sequence[str]) -> None:
    """A click on any target."""
    person.thing(person.choose(words)).click(timeout=TOUCH_MS)


def by_finger(person: Person, words: Sequence[str]) -> None:
    """A tap on any target, and once more on what waits to be confirmed."""
    ready = person.page.locator(READY)
    thing = ready if ready.count() else person.thing(person.choose(words))
    # A finger pushes the page up first: what lies below the bar of tools cannot be touched.
    thing.evaluate("thing => thing.scrollIntoView({ block: 'center' })", timeout=TOUCH_MS)
    thing.tap(timeout=TOUCH_MS)


def by_dragging(person: Person, words: Sequence[str]) -> None:
    """From any target that leads on to any that is then possible; a click where nothing can be dragged."""
    loose = person.page.locator(f"{TARGET}[data-drag]")
    movable: list[str] = loose.evaluate_all("all => all.map(e => e.dataset.thing)")
    if not movable:
        by_mouse(person, words)
        return
    mouse = person.page.mouse
    x, y = middle(person, person.choose(movable))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y + 9, steps=2)
    try:
        if goals := person.targets():
            mouse.move(*middle(person, person.choose(goals)), steps=3)
    finally:
        mouse.up()


MIDDLE = """word => {
  const thing = document.querySelector(`[data-thing="${word}"]`);
  thing?.scrollIntoView({ block: "nearest" });
  const box = thing?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def middle(person: Person, word: str) -> tuple[float, float]:
    """Where to take hold of something, or to let it go."""
    found = person.page.evaluate(MIDDLE, word)
    if found is None:
        raise Missed(f"{word} is gone")
    x, y = found
    return x, y


FOCUSED = "() => document.activeElement?.dataset.state ?? ''"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MOST_TABS = 250


def by_keyboard(person: Person, words: Sequence[str]) -> None:
    """Tab to the board, arrows over it, Enter; and sometimes Escape, to think again."""
    keyboard = person.page.keyboard
    for _ in range(person.rng.below(3)):
        keyboard.press(person.choose(ARROWS))
    for tabs in range(MOST_TABS):
        if person.page.evaluate(FOCUSED) in ("target", "ready"):
            break
        keyboard.press("Tab")
        if not tabs % 20 and not person.targets():
            raise Missed("nothing may be touched any more")
    else:
        raise Stuck(f"{person.name} cannot reach any of {words} by Tab")
    keyboard.press("Enter")
    if not person.rng.below(9):
        keyboard.press("Escape")


# Tables


def set_up(sitting: Sitting, people: Sequence[Person]) -> str:
    """A table where these people sit, with bots on the other seats, and the match has begun."""
    seats = sitting.people + len(sitting.bots)
    body = {
        "game": sitting.game,
        "seats": seats,
        "options": dict(sitting.options),
        "name": people[0].name,
    }
    answer = people[0].context.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    for person in people[1:]:
        person.ask(table, "sit", name=person.name)
    for seat, bot in enumerate(sitting.bots, start=sitting.people):
        people[0].ask(table, "hire", seat=seat, bot=bot)
    for person in people:
        person.ask(table, "ready")
    return table


def play_on(people: Sequence[Person], done: Callable[[], bool]) -> None:
    """Everybody touches what they may, in turn, until it is done."""
    quiet = 0
    while not done():
        busy = [person.touch_something() for person in people]
        quiet = 0 if any(busy) else quiet + 1
        if not any(busy):
            people[0].page.wait_for_timeout(PAUSE_MS)
        if quiet * PAUSE_MS > LONGEST_MATCH:
            raise Stuck(f"nothing happens: {[person.page.locator('main').inner_text() for person in people]}")


def play_to_the_end(people: Sequence[Person]) -> None:
    """Until everybody knows that it is over."""
    play_on(people, lambda: all(person.is_over for person in people))


def newcomer(browser: Browser, address: str, name: str, way: Way = by_mouse, **more: Any) -> Person:
    """Somebody with a browser of their own, who likes things to stand still unless said otherwise."""
    return Person(visitor(browser, address, **{"reduced_motion": "reduce", **more}), name, way)


def keys() -> Iterable[str]:
    """Every game on the shelf."""
    return games.keys()
