"""People who play in browsers: they touch any target on the page, and record every message they receive."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, WebSocket, WebSocketRoute
from playwright.sync_api import Error as PlaywrightError

from tablee import games
from tablee.core.rng import Rng
from tests.web.browser import TIMEOUT_MS, new_context

TARGET = '[data-thing][data-state="target"]'
READY = '[data-thing][data-state="ready"]'
CONFIRM = 'button.confirm[data-state="ready"]'
# Failed touches in a row after which a person is stuck.
MAX_FAILURES = 24
TOUCH_MS = 5_000
# Touches without a move after which a person is stuck.
MAX_TOUCHES_PER_MOVE = 150
POLL_MS = 15
# All fonts and images are there, and the page has been laid out with them.
SETTLED = """async () => {
  await document.fonts.ready;
  await Promise.all([...document.images].map((image) => image.complete || image.decode().catch(() => {})));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""


class StuckError(AssertionError):
    """A person cannot touch a target, or touches lead to no move."""


@dataclass(frozen=True)
class TableSetup:
    """How a table is set up: the game, the people, the levels of the bots, the options."""

    game: str
    people: int
    bots: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)


class Person:
    """A person at a table, with a page. `input_method` touches a target: by mouse unless given."""

    def __init__(self, context: BrowserContext, name: str, input_method: "InputMethod | None" = None) -> None:
        self.context = context
        self.name = name
        self.input_method = input_method or by_mouse
        self.rng = Rng(name)
        self.page = context.new_page()
        self.updates: list[dict[str, Any]] = []
        self._latest: dict[WebSocket, dict[str, Any]] = {}
        self.refusals: list[dict[str, Any]] = []
        self.page_errors: list[str] = []
        self.sockets = 0
        self.touches = 0
        self.failures = 0
        self.ply = self.touches_at_ply = 0
        self._pending: set[str] = set()
        self.page.on("websocket", self._on_socket)
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))

    # Messages

    def _on_socket(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", lambda frame: self._on_message(socket, json.loads(frame)))
        socket.on("close", self._on_close)
        socket.on("framesent", lambda frame: self._on_send(json.loads(frame)))

    def _on_close(self, socket: WebSocket) -> None:
        self._latest.pop(socket, None)
        # The page sends unanswered commands again, unless it was closed.
        self._pending.clear()

    def _on_send(self, command: dict[str, Any]) -> None:
        if command["t"] == "play":
            self._pending.add(command["id"])

    def _on_message(self, socket: WebSocket, message: dict[str, Any]) -> None:
        if message["t"] == "update":
            self.updates.append(message)
            self._latest[socket] = message
        elif message["t"] in ("answer", "refused"):
            self.on_answer(message)

    def on_answer(self, message: dict[str, Any]) -> None:
        """Note that a command was answered or refused."""
        self._pending.discard(message["id"])
        if message["t"] == "refused":
            self.refusals.append(message)

    @property
    def view(self) -> dict[str, Any]:
        """The latest view."""
        view: dict[str, Any] = self.updates[-1]["view"]
        return view

    @property
    def may_move(self) -> bool:
        """Whether a person at this device has legal moves, and no move is unanswered."""
        choices = [update["view"] and update["view"]["moves"] for update in self._latest.values()]
        return any(choices) and not self._pending

    @property
    def is_over(self) -> bool:
        """Whether the latest update says that the match is over."""
        return bool(self.updates) and self.updates[-1]["table"]["status"] == "over"

    # Actions

    def send_command(self, table: str, command: str, **values: Any) -> None:
        """Send a command to a table over HTTP, without the page. Raise AssertionError if it is refused."""
        body = {"t": command, "id": f"{self.name}-{self.rng.below(10**9)}", **values}
        answer = self.context.request.post(f"/api/tables/{table}/ask", data=body)
        assert answer.ok, answer.text()

    def open(self, table: str) -> "Person":
        """Open the page of a table and wait for the first update."""
        seen = len(self.updates)
        self.page.goto(f"/t/{table}")
        # The page that was left receives no more answers.
        self._pending.clear()
        self.wait_until(lambda: len(self.updates) > seen)
        return self

    def wait_until(self, done: Callable[[], bool]) -> None:
        """Poll until the condition holds; raise AssertionError after TIMEOUT_MS."""
        for _ in range(TIMEOUT_MS // POLL_MS):
            if done():
                return
            self.page.wait_for_timeout(POLL_MS)
        raise AssertionError(f"{self.name} timed out: {self.page.locator('main').inner_text()[:500]}")

    def settle(self) -> None:
        """Wait until the page has loaded everything and is laid out."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate(SETTLED)

    def play_in_race(self, table: str, words: str) -> None:
        """Make a move over HTTP; wait as long as the server says if it is too soon after the last one."""
        refusal = self.try_in_race(table, words)
        assert refusal is None, refusal

    def try_in_race(self, table: str, words: str) -> dict[str, Any] | None:
        """Make a move as `play_in_race` does; return the refusal, or None if it was accepted."""
        while True:
            body = {"t": "play", "id": f"{self.name}-{self.rng.below(10**9)}", "words": words}
            answer = self.context.request.post(f"/api/tables/{table}/ask", data=body)
            if answer.ok:
                return None
            refusal: dict[str, Any] = answer.json()
            if "too-soon" != refusal["code"]:
                return refusal
            self.page.wait_for_timeout(refusal["values"]["wait"])

    def targets(self) -> list[str]:
        """Return the words of the things that may be touched now."""
        found: list[str] = self.page.locator(TARGET).evaluate_all("all => all.map(e => e.dataset.thing)")
        return found

    def thing(self, word: str) -> Locator:
        """Return the element of a thing by its word."""
        return self.page.locator(f'[data-thing="{word}"]')

    def choose(self, words: Sequence[str]) -> str:
        """Return one of the words at random."""
        return words[self.rng.below(len(words))]

    def touch_any(self) -> bool:
        """Touch a random target and return True; return False if there is none or it is gone by then.

        Raise StuckError after too many failures in a row, or too many touches without a move.
        """
        if not self.may_move:
            return False
        if not (words := self.targets()) and not self.page.locator(CONFIRM).count():
            return False
        try:
            self.input_method(self, words)
        except PlaywrightError as late:
            # Another move may have removed the target meanwhile, but not every time.
            self.failures += 1
            if self.failures > MAX_FAILURES:
                raise StuckError(f"{self.name} cannot touch {words}: {late}") from late
            return False
        self.failures = 0
        self.touches += 1
        self._check_progress(words)
        return True

    def _check_progress(self, words: Sequence[str]) -> None:
        """Raise StuckError after too many touches at the same ply: a few touches make a move."""
        ply = self.view["ply"] if self.view else 0
        self.touches_at_ply = self.touches_at_ply + 1 if ply == self.ply else 0
        self.ply = ply
        if self.touches_at_ply > MAX_TOUCHES_PER_MOVE:
            state = self.page.locator("[data-thing]:not([data-state=idle])").evaluate_all(
                "all => all.map(e => `${e.dataset.thing} ${e.dataset.state}`)"
            )
            raise StuckError(
                f"{self.name} touches {words} without a move at {ply}: {state} {self.refusals[-3:]}"
            )


InputMethod = Callable[[Person, Sequence[str]], None]


def by_mouse(person: Person, words: Sequence[str]) -> None:
    """Click a random target; where there is only one move, confirm it."""
    thing = person.thing(person.choose(words)) if words else person.page.locator(CONFIRM)
    thing.click(timeout=TOUCH_MS)


def by_finger(person: Person, words: Sequence[str]) -> None:
    """Tap a random target, or confirm the move that waits for a second touch."""
    waiting = [person.page.locator(each) for each in (CONFIRM, READY)]
    able = [each for each in waiting if each.count()]
    thing = able[person.rng.below(len(able))] if able else person.thing(person.choose(words))
    thing.tap(timeout=TOUCH_MS)


def by_dragging(person: Person, words: Sequence[str]) -> None:
    """Drag a random thing to a random target; click where nothing can be dragged."""
    draggable = person.page.locator(f"{TARGET}[data-drag]")
    movable: list[str] = draggable.evaluate_all("all => all.map(e => e.dataset.thing)")
    if not movable:
        by_mouse(person, words)
        return
    mouse = person.page.mouse
    x, y = centre(person, person.choose(movable))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y + 9, steps=2)
    try:
        if goals := person.targets():
            mouse.move(*centre(person, person.choose(goals)), steps=3)
    finally:
        mouse.up()


CENTRE = """word => {
  const thing = document.querySelector(`[data-thing="${word}"]`);
  thing?.scrollIntoView({ block: "nearest" });
  const box = thing?.getBoundingClientRect();
  return box ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""


def centre(person: Person, word: str) -> tuple[float, float]:
    """Scroll a thing into view and return its centre in px. Raise PlaywrightError if it is gone."""
    found = person.page.evaluate(CENTRE, word)
    if found is None:
        raise PlaywrightError(f"{word} is gone")
    x, y = found
    return x, y


FOCUSED = "() => document.activeElement?.dataset.state ?? ''"
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
MAX_TABS = 250


def by_keyboard(person: Person, words: Sequence[str]) -> None:
    """Tab to a target, with some arrow keys, and press Enter; sometimes press Escape to undo the touch."""
    keyboard = person.page.keyboard
    for _ in range(person.rng.below(3)):
        keyboard.press(person.choose(ARROWS))
    for tabs in range(MAX_TABS):
        if person.page.evaluate(FOCUSED) in ("target", "ready"):
            break
        keyboard.press("Tab")
        if not tabs % 20 and not person.targets():
            raise PlaywrightError("nothing may be touched any more")
    else:
        raise StuckError(f"{person.name} cannot reach any of {words} by Tab")
    keyboard.press("Enter")
    if not person.rng.below(9):
        keyboard.press("Escape")


# Refusals


def refuse_moves(person: Person, count: int = 1) -> None:
    """Refuse the next moves of a page as stale, instead of the server. Call it before the page is opened."""
    left = count

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(text: str | bytes) -> None:
            nonlocal left
            command = json.loads(text)
            if command["t"] != "play" or left <= 0:
                server.send(text)
                return
            left -= 1
            refused: dict[str, Any] = {"t": "refused", "kind": "stale", "code": "stale", "rule": None}
            refused |= {"id": command["id"], "values": {}, "retry": False}
            # Frames that are not from the server cause no event.
            person.on_answer(refused)
            route.send(json.dumps(refused))

        route.on_message(on_message)

    person.page.route_web_socket("**/ws/**", connect)


# Tables


def start_match(setup: TableSetup, people: Sequence[Person]) -> str:
    """Create a table, seat the people and the bots, start the match; return the id of the table."""
    seats = setup.people + len(setup.bots)
    body = {
        "game": setup.game,
        "seats": seats,
        "options": dict(setup.options),
        "name": people[0].name,
    }
    answer = people[0].context.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    for person in people[1:]:
        person.send_command(table, "sit", name=person.name)
    for seat, bot in enumerate(setup.bots, start=setup.people):
        people[0].send_command(table, "hire", seat=seat, bot=bot)
    for person in people:
        person.send_command(table, "ready")
    return table


def play_until(people: Sequence[Person], done: Callable[[], bool]) -> None:
    """Let the people touch targets in turn until the condition holds. Raise StuckError if nothing happens."""
    idle = 0
    while not done():
        busy = [person.touch_any() for person in people]
        idle = 0 if any(busy) else idle + 1
        if not any(busy):
            people[0].page.wait_for_timeout(POLL_MS)
        if idle * POLL_MS > TIMEOUT_MS:
            raise StuckError(
                f"nothing happens: {[person.page.locator('main').inner_text() for person in people]}"
            )


def play_to_the_end(people: Sequence[Person]) -> None:
    """Play until the page of each person shows that the match is over."""
    play_until(people, lambda: all(person.is_over for person in people))


def new_person(
    browser: Browser, address: str, name: str, method: InputMethod = by_mouse, **more: Any
) -> Person:
    """Create a person with a browser context of their own."""
    return Person(new_context(browser, address, **more), name, method)


def game_keys() -> Iterable[str]:
    """Return the keys of all games."""
    return games.keys()


def finish_over_http(table: str, people: Sequence[Person]) -> None:
    """Play a match to its end without touches: each person makes random moves."""
    while True:
        for person in people:
            update = person.context.request.get(f"/api/tables/{table}").json()
            if update["table"]["status"] == "over":
                return
            if moves := update["view"]["moves"]:
                # Refused if it comes too soon in a race.
                words = person.choose(moves)
                body = {"t": "play", "id": f"{person.name}-{person.rng.below(10**9)}", "words": words}
                person.context.request.post(f"/api/tables/{table}/ask", data=body)
