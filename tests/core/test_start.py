"""Tests of a match that is played on from a position of an earlier one: replay, record, redraws."""

from __future__ import annotations

import pytest

from tablee import games
from tablee.core.errors import Unreadable
from tablee.core.match import Match, Redraw, Start
from tablee.core.record import read_record
from tablee.core.rng import Rng
from tablee.core.verification import find_faults


def play_random(match: Match, plies: int, seed: str) -> Match:
    """Make this many random legal moves, or fewer if the match ends."""
    rng = Rng(seed)
    for _ in range(plies):
        acting = match.state.actors()
        if not acting:
            break
        seat = acting[rng.below(len(acting))]
        legal = match.state.moves(seat)
        match.play(seat, match.game.format(legal[rng.below(len(legal))]))
    return match


def earlier_match(key: str) -> Match:
    game = games.load(key)
    return play_random(Match(game, max(2, game.seats[0]), "noon"), 60, "earlier")


def played_on(earlier: Match, ply: int, seed: str, redraw_for: int | None = None) -> Match:
    """Return the match of an earlier one's first moves, at its start."""
    start = earlier.start_at(ply, redraw_for)
    return Match.replay(earlier.game, earlier.seats, seed, earlier.options, earlier.played[:ply], start=start)


@pytest.mark.parametrize("key", [game.key for game in games.all()])
def test_a_match_goes_on_from_the_same_position(key: str) -> None:
    earlier = earlier_match(key)
    match = played_on(earlier, 12, "midnight")
    assert earlier.at(12).state == match.state
    play_random(match, 10, "later")
    assert match.at(12).state == earlier.at(12).state
    assert Match.from_record(match.record().text(), games.load).state == match.state


@pytest.mark.parametrize("key", [game.key for game in games.all()])
def test_a_redrawn_match_looks_the_same_to_its_seat_and_replays(key: str) -> None:
    earlier = earlier_match(key)
    ones = [played_on(earlier, 12, f"midnight {number}", redraw_for=1) for number in range(4)]
    assert all(match.state.view(1) == earlier.at(12).state.view(1) for match in ones)
    match = play_random(ones[0], 300, "later")
    again = Match.from_record(match.record("salt").text(), games.load)
    assert (again.state, again.start) == (match.state, match.start)
    assert match.at(11).state == earlier.at(11).state
    # The position that follows is the redrawn one, whatever is undone and played again.
    match.undo(12)
    assert match.state == played_on(earlier, 12, "midnight 0", redraw_for=1).state


def test_a_redraw_depends_on_the_seed_of_the_match() -> None:
    earlier = earlier_match("islands")
    states = [played_on(earlier, 12, f"midnight {number}", redraw_for=0).state for number in range(3)]
    assert states[0] != states[1] != states[2] != states[0]
    assert earlier.at(12).state not in states


def test_a_match_that_was_played_on_can_be_played_on() -> None:
    earlier = earlier_match("islands")
    second = play_random(played_on(earlier, 12, "second", redraw_for=0), 20, "second")
    third = play_random(played_on(second, 20, "third", redraw_for=1), 200, "third")
    assert third.at(15).state == second.at(15).state
    assert third.start == Start("noon", 20, 1, (Redraw(12, 0, "second"),))
    assert Match.from_record(third.record().text(), games.load).state == third.state
    # From its own start, as it was: the position that it began with.
    fourth = played_on(third, 20, "fourth")
    assert fourth.state == third.at(20).state
    assert Match.from_record(fourth.record().text(), games.load).state == fourth.state
    # A drawing for the same seat at the same ply replaces the earlier one.
    fifth = played_on(third, 20, "fifth", redraw_for=1)
    assert fifth.start == Start("noon", 20, 1, (Redraw(12, 0, "second"),))


def test_the_commitment_is_to_the_seed_of_the_match() -> None:
    match = play_random(played_on(earlier_match("islands"), 12, "midnight", redraw_for=0), 900, "end")
    record = match.record("salt")
    assert record.commitment_holds()
    assert not [fault for fault in find_faults(record.text(), games.load) if "replayed" in fault]
    record.header["seed"] = "another"
    assert record.commitment_holds() is False


@pytest.mark.parametrize(
    "line, code",
    [
        ("start: 12", "header-missing"),
        ("deal: noon", "header-missing"),
        ("deal: noon\nstart: 999", "start-out-of-order"),
        ("deal: noon\nstart: 99999999999999999999", "bad-number"),
        ("deal: noon\nstart: -1", "bad-number"),
        ("deal: noon\nstart: 12 Z", "no-such-seat"),
        ("deal: noon\nstart: 12\nredraw 13 A: x", "start-out-of-order"),
        ("deal: noon\nstart: 12\nredraw 5 A: x\nredraw 4 A: x", "start-out-of-order"),
        ("deal: noon\nstart: 12\nredraw A: x", "bad-number"),
        ("redraw 5 A: x", "header-missing"),
    ],
)
def test_a_record_with_a_wrong_start_is_refused(line: str, code: str) -> None:
    text = earlier_match("islands").record().text().replace("seed: noon", f"seed: noon\n{line}")
    with pytest.raises(Unreadable) as refused:
        Match.from_record(read_record(text), games.load)
    assert code == refused.value.code
