"""What is worth a thought, and what is forgotten."""

from __future__ import annotations

import pytest

from tablee.core.buffers import FeatureBuffer, MoveBuffer
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import VOCABULARY
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import DOWN, FIRST_ASIDE
from tablee.games.bonbons.tests.notation import play
from tablee.games.bonbons.tests.test_turns import two


def considered(state: State, seat: int) -> list[str]:
    """What a bot thinks about, in words."""
    room = MoveBuffer()
    state.find_candidates(seat, room)
    return [VOCABULARY.format(move) for move in room.to_list()]


def shapes(state: State, seat: int) -> list[str]:
    """What a bot thinks about: a square, a round tile of whom, or to stop."""
    turned = [words.removeprefix("turn ") for words in considered(state, seat)]
    return ["square" if words[0].isdigit() else words[0] if words[0].isupper() else words for words in turned]


def described(state: State, seat: int) -> list[int]:
    """What a bot is told of a position."""
    features = FeatureBuffer()
    state.fill_features(seat, features)
    return [features.at(place) for place in range(features.count)]


def later(seed: str, plies: int = 60) -> BonbonsState:
    """A table at which much was seen: tiles that make no pair, turned one after the other."""
    state = GAME.deal(2, seed)
    assert isinstance(state, BonbonsState)
    rng = Rng(seed)
    while state.plies < plies and state.actors():
        seat = state.actors()[-1]
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
    return state


def known(state: BonbonsState) -> dict[int, int]:
    """The tiles that are held to be known, by place."""
    lying = state.snapshot()
    return {place: lying["tile"][place] for place in range(FIRST_ASIDE) if lying["seen"][place]}


def truly(state: BonbonsState) -> dict[int, int]:
    """What really lies at each place."""
    return dict(enumerate(state.snapshot()["tile"]))


# What is worth a thought


def test_one_new_tile_of_each_shape_is_thought_about_an_own_one_first() -> None:
    state = play(two(), "A turn 61", "A stop")
    assert ["square", "A"] == shapes(two(), 0)
    assert ["square", "B"] == shapes(state, 1)


def test_when_all_own_tiles_were_seen_one_of_the_next_seat_is_turned() -> None:
    state = play(two(), "A turn 61", "A stop", "B turn 61", "B stop")
    for number in range(1, 5):
        state = play(state, f"A turn A{number}", "A turn 61", "B turn 61", "B stop")
    assert ["square", "B"] == shapes(state, 0)


def test_a_known_pair_is_all_there_is_to_think_about() -> None:
    state = play(two(), "A turn A1", "A turn 21", "B turn B1", "B turn 11")
    assert ["turn 11"] == considered(state, 0)
    assert ["turn A1"] == considered(play(state, "A turn 11"), 0)


def test_a_square_that_all_know_shows_nothing_after_a_round_tile_that_fits_nothing() -> None:
    state = play(two(), "A turn 61", "A stop", "B turn B1")
    assert ["turn 61"] == considered(state, 1)
    state = play(two(), "A turn A1")
    assert ["square"] == shapes(state, 0)


def test_after_a_square_that_fits_nothing_one_stops_or_shows_a_round_tile() -> None:
    assert ["stop", "A"] == sorted(shapes(play(two(), "A turn 61"), 0), key=len, reverse=True)


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_choices_and_numbers_are_those_of_all_truths_that_look_alike(seats: int) -> None:
    """B24: what is thought about and what is learned from depend on seen tiles only."""
    rng = Rng("alike")
    state = GAME.deal(seats, "alike")
    while state.actors():
        seat = state.actors()[-1]
        if seat >= 0:
            other = state.resample(seat, rng)
            choices = considered(state, seat)
            assert choices == considered(other, seat)
            assert described(state, seat) == described(other, seat)
            assert {VOCABULARY.parse(words) for words in choices} <= set(state.moves(seat))
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])


def test_what_is_shown_for_the_first_time_makes_a_difference() -> None:
    state = play(two(), "A turn 61")
    assert state.chance_key()
    assert not play(state, "A stop").chance_key()
    assert not play(state, "B turn 61").chance_key()
    assert play(two(), "A turn 31").chance_key() != play(two(), "A turn 61").chance_key()


# What is forgotten


def test_a_mind_forgets_the_same_however_often_it_is_asked() -> None:
    state = later("again")
    beliefs = []
    for number in range(10):
        truth = state.resample(0, Rng(str(number)))
        truth.forget(0, 0.5, 12345)
        beliefs.append(known(truth))
    assert all(belief == beliefs[0] for belief in beliefs)
    assert beliefs[0] != known(state)


def test_the_better_the_memory_the_more_is_known() -> None:
    shares = []
    for recall in (0.3, 0.6, 0.9):
        right = total = 0
        for mind in range(1, 41):
            state = later(f"share {mind % 4}")
            truth = state.copy()
            truth.forget(0, recall, mind * 7919)
            total += len(known(state))
            right += len(known(state).items() & known(truth).items())
        shares.append(right / total)
    assert shares[0] < shares[1] < shares[2] < 1


def test_what_was_seen_last_is_known_best() -> None:
    early = late = 0
    for mind in range(1, 200):
        state = later("order")
        lying = state.snapshot()
        hidden = [place for place in known(state) if lying["side"][place] == DOWN]
        hidden.sort(key=lambda place: int(lying["when"][place]))
        truth = state.copy()
        truth.forget(0, 0.6, mind * 7919)
        early += known(truth).get(hidden[0]) == known(state)[hidden[0]]
        late += known(truth).get(hidden[-1]) == known(state)[hidden[-1]]
    assert early < late


def test_forgetting_takes_no_tile_away_and_changes_nothing_in_sight() -> None:
    for mind in range(1, 30):
        state = later(f"whole {mind % 5}")
        truth = state.copy()
        truth.forget(0, 0.4, mind * 7919)
        before, after = state.snapshot(), truth.snapshot()
        assert sorted(before["tile"]) == sorted(after["tile"])
        assert before["side"] == after["side"]
        assert truth.view(0) == state.view(0)


def test_a_tile_is_also_taken_for_a_similar_one_or_for_its_neighbour() -> None:
    mistaken = 0
    for mind in range(1, 60):
        state = later("similar")
        truth = state.copy()
        truth.forget(0, 0.5, mind * 7919)
        mistaken += len(known(truth).items() - truly(state).items())
    assert mistaken
