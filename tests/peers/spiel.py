"""A game of ours as OpenSpiel sees it, so that its own search can play it.

OpenSpiel is no dependency of the project: `make peers` installs it from requirements/peers.txt. Its IS-MCTS
in Python asks for an information state as text, for legal actions, and for a truth that a seat may believe.
"""

from __future__ import annotations

import copy
from time import process_time
from typing import Any

import numpy  # type: ignore[import-not-found, unused-ignore]
import pyspiel  # type: ignore[import-not-found, unused-ignore]
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-not-found, unused-ignore]

from tablee.core.game import Game
from tablee.core.rng import Rng
from tablee.core.state import State


def game_type(game: Game, seats: int) -> Any:
    """What OpenSpiel wants to know about a game before it is played."""
    return pyspiel.GameType(
        short_name=f"tablee_{game.key}_{seats}",
        long_name=game.titles["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One of our games for a number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        info = pyspiel.GameInfo(
            num_distinct_actions=game.vocabulary.size,
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=10_000,
        )
        super().__init__(game_type(game, seats), info, {})
        self.ours = game

    def state_of(self, truth: State) -> SpielState:
        """A state of theirs around one of ours."""
        return SpielState(self, truth)


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A truth of ours with the moves made since the search began."""

    def __init__(self, game: SpielGame, truth: State) -> None:
        super().__init__(game)
        self.game = game
        self.truth = truth
        self.story = ""

    def current_player(self) -> int:
        acting = self.truth.actors()
        return acting[-1] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, seat: int) -> list[int]:
        return sorted(self.truth.moves(seat))

    def _apply_action(self, action: int) -> None:
        self.truth.play(self.current_player(), action)
        self.story += f" {action}"

    def is_terminal(self) -> bool:
        return not self.truth.actors()

    def returns(self) -> list[float]:
        outcome = self.truth.outcome()
        if outcome is None:
            return [0.0] * self.truth.seats
        return [(seat in outcome.winners) / len(outcome.winners) for seat in range(self.truth.seats)]

    def information_state_string(self, seat: int | None = None) -> str:
        """The moves since the search began: as our own search does, one tree for all that was revealed."""
        return f"{self.current_player() if seat is None else seat}{self.story}"

    def __deepcopy__(self, memo: dict[int, object]) -> SpielState:
        twin = SpielState(self.game, self.truth.copy())
        twin.story = self.story
        return twin

    def clone(self) -> SpielState:
        return copy.deepcopy(self)

    def __str__(self) -> str:
        return self.story


class SpielBot:
    """OpenSpiel's IS-MCTS with random playouts, with as many simulations as fit into its time."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self.game = SpielGame(game, seats)
        self.chance = numpy.random.RandomState(seed)
        self.rng = Rng(f"spiel {seed}")
        self.speed = 200.0

    def move(self, state: State, seconds: float) -> int:
        """What they play, and how fast they were: the next search is as long as its time allows."""
        simulations = max(2, int(self.speed * seconds))
        start = process_time()
        move = int(self.search(simulations).step(SpielState(self.game, state.copy())))
        self.speed = 0.7 * self.speed + 0.3 * simulations / (process_time() - start)
        return move

    def search(self, simulations: int) -> Any:
        """Their bot, asked for this many simulations."""
        evaluator = mcts.RandomRolloutEvaluator(1, self.chance)
        bot = ismcts.ISMCTSBot(
            self.game,
            evaluator,
            1.4,
            simulations,
            random_state=self.chance,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(self.resampled)
        return bot

    def resampled(self, state: SpielState, seat: int) -> SpielState:
        """A truth that the seat cannot tell from this one."""
        twin = SpielState(self.game, state.truth.resample(seat, self.rng))
        twin.story = state.story
        return twin
