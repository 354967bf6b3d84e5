"""Tests of exercises over HTTP: the series, answers judged by the server, ratings, bad input, accounts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee import games
from tablee.core.exercise import FILL, Exercise, exercises_of
from tablee.server.domain.glicko import Glicko, first_rating
from tablee.server.rate_limit import Rate
from tablee.server.storage import exercises as storage
from tablee.server.storage.event_store import EventStore
from tablee.server.storage.exercise_rows import RatedAnswer
from tests.server.site import Visitor, site

RACE = "mine"
KEYS = [game.key for game in games.all() if exercises_of(game)]
Visit = Callable[[str], Visitor]


@pytest.fixture
def visit(address: str) -> Iterator[Visit]:
    """Yield a function that makes a visitor by name; all are closed at the end."""
    visitors: list[Visitor] = []

    def make(name: str) -> Visitor:
        visitors.append(Visitor(address, name))
        return visitors[-1]

    yield make
    for each in visitors:
        each.close()


def asked(visitor: Visitor, key: str) -> tuple[Exercise, dict[str, Any]]:
    """Return the next exercise of a visitor, and the page with it."""
    page = visitor.get(f"/api/exercises/{key}")
    return exercises_of(games.load(key))[page["task"]["id"]], page


def answer(visitor: Visitor, key: str, exercise: Exercise, moves: list[str]) -> dict[str, Any]:
    """Answer an exercise, and return the verdict."""
    found: dict[str, Any] = visitor.post(f"/api/exercises/{key}/{exercise.id}/answer", {"moves": moves})
    return found


def right_moves(exercise: Exercise) -> list[str]:
    return list(exercise.solution) if exercise.goal == FILL else [exercise.answer]


def wrong_moves(exercise: Exercise) -> list[str]:
    """Return moves of a race that do not finish it."""
    return list(exercise.solution[:2])


@pytest.mark.parametrize("key", KEYS)
def test_a_right_answer_raises_the_rating_and_the_next_exercise_follows(visit: Visit, key: str) -> None:
    ann = visit("Ann")
    exercise, page = asked(ann, key)
    assert {"value": 1500, "deviation": 350} == page["rating"]
    assert (0, 0, len(exercises_of(games.load(key)))) == (page["answered"], page["right"], page["total"])
    task = page["task"]
    assert task["rated"]
    assert task["view"] == exercise.start(games.load(key)).state.view(exercise.seat)
    assert "answer" not in task
    assert "seed" not in task

    verdict = answer(ann, key, exercise, right_moves(exercise))
    assert (True, True) == (verdict["right"], verdict["rated"])
    assert page["rating"] == verdict["before"]
    assert verdict["after"]["value"] > 1500
    assert verdict["after"]["deviation"] < 350
    assert exercise.answer == verdict["answer"]

    following, page = asked(ann, key)
    assert following.id != exercise.id
    assert verdict["after"] == page["rating"]
    assert (1, 1) == (page["answered"], page["right"])


def test_only_the_first_answer_counts(visit: Visit) -> None:
    ann = visit("Ann")
    exercise, _ = asked(ann, RACE)
    first = answer(ann, RACE, exercise, wrong_moves(exercise))
    assert (False, True) == (first["right"], first["rated"])
    assert first["after"]["value"] < 1500
    second = answer(ann, RACE, exercise, right_moves(exercise))
    assert (True, False) == (second["right"], second["rated"])
    assert first["after"] == second["before"] == second["after"]
    assert (1, 0) == (asked(ann, RACE)[1]["answered"], asked(ann, RACE)[1]["right"])


def test_after_the_last_exercise_the_oldest_comes_again(visit: Visit) -> None:
    ann = visit("Ann")
    key = min(KEYS, key=lambda key: len(exercises_of(games.load(key))))
    count = len(exercises_of(games.load(key)))
    order: list[str] = []
    for _ in range(count + 2):
        exercise, page = asked(ann, key)
        assert (len(order) < count) == page["task"]["rated"]
        order.append(exercise.id)
        answer(ann, key, exercise, [])
    assert count == len(set(order))
    assert order[:2] == order[count:]


def test_in_a_race_positions_follow_one_after_another(visit: Visit) -> None:
    ann, game = visit("Ann"), games.load(RACE)
    exercise, _ = asked(ann, RACE)
    path = f"/api/exercises/{RACE}/{exercise.id}/position"
    for count in (0, 1, 2, len(exercise.solution)):
        moves = list(exercise.solution[:count])
        found = ann.post(path, {"moves": moves})
        assert exercise.follow(game, moves).state.view(exercise.seat) == found["view"]
        assert (count == len(exercise.solution)) == found["over"]
    assert 0 == asked(ann, RACE)[1]["answered"], "a position on the way is no answer"
    verdict = answer(ann, RACE, exercise, list(exercise.solution))
    assert len(verdict["best"]["view"]["boards"][exercise.seat]["tiles"]) == exercise.pieces


BAD_BODIES: list[tuple[object, str]] = [
    ({"moves": ["fly home"]}, "unknown-verb"),
    ({"moves": ["side A"]}, "side-is-chosen"),
    ({"moves": ["x" * 121]}, "not-a-message"),
    ({"moves": ["call"] * 201}, "not-a-message"),
    ({"moves": "call"}, "not-a-message"),
    ({"moves": [1]}, "not-a-message"),
    ({}, "not-a-message"),
    ([], "not-a-message"),
]


def test_bad_answers_are_refused_and_cost_nothing(visit: Visit) -> None:
    ann = visit("Ann")
    exercise, _ = asked(ann, RACE)
    for body, code in BAD_BODIES:
        for at in ("answer", "position"):
            refused = ann.http.post(f"/api/exercises/{RACE}/{exercise.id}/{at}", json=body)
            assert refused.status_code in (400, 409)
            assert code == refused.json()["code"]
    assert 0 == asked(ann, RACE)[1]["answered"]


def test_moves_after_the_end_are_refused(visit: Visit) -> None:
    ann = visit("Ann")
    exercise, _ = asked(ann, RACE)
    more = {"moves": [*exercise.solution, exercise.solution[0]]}
    refused = ann.http.post(f"/api/exercises/{RACE}/{exercise.id}/answer", json=more)
    assert (409, "exercise-answered") == (refused.status_code, refused.json()["code"])


def test_unknown_games_and_exercises_are_not_found(visit: Visit) -> None:
    ann = visit("Ann")
    refused = ann.http.get("/api/exercises/chess")
    assert (404, "no-such-game") == (refused.status_code, refused.json()["code"])
    for path, code in (
        ("/api/exercises/chess/abc/answer", "no-such-game"),
        (f"/api/exercises/{RACE}/abc/answer", "no-such-exercise"),
        (f"/api/exercises/{RACE}/{'9' * 400}/position", "no-such-exercise"),
    ):
        refused = ann.http.post(path, json={"moves": []})
        assert (404, code) == (refused.status_code, refused.json()["code"])


def test_the_answers_of_a_guest_go_to_the_account_and_are_deleted_with_it(visit: Visit) -> None:
    ann, password = visit("Ann"), "correct horse battery"
    exercise, _ = asked(ann, RACE)
    verdict = answer(ann, RACE, exercise, right_moves(exercise))
    ann.post("/api/account", {"name": "Exer Cise", "password": password})
    page = asked(ann, RACE)[1]
    assert (1, verdict["after"]) == (page["answered"], page["rating"])

    phone = visit("Ann's phone")
    answer(phone, RACE, exercise, wrong_moves(exercise))
    other, _ = asked(phone, RACE)
    answer(phone, RACE, other, right_moves(other))
    phone.post("/api/login", {"name": "Exer Cise", "password": password})
    page = asked(phone, RACE)[1]
    assert (2, 2, verdict["after"]) == (page["answered"], page["right"], page["rating"])

    kept = ann.get("/api/me/export")["exercises"]
    assert {RACE: [verdict["after"]["value"], verdict["after"]["deviation"]]} == kept["ratings"]
    assert {(RACE, exercise.id), (RACE, other.id)} == {(game, name) for game, name, _, _ in kept["answers"]}

    ann.post("/api/me/delete", {"password": password})
    assert 0 == asked(ann, RACE)[1]["answered"]
    assert 0 == asked(phone, RACE)[1]["answered"]


def test_too_many_answers_from_one_address_are_refused(tmp_path: Path) -> None:
    few = Rate(burst=1, per_second=0.001)
    with site(f"sqlite:///{tmp_path / 'few.db'}", answering=few) as address:
        ann = Visitor(address)
        exercise, _ = asked(ann, RACE)
        answer(ann, RACE, exercise, right_moves(exercise))
        refused = ann.http.post(f"/api/exercises/{RACE}/{exercise.id}/answer", json={"moves": []})
        assert (429, "too-fast") == (refused.status_code, refused.json()["code"])
        ann.close()


@pytest.mark.anyio
async def test_answers_at_the_same_moment_are_all_counted(store: EventStore) -> None:
    """Ten people answer one exercise at once, each twice: ten answers move its rating."""
    first = first_rating(3, 0.1)

    def stored(person: int) -> Any:
        answer = RatedAnswer(f"v{person}", RACE, "e1", person % 2 == 0, 1_000, first)
        return store.in_transaction(
            lambda connection: storage.rate(connection, store.statements.insert, answer)
        )

    found = await asyncio.gather(*(stored(person) for person in [*range(10), *range(10)]))
    rated = [each for each in found if each is not None]
    assert 10 == len(rated)
    assert all(Glicko() == before for before, _ in rated)
    row = (await store.rows(storage.ratings_of_exercises(RACE)))[0]
    assert 10 == row.answers
    assert row.deviation < first.deviation
