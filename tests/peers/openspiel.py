"""An adapter of our games to OpenSpiel, so that its IS-MCTS can play them. Used by bench.openspiel.

OpenSpiel is no dependency of the project: `make peers` installs it from requirements/peers.txt. Its IS-MCTS
in Python needs an information state as text, the legal actions, and a resampler of hidden information.
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
    """Return OpenSpiel's description of a game for a number of seats."""
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
    """An OpenSpiel game around one of our games, for a number of seats."""

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


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """An OpenSpiel state around one of our states; `move_path` has the moves made since the search began."""

    def __init__(self, game: SpielGame, state: State) -> None:
        super().__init__(game)
        self.game = game
        self.state = state
        self.move_path = ""

    def current_player(self) -> int:
        acting = self.state.actors()
        return acting[-1] if acting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, seat: int) -> list[int]:
        return sorted(self.state.moves(seat))

    def _apply_action(self, action: int) -> None:
        self.state.play(self.current_player(), action)
        self.move_path += f" {action}"

    def is_terminal(self) -> bool:
        return not self.state.actors()

    def returns(self) -> list[float]:
        outcome = self.state.outcome()
        if outcome is None:
            return [0.0] * self.state.seats
        return [(seat in outcome.winners) / len(outcome.winners) for seat in range(self.state.seats)]

    def information_state_string(self, seat: int | None = None) -> str:
        """Return the moves since the search began: one tree for all determinizations, as in our search."""
        return f"{self.current_player() if seat is None else seat}{self.move_path}"

    def __deepcopy__(self, memo: dict[int, object]) -> SpielState:
        clone = SpielState(self.game, self.state.copy())
        clone.move_path = self.move_path
        return clone

    def clone(self) -> SpielState:
        return copy.deepcopy(self)

    def __str__(self) -> str:
        return self.move_path


class SpielBot:
    """OpenSpiel's IS-MCTS with random rollouts; the number of simulations is adapted to the time given."""

    def __init__(self, game: Game, seats: int, seed: int) -> None:
        self.game = SpielGame(game, seats)
        self.random_state = numpy.random.RandomState(seed)
        self.rng = Rng(f"spiel {seed}")
        self.simulations_per_second = 200.0

    def move(self, state: State, seconds: float) -> int:
        """Return the move for about `seconds` of processor time, and update the estimated speed."""
        simulations = max(2, int(self.simulations_per_second * seconds))
        start = process_time()
        move = int(self.search(simulations).step(SpielState(self.game, state.copy())))
        measured = simulations / (process_time() - start)
        self.simulations_per_second = 0.7 * self.simulations_per_second + 0.3 * measured
        return move

    def search(self, simulations: int) -> Any:
        """Return an IS-MCTS bot with this number of simulations."""
        evaluator = mcts.RandomRolloutEvaluator(1, self.random_state)
        bot = ismcts.ISMCTSBot(
            self.game,
            evaluator,
            1.4,
            simulations,
            random_state=self.random_state,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(self.resample)
        return bot

    def resample(self, state: SpielState, seat: int) -> SpielState:
        """Return a state that the seat cannot tell from this one."""
        clone = SpielState(self.game, state.state.resample(seat, self.rng))
        clone.move_path = state.move_path
        return clone
