"""Several seats at once, secrets at one keyboard, and time: with a game that has all three."""

from __future__ import annotations

import pytest

from tablee.core.game import Game
from tablee.core.state import CLOCK
from tablee.terminal.screens import Curtain, Score
from tests.terminal.pilot import Hands, drive, sitting_of, until


def test_bots_act_while_a_person_thinks(bell: Game) -> None:
    sitting = sitting_of(4, key=bell.key)

    async def script(hands: Hands) -> None:
        await until(lambda: {CLOCK, 0} == set(sitting.match.state.actors()))
        await hands.say("pick blue")
        await until(lambda: sitting.match.state.view(0)["round"] == 1)
        await until(lambda: {CLOCK, 0} == set(sitting.match.state.actors()))
        await hands.say("skip")
        await until(lambda: isinstance(hands.app.screen, Score))

    drive(sitting, script)
    assert 8 == sitting.match.ply


def test_what_others_do_leaves_a_half_said_move_alone(bell: Game) -> None:
    sitting = sitting_of(3, people=2, key=bell.key)

    async def script(hands: Hands) -> None:
        await hands.press("s", "k")
        sitting.play(1, "pick red")
        hands.table.changed()
        assert (0, "sk") == (hands.table.viewer, hands.table.hand.typed)

    drive(sitting, script)


def test_things_that_are_not_drawn_get_a_button(bell: Game) -> None:
    async def script(hands: Hands) -> None:
        await until(lambda: bool(hands.table.hand.targets))
        assert "[bleu]" in hands.picture()
        assert "[skip]" in hands.picture()
        await hands.press("down", "down", "down")
        assert hands.table.hand.cursor in {"blue", "skip"}

    drive(sitting_of(2, key=bell.key), script)


def test_the_clock_plays_when_its_time_has_come(bell: Game) -> None:
    sitting = sitting_of(2, key=bell.key, wait="20")

    async def script(hands: Hands) -> None:
        await until(lambda: sitting.match.outcome is not None)
        await until(lambda: isinstance(hands.app.screen, Score))

    drive(sitting, script)
    assert [CLOCK, CLOCK] == [played.seat for played in sitting.match.played if played.seat == CLOCK]


def test_the_clock_waits_for_its_time(bell: Game) -> None:
    sitting = sitting_of(2, people=2, key=bell.key)
    now = [100.0]

    async def script(hands: Hands) -> None:
        others = hands.table.others
        others.clock = lambda: now[0]
        others.reached = [100.0]
        assert 60.0 == others.seconds_left()
        now[0] += 59.9
        others.ring()
        assert 0 == sitting.match.ply
        now[0] += 0.2
        others.ring()
        assert [CLOCK] == [played.seat for played in sitting.match.played]
        assert 60.0 == others.seconds_left()

    drive(sitting, script)


def test_the_countdown_is_shown(bell: Game) -> None:
    async def script(hands: Hands) -> None:
        hands.table.others.clock = lambda: hands.table.others.reached[0] + 48
        hands.table.show_prompt()
        assert "Encore 12 s" in hands.text("#prompt")

    drive(sitting_of(2, key=bell.key), script)


def test_people_at_one_keyboard_act_in_order_behind_a_curtain(bell: Game) -> None:
    """Once somebody has picked in secret, the next may not see it; F4 changes seats."""
    sitting = sitting_of(3, people=2, key=bell.key)

    async def script(hands: Hands) -> None:
        assert 0 == hands.table.viewer
        assert "B" in hands.text("#prompt")
        await hands.press("f4")
        assert 1 == hands.table.viewer
        await hands.say("pick green")
        assert isinstance(hands.app.screen, Curtain)
        await hands.press("enter")
        assert 0 == hands.table.viewer
        assert "own -1" in hands.picture()
        assert "B choisit vert" not in hands.text("#log")

    drive(sitting, script)


@pytest.mark.parametrize("people, fallen", [(1, False), (2, True)])
def test_a_curtain_falls_only_between_people(bell: Game, people: int, fallen: bool) -> None:
    sitting = sitting_of(2, people=people, key=bell.key)

    async def script(hands: Hands) -> None:
        await until(lambda: 0 in sitting.match.state.actors())
        await hands.say("pick red")
        assert fallen is isinstance(hands.app.screen, Curtain)

    drive(sitting, script)
