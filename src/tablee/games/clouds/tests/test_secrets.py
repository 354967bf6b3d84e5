"""What a seat may know, and what resampling may change: A22, A23, A31, A33."""

from __future__ import annotations

import json

import pytest

from tablee.core.rng import Rng
from tablee.core.state import CLOCK, State
from tablee.games.clouds import GAME
from tablee.games.clouds.pieces import VOCABULARY
from tablee.games.clouds.rules import CloudsState
from tablee.games.clouds.tests.notation import draft, hands, play, play_all, play_random, solo, world_of

RNG = Rng("resample")
SIX = "o |P| |S|  |W| |M| MM  "


def resampled_hands(state: CloudsState, viewer: int, other: int, times: int = 400) -> set[tuple[str, ...]]:
    """Return all hands of another seat found by resampling, each sorted."""
    return {tuple(sorted(hands(state.resample(viewer, RNG))[other])) for _ in range(times)}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_resampled_state_has_the_same_view(seats: int) -> None:
    """A22, A23: for every viewer, in every position, byte for byte; also of a state resampled twice."""
    rng = Rng(f"leaks {seats}")
    for scores in ("open", "end"):
        state = GAME.deal(seats, "leaks", scores=scores)
        while play_random(state, rng):
            for viewer in (None, *range(seats)):
                other = state.resample(viewer, rng)
                assert json.dumps(state.view(viewer)) == json.dumps(other.view(viewer))
                again = other.resample(rng.below(seats), rng).resample(viewer, rng)
                assert sorted(again.view(None)["hands"]) == sorted(state.view(None)["hands"])


def test_at_first_another_hand_may_be_anything() -> None:
    """A22: a seat knows its own cards only."""
    state = draft(2, SIX + "MP MW MS WS SP PPg PPs WP")
    assert 50 < len(resampled_hands(state, 0, 1))
    assert hands(state)[0] == hands(state.resample(0, RNG))[0]


def test_after_the_first_pass_two_cards_of_the_neighbour_are_known() -> None:
    """A22: exactly the two that were passed on; the third varies."""
    state = draft(2, SIX + "MP MW MS WS SP PPg PPs WP")
    play_all(state, "keep moon", "keep mountains")
    found = resampled_hands(state, 0, 1)
    assert all({"plant-portal", "swamp-portal"} <= set(hand) for hand in found)
    assert 5 < len(found)


def test_the_card_a_neighbour_has_chosen_to_pass_is_unknown() -> None:
    """A22: its choice is made, and may be any of the three."""
    state = draft(2, SIX)
    play_all(state, "keep moon", "keep mountains")
    play(state, "pass mountains", seat=1)
    got = set()
    for _ in range(100):
        other = state.resample(0, RNG)
        play(other, "pass moon")
        got.add(other.view(0)["draft"]["got"][-1])
    assert {"plant-portal", "swamp-portal"} < got


def test_with_two_a_card_passed_back_reveals_the_hand() -> None:
    """A22: the neighbour passed the card it had kept, so it still has all three that were passed to it."""
    state = draft(2, SIX + "MP MW MS WS SP PPg PPs WP")
    play_all(state, "keep moon", "keep mountains")
    play_all(state, "pass moon", "pass mountains")
    assert {("moon", "plant-portal", "swamp-portal")} == resampled_hands(state, 0, 1)
    assert 20 < len({tuple(hands(state.resample(None, RNG))[1]) for _ in range(100)})


def test_with_two_a_card_that_came_back_leaves_one_unknown() -> None:
    """A22: one of the cards passed on came back, so one card of the neighbour is unknown."""
    state = draft(2, SIX + "MP MW MS WS SP PPg PPs WP")
    play_all(state, "keep moon", "keep mountains")
    play_all(state, "pass moon", "pass plant-portal")
    found = resampled_hands(state, 0, 1)
    assert all({"moon", "swamp-portal"} <= set(hand) for hand in found)
    assert 5 < len(found)


