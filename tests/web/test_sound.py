"""Sounds start with the first gesture, are about equally loud and never harsh; phones vibrate."""

from collections.abc import Iterator
from typing import TypedDict

import pytest
from playwright.sync_api import Browser

from tests.web.browser import PHONE
from tests.web.modules import import_module
from tests.web.players import Person, TableSetup, by_finger, new_person, play_until, start_match

# In dB of full scale, before the master volume.
QUIETEST_DB = -10
LOUDEST_DB = 4
# The energy of speech lies below this.
BRIGHT_HZ = 3_000
# White noise differs by 1 dB and more from rendering to rendering.
SEED_NOISE = """() => {
  let seed = 1;
  Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}"""
# The mean frequency, weighted by energy, follows from the energy of the differences between samples.
RENDER = """async () => {
  const { SOUNDS, startSound, whiteNoise } = window.module;
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const audio = new OfflineAudioContext(1, 3 * 44100, 44100);
    const { endsAt } = startSound(audio, audio.destination, name, whiteNoise(audio));
    const samples = (await audio.startRendering()).getChannelData(0);
    let peak = 0, slopes = 0, energy = 0, tail = 0;
    for (let at = 1; at < samples.length; at++) {
      peak = Math.max(peak, Math.abs(samples[at]));
      energy += samples[at] ** 2;
      slopes += (samples[at] - samples[at - 1]) ** 2;
      if (at > endsAt * 44100 + 2000) tail = Math.max(tail, Math.abs(samples[at]));
    }
    const hz = Math.asin(Math.min(1, Math.sqrt(slopes / energy) / 2)) / Math.PI * 44100;
    found[name] = { peak: 20 * Math.log10(peak), hz, tail };
  }
  return found;
}"""


# Records what the page would play on.
RECORD = """
window.contexts = [];
window.vibrations = [];
const Context = AudioContext;
window.AudioContext = class extends Context {
  constructor() {
    super();
    contexts.push(this);
  }
};
navigator.vibrate = (pattern) => vibrations.push(pattern);
"""
# A move of islands takes at most four: a tile, its place, the next player, the confirmation.
TOUCHES = 5
STORE = """settings => localStorage.setItem("tablee", JSON.stringify(settings))"""


class Rendered(TypedDict):
    """A rendered sound: its peak in dB of full scale, its mean frequency, its amplitude after the end."""

    peak: float
    hz: float
    tail: float


@pytest.fixture(scope="module")
def rendered(browser: Browser) -> dict[str, Rendered]:
    """Render every sound without the master volume."""
    page = browser.new_page()
    import_module(page, "src/sound/recipes.ts")
    page.evaluate(SEED_NOISE)
    found: dict[str, Rendered] = page.evaluate(RENDER)
    page.close()
    return found


def test_every_sound_peaks_near_full_scale_before_the_master_volume(rendered: dict[str, Rendered]) -> None:
    loud = {name: round(sound["peak"], 1) for name, sound in rendered.items()}
    assert {} == {name: peak for name, peak in loud.items() if not QUIETEST_DB <= peak <= LOUDEST_DB}


def test_no_sound_is_harsh(rendered: dict[str, Rendered]) -> None:
    assert {} == {name: sound["hz"] for name, sound in rendered.items() if sound["hz"] > BRIGHT_HZ}


def test_every_sound_is_silent_after_its_end(rendered: dict[str, Rendered]) -> None:
    assert {} == {name: sound["tail"] for name, sound in rendered.items() if sound["tail"] > 0.001}


@pytest.fixture
def person(browser: Browser, address: str) -> Iterator[Person]:
    """Create a person with a phone that records sounds and vibrations."""
    person = new_person(browser, address, "Inès", by_finger, viewport=PHONE, has_touch=True)
    person.context.add_init_script(RECORD)
    yield person
    person.context.close()


def play_a_move(person: Person, **settings: bool) -> None:
    """Start a match with these settings stored, and touch a few targets: one of them ends a move."""
    person.page.goto("/")
    person.page.evaluate(STORE, settings)
    person.open(start_match(TableSetup("islands", 1, ["casual"]), [person]))
    person.wait_until(lambda: person.may_move)
    assert 0 == person.page.evaluate("contexts.length")
    assert [] == person.page.evaluate("vibrations")
    play_until([person], lambda: person.touches >= TOUCHES)


def test_sound_starts_with_the_first_touch(person: Person) -> None:
    play_a_move(person)
    person.wait_until(lambda: ["running"] == person.page.evaluate("contexts.map((each) => each.state)"))


def test_a_phone_vibrates_after_a_touch(person: Person) -> None:
    play_a_move(person)
    # Not by the first touch: a browser vibrates only after one has ended.
    play_until([person], lambda: bool(person.page.evaluate("vibrations.length")))


def test_sound_and_vibration_can_be_switched_off(person: Person) -> None:
    play_a_move(person, sound=False, haptics=False)
    assert [[], []] == person.page.evaluate("[contexts, vibrations]")
