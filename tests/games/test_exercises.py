"""Tests that every exercise of every game replays by the rules, and that its answer is legal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee import games
from tablee.core.errors import Illegal, Unreadable
from tablee.core.exercise import (
    BEST,
    FILL,
    Exercise,
    exercises_of,
    parse_exercise,
    read_exercises,
    write_exercises,
)
from tablee.core.game import Game

WITH_EXERCISES = [game for game in games.all() if read_exercises(game)]


@pytest.fixture(params=WITH_EXERCISES, ids=lambda game: game.key)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_every_exercise_is_a_legal_position_with_a_legal_answer(game: Game) -> None:
    for exercise in read_exercises(game):
        state = exercise.start(game).state
        legal = {game.format(move) for move in state.moves(exercise.seat)}
        right = {exercise.answer, *exercise.accepted}
        assert right <= legal, exercise.seed
        assert len(right) < len(legal), exercise.seed
        assert exercise.answer not in exercise.accepted
        assert 1 <= exercise.difficulty <= 5


@pytest.mark.parametrize("key", games.keys())
def test_every_game_has_at_least_200_exercises(key: str) -> None:
    assert len(read_exercises(games.load(key))) >= 200


def test_a_best_move_says_what_the_next_one_loses(game: Game) -> None:
    known = {item for sheet in sample_items(game) for item in sheet} | {"rivals"}
    for exercise in read_exercises(game):
        if exercise.goal == BEST:
            assert exercise.gap > 0
            assert {item for item, _ in exercise.reasons} <= known


def sample_items(game: Game) -> list[dict[str, int]]:
    """Return the score sheets of one match, which name all items."""
    state = game.deal(game.seats[0], "items")
    while actors := state.actors():
        seat = actors[-1]
        state.play(seat, (state.propose(seat) or state.moves(seat))[0])
    return list(state.score_sheet().items)


def test_a_solution_finishes_the_own_part_of_a_race(game: Game) -> None:
    for exercise in read_exercises(game):
        if exercise.goal == FILL:
            state = exercise.start(game).state
            assert exercise.solution[0] == exercise.answer
            for words in exercise.solution:
                assert not state.race_results()
                state.play(exercise.seat, game.parse(words))
            assert state.race_results() == [[exercise.seat]]
            assert exercise.is_solved(game, exercise.solution)
            assert not exercise.is_solved(game, exercise.solution[:-1])


def test_no_position_is_asked_twice(game: Game) -> None:
    read = read_exercises(game)
    assert len(read) == len({exercise.id for exercise in read}) == len(exercises_of(game))
    again = parse_exercise(json.loads(json.dumps(read[0].as_json())))
    assert read[0].id == again.id


def test_exercises_are_read_as_they_were_written(tmp_path: Path) -> None:
    game = games.load("islands")
    made = [
        Exercise(
            2, "seed", ["A draw top"], 0, "hide 1", accepted=["hide 2"], gap=0.1, reasons=[("palms", 2.0)]
        )
    ]
    file = tmp_path / "exercises.json"
    write_exercises(game, made, file)
    assert read_exercises(game, file) == made
    assert parse_exercise(json.loads(json.dumps(made[0].as_json()))) == made[0]
    assert made[0].is_right("hide 2")
    assert not made[0].is_right("hide 3")


def test_an_answer_is_one_legal_move(game: Game) -> None:
    exercise = next((each for each in read_exercises(game) if each.goal == BEST), None)
    if exercise is None:
        pytest.skip("the game has races only")
    assert exercise.is_solved(game, [exercise.answer])
    assert not exercise.is_solved(game, [])
    with pytest.raises(Illegal, match="exercise-answered"):
        exercise.is_solved(game, [exercise.answer, exercise.answer])
    with pytest.raises(Unreadable):
        exercise.is_solved(game, ["fly home"])


def test_exercises_for_other_rules_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "exercises.json"
    write_exercises(games.load("islands"), [], file)
    with pytest.raises(Unreadable, match="other-rules"):
        read_exercises(games.load("clouds"), file)
