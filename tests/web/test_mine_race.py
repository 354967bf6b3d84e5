"""Out of Mine! by drag and drop, by finger and by mouse: check and play never overlap in a whole match.

The other person gives up each race, so that nothing has to be waited for.
"""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tablee.games.mine.tests.notation import ghost_race_moves
from tests.web.browser import PHONE_OPTIONS
from tests.web.mine_players import (
    ROUNDS,
    Digger,
    Drag,
    choose_side,
    close_card,
    drag_by_finger,
    drag_by_mouse,
)
from tests.web.players import Person, TableSetup, new_person, start_match

# In the first ones the person lays tiles; the others are given up.
PLAYED_ROUNDS = 2
# Notes at every frame whether the check is shown together with a gallery that is played, or with a lamp.
WATCH = """() => {
  window.overlaps = 0;
  const look = () => {
    const playing = document.querySelector("[data-cell]");
    if (document.querySelector(".mine-check") && playing) window.overlaps += 1;
    requestAnimationFrame(look);
  };
  look();
}"""
# Whether the head of the check, with the tip of a first match, has room for all that it holds.
HEAD_FITS = """() => {
  const head = document.querySelector(".mine-check header");
  const bottom = head.getBoundingClientRect().bottom + 1;
  // The bell inside the title swings beyond it.
  return [...head.children].every((part) => part.getBoundingClientRect().bottom <= bottom);
}"""


@pytest.mark.parametrize(
    "drag, options, rounds",
    [
        pytest.param(drag_by_finger, PHONE_OPTIONS, ROUNDS, id="phone"),
        pytest.param(drag_by_mouse, {}, PLAYED_ROUNDS, id="desk"),
    ],
)
def test_rounds_by_drag_and_drop_where_check_and_play_never_overlap(
    browser: Browser, slow_address: str, drag: Drag, options: dict[str, Any], rounds: int
) -> None:
    context = new_person(browser, slow_address, "Noé", **options).context
    person, rival = Digger(context, "Noé"), new_person(browser, slow_address, "Max")
    table = start_match(TableSetup("mine", 2, [], {"lamp": "none", "helper": "yes"}), [person, rival])
    person.open(table)
    person.page.evaluate(WATCH)
    for number in range(1, rounds + 1):
        choose_side(person)
        get_ready(rival, table)
        person.wait_until(lambda: person.is_racing)
        rival.play_in_race(table, "quit")
        if number <= PLAYED_ROUNDS:
            play_round(person, drag)
        else:
            person.play_in_race(table, "quit")
        person.wait_until_checked(number)
        check = person.page.get_by_role("region", name=f"Manche {number}")
        expect(check).to_be_visible()
        expect(person.page.locator(".mine-check")).to_have_count(1)
        expect(check.get_by_role("article")).to_have_count(2)
        assert person.page.evaluate(HEAD_FITS)
        if number < ROUNDS:
            assert "side" == person.view["phase"]
        close_card(person)
        check.locator(".next").click()
        expect(check).to_have_count(0)
    expect(person.page.locator(".finale")).to_have_count(int(rounds == ROUNDS))
    assert 0 == person.page.evaluate("() => window.overlaps")
    assert [] == person.page_errors
    for each in (context, rival.context):
        each.close()


def get_ready(rival: Person, table: str) -> None:
    """Choose a gallery, if there is a choice, and end the pause after a race, over HTTP."""
    moves = rival.context.request.get(f"/api/tables/{table}").json()["view"]["moves"]
    if moves:
        rival.send_command(table, "play", words=moves[0])
    # Refused before the first race, and if the pause is over.
    command = {"t": "ready", "id": f"ready-{rival.rng.below(10**9)}"}
    rival.context.request.post(f"/api/tables/{table}/ask", data=command)


def play_round(person: Digger, drag: Drag) -> None:
    """Lay the tiles of a fill and ring the bell."""
    moves = [words.split() for words in ghost_race_moves(person.own)[:-1]]
    expect(person.page.locator(".gallery.free")).to_be_visible()
    for laid, ((_, shape, _), (_, turn, cell)) in enumerate(zip(moves[::2], moves[1::2], strict=True), 1):
        drag(person, shape, turn, cell)
        person.wait_until_laid(laid)
    person.page.locator('[data-thing="call"]').click()