def passed_with_three() -> CloudsState:
    """Return a match in which A passed two portals and a moon to B, and B passed one of the portals to C."""
    state = play(draft(3, SIX + "MP MW MS " + "WS SP PPg PPs WP VP " * 5), "face left")
    play_all(state, "keep moon", "keep mountains", "keep mountain-swamp")
    play_all(state, "pass moon", "pass plant-portal", "pass mountain-swamp")
    return state


def test_with_three_a_passed_card_may_have_gone_one_seat_further() -> None:
    """A22: B has the moon and at least one of the two; at most one of them went on to C."""
    state = passed_with_three()
    kinds = set()
    for _ in range(300):
        one, two = hands(state.resample(0, RNG))[1:]
        assert "moon" in one
        given = {"plant-portal", "swamp-portal"}
        assert 1 <= len(given & set(one))
        assert len(given & (set(one) | set(two))) == 2
        kinds.add((frozenset(given & set(one)), frozenset(given & set(two))))
    assert 3 == len(kinds)


def test_laid_cards_reduce_the_possible_hands() -> None:
    """A22: once C lays the plant portal, A knows that B has the swamp portal and the moon."""
    state = passed_with_three()
    play(state, "lay mountain-plant e4")
    play(state, "lay moon e4", seat=1)
    play(state, "lay plant-portal e4", seat=2)
    for _ in range(100):
        assert "swamp-portal" in hands(state.resample(0, RNG))[1]


def test_resampling_keeps_the_number_of_cards_of_each_kind() -> None:
    """A22: a resampled state has the same cards as the real one."""
    rng = Rng("number")
    for seats in (2, 3, 4):
        state = GAME.deal(seats, "number")
        for _ in range(40):
            play_random(state, rng)
        other = state.resample(0, rng)
        real, resampled = (sorted(finished(each)) for each in (state, other))
        assert real == resampled


def finished(state: State) -> list[str]:
    """Play a match to its end and return all its cards."""
    rng = Rng("to the end")
    while play_random(state, rng):
        pass
    view = state.view(None)
    worlds = [cell["card"] for world in view["worlds"] for cell in world["cells"].values()]
    return [*worlds, *view["aside"]]


def test_a_choice_of_the_draft_is_announced_without_its_card() -> None:
    """A22: others learn that a card was kept or passed on; a laid card is announced to all."""
    state = draft(2, SIX)
    keep, lay = VOCABULARY.parse("keep moon"), VOCABULARY.parse("lay moon e4")
    assert ("keep moon", "keep card", "keep card") == tuple(
        state.announce(viewer, 0, keep) for viewer in (0, 1, CLOCK)
    )
    assert {"lay moon e4"} == {state.announce(viewer, 0, lay) for viewer in (0, 1, CLOCK)}
    assert "pass card" == state.announce(1, 0, VOCABULARY.parse("pass moon"))


def test_a_spectator_sees_sizes_only() -> None:
    """A23: no hand, no pass, no order of the deck, no unused card before the end."""
    view = draft(2, SIX).view(None)
    assert (None, None, None, [3, 3]) == tuple(view[key] for key in ("hand", "draft", "aside", "hands"))


def test_a_flipped_card_stays_known() -> None:
    """A31: all saw it laid."""
    state = play(solo("*W", "MW"), "take s1 e4")
    assert {"card": "mountain-water", "shows": "tzimime", "bound": False} == world_of(state)["cells"]["e4"]


def test_solo_the_covered_cards_vary_until_they_are_seen() -> None:
    """A33, A23: the cards below, and those of its own stack during the effects of the first card."""
    state = GAME.deal(1, "solo secrets")
    stack = next(words for words in state.view(0)["moves"])
    play(state, stack)
    if state.view(0)["phase"] == "cover":
        assert [] == state.view(0)["hand"]
    found = {tuple(finished(state.resample(0, RNG))) for _ in range(20)}
    assert 10 < len(found)


def test_nothing_is_hidden_when_the_match_is_over() -> None:
    """A23: resampling a finished match changes nothing."""
    state = GAME.deal(2, "over")
    finished(state)
    assert state == state.resample(1, RNG)
