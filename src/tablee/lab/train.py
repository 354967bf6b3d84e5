"""Training of the value networks of a game by self-play from random weights, with learning curves.

Used by `tablee train`. Equal seeds give equal weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tablee import bots, games
from tablee.bots.training import SelfPlayTrainer
from tablee.bots.value_net import MAX_HIDDEN, MAX_INPUT_WEIGHTS
from tablee.bots.weights import (
    FILE,
    SOLO_FILE,
    TRAINING_SETTINGS,
    Weights,
    has_solo_weights,
    load_weights,
    write_weights,
)
from tablee.core.buffers import FeatureBuffer
from tablee.core.errors import Illegal
from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.bundle import pack, run_bundled
from tablee.lab.executors import Engine, LocalPool
from tablee.lab.plot import Chart

# Points of the learning curve, and matches played for each.
CHECKPOINTS = 12
EVALUATION_MATCHES = 60
TD_LAMBDA = 0.9
# The probability of a random move at the start of the training.
INITIAL_EPSILON = 0.1
# By the end of the training, epsilon and learning rate have fallen linearly by this share.
DECAY = 0.9
# A solo match is short and has one seat to learn from, so that training takes this many times more matches.
SOLO_MATCHES_FACTOR = 10
# With averaging, the final weights are the mean of snapshots taken every AVERAGE_EVERY matches, after this
# share of the matches.
AVERAGE_AFTER = 0.8
AVERAGE_EVERY = 100
# The weights in the game folders were trained with this seed.
DEFAULT_SEED = "school"


@dataclass(frozen=True)
class TrainingConfig:
    """The settings of one training.

    `matches` is the number per number of seats; `hidden` the hidden units of the network. `margin_scale` and
    `solo_baseline` are the parameters of `bots.utility`, in points. `learning_rate` is that of the first
    match. `samples` is the number of resampled states per decision: more than 1 helps where moves reveal
    hidden information. `exploration` is not used in training, but stored for the search; None is the
    search's default. `average_weights` averages the weights over the last fifth of the matches.
    `greedy_share` (0 to 1) is the share of matches with three or more seats that are played against greedy
    bots instead of self-play. `solo` trains the separate weights of a table of one.
    """

    key: str
    matches: int = 40_000
    hidden: int = 24
    margin_scale: float = 12.0
    solo_baseline: float = 0.0
    learning_rate: float = 0.005
    samples: int = 1
    exploration: float | None = None
    average_weights: bool = True
    greedy_share: float = 0.0
    seed: str = DEFAULT_SEED
    solo: bool = False

    @property
    def seat_counts(self) -> list[int]:
        """The numbers of seats to train; 1 is left out if the game has separate solo weights."""
        game = games.load(self.key)
        if self.solo:
            return [1]
        return [seats for seats in game.seats if seats > 1 or not has_solo_weights(game)]


def last_config(key: str, solo: bool = False) -> TrainingConfig:
    """Return the settings that the present weights of a game were trained with; defaults if it has none."""
    weights = load_weights(games.load(key), solo)
    if weights is None:
        return TrainingConfig(key, solo=solo)
    names = (*TRAINING_SETTINGS, "hidden", "margin_scale", "solo_baseline")
    return TrainingConfig(key, solo=solo, **{name: getattr(weights, name) for name in names})


@dataclass
class TrainingResult:
    """The trained weights for one number of seats.

    `curve` has pairs of matches trained and the result of `evaluate` after them.
    """

    seats: int
    matches: int = 0
    weights: list[float] = field(default_factory=list)
    curve: list[tuple[float, float]] = field(default_factory=list)


class WeightAverage:
    """The mean of weight snapshots."""

    def __init__(self) -> None:
        self.count = 0
        self.total: list[float] = []

    def add(self, weights: list[float]) -> None:
        """Add a snapshot; all must have the same length."""
        self.count += 1
        self.total = (
            [one + other for one, other in zip(self.total, weights, strict=True)] if self.total else weights
        )

    def mean(self) -> list[float]:
        """Return the mean; at least one snapshot must have been added."""
        return [total / self.count for total in self.total]


def count_features(config: TrainingConfig) -> int:
    """Return the number of features of a position.

    Raises Illegal if the game has none, or not the same number for all numbers of seats.
    """
    game = games.load(config.key)
    counts = set()
    for seats in config.seat_counts:
        features = FeatureBuffer()
        game.deal(seats, "count").fill_features(0, features)
        counts.add(features.count)
    if len(counts) != 1 or 0 in counts:
        raise Illegal("not-described", key=game.key, counts=str(sorted(counts)))
    return counts.pop()


def validate(config: TrainingConfig) -> None:
    """Raise Illegal if the settings are out of range or the game cannot be trained."""
    if min(config.matches, config.hidden) < 1:
        raise Illegal("no-lessons")
    if not 0 <= config.greedy_share <= 1:
        raise Illegal("no-share", share=str(config.greedy_share))
    size = count_features(config) * config.hidden
    if config.hidden > MAX_HIDDEN or size > MAX_INPUT_WEIGHTS:
        raise Illegal("too-wide", most=MAX_HIDDEN, weights=MAX_INPUT_WEIGHTS, units=config.hidden, asked=size)


def train_for_seats(config: TrainingConfig, seats: int) -> TrainingResult:
    """Train a network for one number of seats from random weights."""
    game = games.load(config.key)
    trainer = new_trainer(config, seats)
    result = TrainingResult(seats)
    average = WeightAverage()
    matches = config.matches * (SOLO_MATCHES_FACTOR if seats == 1 else 1)
    # Closer together at the beginning, where most is learned.
    checkpoints = {matches * number**2 // CHECKPOINTS**2 for number in range(CHECKPOINTS + 1)}
    result.curve.append((0, evaluate(game, seats, trainer)))
    while result.matches < matches:
        decay = 1 - DECAY * result.matches / matches
        trainer.epsilon = INITIAL_EPSILON * decay
        state = game.deal(seats, f"{config.seed} {seats} {result.matches}")
        train_match(config, trainer, state, config.learning_rate * decay)
        is_late = result.matches >= matches * AVERAGE_AFTER
        if config.average_weights and is_late and result.matches % AVERAGE_EVERY == 0:
            average.add(trainer.network.get_weights())
        result.matches += 1
        if result.matches in checkpoints:
            result.curve.append((result.matches, evaluate(game, seats, trainer)))
    result.weights = average.mean() if average.count else trainer.network.get_weights()
    return result


def new_trainer(config: TrainingConfig, seats: int) -> SelfPlayTrainer:
    """Return a trainer with random weights, seeded by the config."""
    trainer = SelfPlayTrainer()
    trainer.rng = Rng(f"{config.seed} {seats}")
    trainer.solo_baseline, trainer.margin_scale = config.solo_baseline, config.margin_scale
    trainer.td_lambda = TD_LAMBDA
    trainer.samples = config.samples
    trainer.network.initialize(count_features(config), config.hidden, trainer.rng)
    return trainer


def train_match(config: TrainingConfig, trainer: SelfPlayTrainer, state: State, learning_rate: float) -> None:
    """Play a match from `state`, by self-play or against greedy bots, and update the network.

    With two seats self-play is enough (docs/explanation/bots.md).
    """
    if config.greedy_share and state.seats > 2 and trainer.rng.real() < config.greedy_share:
        play_against_greedy(trainer, state, trainer.rng.below(state.seats))
        trainer.update_network(state, learning_rate)
    else:
        trainer.train_match(state, learning_rate)


def play_against_greedy(trainer: SelfPlayTrainer, state: State, own: int) -> None:
    """Play a match with greedy bots on all seats but `own`, and record the positions of all seats."""
    trainer.positions = 0
    while acting := state.actors():
        seat = acting[-1]
        if seat == own:
            state.advance(seat, trainer.choose_by_value(state, seat))
        elif seat < 0:
            state.play(seat, state.moves(seat)[0])
        else:
            state.play(seat, bots.choose(bots.BASELINES["greedy"], state, seat, bots.Budget(), trainer.rng))
        if seat >= 0:
            trainer.record_position(state)


def evaluate(game: Game, seats: int, trainer: SelfPlayTrainer) -> float:
    """Return the mean lead of the policy over greedy bots in points, without search; solo, its mean points.

    Plays EVALUATION_MATCHES fixed deals; the trainer's RNG and epsilon are restored.
    """
    rng, epsilon, trainer.rng, trainer.epsilon = trainer.rng, trainer.epsilon, Rng("test"), 0.0
    total = 0.0
    for number in range(EVALUATION_MATCHES):
        state = game.deal(seats, f"test {number}")
        own = number % seats
        play_against_greedy(trainer, state, own)
        total += state.estimate(own)
    trainer.rng, trainer.epsilon = rng, epsilon
    return total / EVALUATION_MATCHES


def train(config: TrainingConfig, engine: Engine | None = None) -> Iterator[TrainingResult]:
    """Train for all numbers of seats in parallel; yield each result when it is done, in any order.

    `engine` says where, by default on all cores of this machine. Raises Illegal at once, before training, if
    the config is invalid.
    """
    validate(config)
    bundle = pack(config.key)
    tasks = [(bundle, (config, seats)) for seats in config.seat_counts]
    return (result for _, result in run_bundled(engine or LocalPool(), train_for_seats, tasks))


def save(config: TrainingConfig, results: list[TrainingResult], folder: Path) -> list[Path]:
    """Write the weights file and its learning curve (SVG) into a folder; return both paths."""
    game = games.load(config.key)
    ordered = sorted(results, key=lambda result: result.seats)
    by_seats = {result.seats: tuple(result.weights) for result in ordered}
    settings = {name: getattr(config, name) for name in TRAINING_SETTINGS}
    weights = Weights(
        config.solo_baseline,
        config.margin_scale,
        count_features(config),
        config.hidden,
        by_seats,
        **settings,
    )
    file = folder / (SOLO_FILE if config.solo else FILE)
    write_weights(file, weights)
    series = {f"{result.seats} seats": result.curve for result in ordered}
    y_label = "points, without search" if config.solo else "points ahead of greedy bots, without search"
    chart = Chart(f"Learning {game.titles['en']}", "matches", y_label, series)
    curve = file.with_suffix(".svg")
    curve.write_text(chart.svg(), "utf-8")
    return [file, curve]
