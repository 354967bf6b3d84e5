"""Hints with reasons."""

from __future__ import annotations

from functools import partial

import pytest

import tablee
from tablee import games
from tablee.bots import Budget
from tablee.bots.explain import RIVALS, can_advise, explain
from tablee.bots.weights import load_weights
from tablee.core.game import Game
from tablee.core.i18n import LANGUAGES
from tablee.core.rng import Rng
from tablee.core.state import State
from tests.bots.positions import GAME, final_state_after, last_decision


def test_candidates_of_the_last_decision_have_exact_score_sheets_and_reasons() -> None:
    state, seat = last_decision("why")
    rng = Rng("why")
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(candidates) > 1
    for candidate in candidates:
        sheet = final_state_after(state, seat, GAME.parse(candidate.move)).score_sheet().items[seat]
        assert sheet == pytest.approx(candidate.items)
        assert sum(sheet.values()) == pytest.approx(candidate.points)
    first, *others = candidates
    leads = {candidate.move: lead_after(state, seat, GAME.parse(candidate.move)) for candidate in candidates}
    mean = sum(leads[other.move] for other in others) / len(others)
    assert max(0, round(leads[first.move] - mean)) == first.gain
    assert [leads[first.move] - leads[other.move] for other in others] == [other.behind for other in others]
    for other in others:
        assert -other.behind == sum(reason.points for reason in other.reasons)


def lead_after(state: State, seat: int, move: int) -> int:
    """Return the lead of a seat over the best other one at the end, where all later moves are forced."""
    scores = final_state_after(state, seat, move).score_sheet().scores
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


@pytest.mark.parametrize("key", [game.key for game in games.all() if can_advise(game) and load_weights(game)])
def test_a_hint_is_in_the_order_of_its_numbers(key: str) -> None:
    """And says for each item no more than its error allows: whole points, none that are 0."""
    game = games.load(key)
    # One rollout of each candidate is always made, which takes seconds with the plain rules.
    for seats in game.seats[:1] if tablee.PLAIN else game.seats:
        rng = Rng(f"{key} {seats}")
        state = game.deal(seats, "order")
        for _ in range(14):
            actor = state.actors()[0]
            moves = state.moves(actor)
            state.play(actor, moves[rng.below(len(moves))])
        seat = state.actors()[0]
        first, *others = explain(game, seat, partial(state.resample, seat, rng), Budget(0.1), rng)
        assert 0 == first.behind
        assert [other.behind for other in others] == sorted(other.behind for other in others)
        items = set(state.score_sheet().items[seat]) | {RIVALS}
        for reason in [reason for each in (first, *others) for reason in each.reasons]:
            assert reason.points
            assert reason.item in items


@pytest.mark.parametrize("key", [game.key for game in games.all() if can_advise(game)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_words(key: str, language: str) -> None:
    """Both ways: an item may speak for a move and against it."""
    game = games.load(key)
    words = game.translations(language)
    if not load_weights(game):
        for verb in proposed_verbs(game):
            assert f"why.{verb}" in words, verb
        return
    for item in game.deal(game.seats[0], "why").score_sheet().items[0]:
        plain = item.rstrip("-0123456789")
        assert f"why.{plain}.more" in words
        assert f"why.{plain}.less" in words


def proposed_verbs(game: Game) -> set[str]:
    """Return the verbs of moves that a game proposes, in a match of careless players."""
    rng = Rng("verbs")
    state = game.deal(game.seats[0], "verbs")
    found = set()
    for _ in range(400):
        acting = [seat for seat in state.actors() if seat >= 0]
        if not acting:
            break
        seat = acting[rng.below(len(acting))]
        proposed = state.propose(seat)[0]
        found.add(game.format(proposed).split()[0])
        state.play(seat, state.blunder(seat, state.moves(seat), rng) if rng.below(4) == 0 else proposed)
    return found


def test_equivalent_moves_are_one_candidate() -> None:
    """A dream may lie on any free place (rule 20): that is one candidate, not four."""
    rng = Rng("alike")
    state = GAME.deal(3, "alike")
    state.play(state.actors()[0], GAME.parse("draw dream"))
    seat = state.actors()[0]
    candidates = explain(GAME, seat, lambda: state.resample(seat, rng), Budget(0.3), rng)
    assert len(state.moves(seat)) == 12
    tiles = [candidate.move.split()[1] for candidate in candidates]
    assert len(tiles) == len(set(tiles)) > 1
