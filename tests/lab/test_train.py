"""Training of the value networks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import games
from tablee.bots.weights import read_weights
from tablee.core.errors import Illegal
from tablee.lab.executors import engine
from tablee.lab.train import (
    TrainingConfig,
    TrainingResult,
    WeightAverage,
    count_features,
    last_config,
    save,
    train,
    train_for_seats,
)
from tests.lab.contests import CLUSTERS

SHORT = TrainingConfig("islands", matches=3, hidden=2)


@pytest.fixture(autouse=True)
def quick_evaluation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play one match for each point of the learning curve."""
    monkeypatch.setattr("tablee.lab.train.EVALUATION_MATCHES", 1)


def test_weights_are_stored_with_the_settings_of_their_training(tmp_path: Path) -> None:
    config = replace(
        TrainingConfig("islands"),
        matches=24,
        hidden=2,
        margin_scale=9.0,
        solo_baseline=50.0,
        learning_rate=0.03,
    )
    size = (count_features(config) + 2) * 2 + 1
    save(config, [TrainingResult(2, weights=[0.5] * size)], tmp_path)
    weights = read_weights(tmp_path / "weights.json")
    assert (24, 2, 9.0, 50.0, 0.03) == (
        weights.matches,
        weights.hidden,
        weights.margin_scale,
        weights.solo_baseline,
        weights.learning_rate,
    )


def test_a_table_of_one_may_have_its_own_training_and_file(tmp_path: Path) -> None:
    config = replace(last_config("clouds", solo=True), matches=1, hidden=2)
    assert [1] == config.seat_counts
    assert 1 not in last_config("clouds").seat_counts
    files = save(config, [train_for_seats(config, 1)], tmp_path)
    assert ["weights.solo.json", "weights.solo.svg"] == [file.name for file in files]
    assert [1] == list(read_weights(files[0]).by_seats)


def test_equal_seeds_give_equal_weights() -> None:
    config = replace(last_config("clouds", solo=True), matches=1, hidden=2)
    first, again, other = (train_for_seats(each, 1) for each in (config, config, replace(config, seed="x")))
    assert first == again
    assert first.weights != other.weights


@pytest.mark.parametrize("address", [None, *CLUSTERS])
def test_every_engine_gives_the_same_weights(address: str | None) -> None:
    config = replace(SHORT, matches=1)
    alone = {seats: train_for_seats(config, seats).weights for seats in config.seat_counts}
    assert alone == {result.seats: result.weights for result in train(config, engine(address, 2))}


def test_the_average_of_weights_is_their_mean() -> None:
    average = WeightAverage()
    average.add([1.0, 2.0])
    average.add([3.0, 6.0])
    assert [2.0, 4.0] == average.mean()


def test_every_game_has_a_config() -> None:
    for game in games.all():
        assert game.key == last_config(game.key).key


def test_matches_against_greedy_bots_need_three_seats() -> None:
    """With two seats the setting changes nothing."""
    without, always = (replace(SHORT, greedy_share=share) for share in (0.0, 1.0))
    assert train_for_seats(without, 2).weights == train_for_seats(always, 2).weights
    assert train_for_seats(without, 3).weights != train_for_seats(always, 3).weights


def test_the_learning_curve_starts_untrained_and_is_densest_at_the_beginning() -> None:
    matches = [done for done, _ in train_for_seats(replace(SHORT, matches=12), 2).curve]
    assert (0, 12) == (matches[0], matches[-1])
    assert matches[1] - matches[0] < matches[-1] - matches[-2]


def test_one_match_gives_weights() -> None:
    assert any(train_for_seats(replace(SHORT, matches=1), 2).weights)


@pytest.mark.parametrize(
    "changes, code",
    [
        ({"hidden": 300}, "too-wide"),
        ({"hidden": 0}, "no-lessons"),
        ({"matches": 0}, "no-lessons"),
        ({"greedy_share": 1.5}, "no-share"),
    ],
)
def test_an_invalid_config_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Illegal) as refused:
        next(train(replace(SHORT, **changes)))
    assert code == refused.value.code


def test_a_game_without_features_cannot_be_trained() -> None:
    with pytest.raises(Illegal, match="not-described"):
        next(train(TrainingConfig("mine")))
