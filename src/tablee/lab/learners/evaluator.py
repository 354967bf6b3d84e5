"""A bot from any function that judges positions: a network in numpy, PyTorch, JAX, ONNX, or a formula."""

from __future__ import annotations

from typing import Any

import numpy

from tablee.bots import Budget, Resample
from tablee.core.rng import Rng
from tablee.core.state import State
from tablee.lab.batch import RewardKind
from tablee.lab.learners.puct import Encoder, Evaluator, Floats, SearchSettings, Tree, evaluate_rows, run

DEFAULT_SETTINGS = SearchSettings()


class EvaluatorBot:
    """A bot that plays by an evaluator: by its policy, or by a search with policy and values.

    `evaluate` takes observations and masks, one row for each position (8-bit integers, as the environments
    have them), and returns policies and values; see `puct.Evaluator`. With 0 simulations the bot plays by the
    policy alone, and the values are not used. It holds no state between moves, so that several seats may
    share one bot.
    """

    def __init__(
        self,
        evaluate: Evaluator,
        simulations: int = 0,
        *,
        temperature: float = 0.0,
        batch: int = DEFAULT_SETTINGS.batch,
        exploration: float = DEFAULT_SETTINGS.exploration,
        rewards: RewardKind = DEFAULT_SETTINGS.rewards,
        points_to_come: bool = False,
        look_ahead: bool = False,
        samples: int = 1,
    ) -> None:
        """Create the bot; `temperature` 0 plays the best move, 1 draws moves by the policy or the visits.

        Without a search, the policy is the mean over `samples` resampled states: to look ahead, some moves
        need more than one, because they reveal something. The other arguments are those of `SearchSettings`;
        they must fit what the values predict.
        """
        self.evaluate = evaluate
        self.temperature = temperature
        self.samples = samples
        self.settings = SearchSettings(
            simulations, batch, exploration, rewards, points_to_come, look_ahead=look_ahead
        )

    def __call__(self, view: dict[str, Any], resample: Resample, budget: Budget, rng: Rng) -> str:
        """Return the text of the chosen move, without an evaluation if only one is legal."""
        texts: list[str] = view["moves"]
        if len(texts) == 1:
            return texts[0]
        state, seat = resample(), view["seat"]
        if self.settings.simulations == 0:
            policy = self.policy([state, *(resample() for _ in range(1, self.samples))], seat)
        else:
            tree = Tree(state, seat, self.settings, rng)
            run([tree], self.evaluate, budget)
            policy = tree.visit_shares()
        return state.vocabulary().format(pick(policy, self.temperature, rng))

    def policy(self, states: list[State], seat: int) -> Floats:
        """Return the mean policy of the evaluator over states that were resampled for the seat.

        A number for each move of the game; where all are 0, every legal move has the same one.
        """
        encoder = Encoder(states[0], self.settings.look_ahead)
        row = encoder.row(states[0], seat)
        mask = row[encoder.width :]
        inputs = numpy.concatenate([encoder.inputs(state, seat, row) for state in states])
        policies, _ = evaluate_rows(self.evaluate, inputs, numpy.tile(mask, (len(states), 1)))
        return policies.mean(axis=0) if policies.any() else mask.astype(numpy.float32)


def pick(policy: Floats, temperature: float, rng: Rng) -> int:
    """Return the best move of a policy; above temperature 0 a random one, by policy ** (1 / temperature)."""
    if temperature <= 0:
        return int(policy.argmax())
    weights = numpy.where(policy > 0, policy, 0).astype(float) / policy.max()
    sums = (weights ** (1 / temperature)).cumsum()
    chosen = int(numpy.searchsorted(sums, rng.real() * sums[-1], side="right"))
    return min(chosen, int(numpy.flatnonzero(weights)[-1]))
