"""OpenSpiel games around ours, registered as `tablee_KEY_SEATS`: tensors, serialisation, resampling.

The deal is three chance nodes of 256 outcomes each, which choose one of 16.8 million quick deals; after them
nothing is random. OpenSpiel 2 serialises a state as the list of its actions and a pickle of its `Position`.
"""

from __future__ import annotations

import json
from typing import Any

import numpy
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from tablee import games
from tablee.core.batch import BY_WIN, final_rewards, settle
from tablee.core.game import Game
from tablee.core.observation import Field
from tablee.core.rng import Rng
from tablee.core.state import NOBODY, State
from tablee.core.vectors import Observer
from tablee.lab.batch import LIMIT, observation_size

DEAL_NODES = 3
DEAL_OUTCOMES = 256
# More than any solo score.
HIGHEST_SCORE = 1000.0


class Position:
    """What OpenSpiel copies with a state: the deal, our state, and what was announced to each seat."""

    def __init__(self) -> None:
        self.deal: list[int] = []
        self.state: State | None = None
        self.seat = NOBODY
        self.announced: list[list[str]] = []

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        other = Position()
        other.deal = self.deal[:]
        other.state = self.state.copy() if self.state is not None else None
        other.seat = self.seat
        other.announced = [texts[:] for texts in self.announced]
        return other

    def start(self, state: State) -> None:
        """Begin the match."""
        self.state = state
        self.seat = settle(state, state.seats - 1)
        self.announced = [[] for _ in range(state.seats)]

    def play(self, move: int) -> None:
        """Make a move of the seat whose turn it is, and announce it to every seat."""
        state = self.running()
        for viewer, texts in enumerate(self.announced):
            texts.append(f"{self.seat} {state.announce(viewer, self.seat, move)}")
        state.play(self.seat, move)
        self.seat = settle(state, self.seat)

    def running(self) -> State:
        """Return our state; raises ValueError before the deal."""
        if self.state is None:
            raise ValueError("the cards are not dealt yet")
        return self.state


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """An OpenSpiel state around one of ours. Matches of LIMIT moves end without a result."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.position = Position()

    @property
    def rules(self) -> Game:
        """The game of this package."""
        return self.get_game().rules  # type: ignore[no-any-return, unused-ignore]

    def current_player(self) -> int:
        if self.position.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.seat

    def is_terminal(self) -> bool:
        state = self.position.state
        return state is not None and (self.position.seat == NOBODY or state.plies >= LIMIT)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.running().moves(player)) if player == self.position.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / DEAL_OUTCOMES) for outcome in range(DEAL_OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.position.state is not None:
            self.position.play(action)
            return
        self.position.deal.append(action)
        if len(self.position.deal) == DEAL_NODES:
            game = self.get_game()
            seed = int.from_bytes(bytes(self.position.deal), "big")
            self.position.start(game.rules.quick_deal(game.num_players(), seed))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else self.rules.format(action)

    def returns(self) -> list[float]:
        if self.position.state is None or self.position.seat != NOBODY:
            return [0.0] * self.get_game().num_players()
        return final_rewards(self.position.state, BY_WIN)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> SpielState:
        """Return a state in which everything that the player cannot know is drawn anew.

        `probability_sampler` returns a number from 0 to 1, as in OpenSpiel's algorithms. The history of the
        new state begins here: that of this one has the deal and the hidden moves of others. It is announced
        to every seat what was announced to the player.
        """
        other = SpielState(self.get_game())
        rng = Rng()
        rng.reseed(int(probability_sampler() * (1 << 52)), player_id)
        own = self.position
        other.position.state = own.running().resample(player_id, rng)
        other.position.seat = own.seat
        other.position.announced = [own.announced[player_id][:] for _ in own.announced]
        return other

    def __str__(self) -> str:
        return " ".join(map(str, self.position.deal)) + "".join(
            f"; {text}" for texts in self.position.announced[:1] for text in texts
        )


class SpielObserver:
    """Writes observations as tensors of 32-bit floating-point numbers; `dict` has them by field."""

    def __init__(self, rules: Game, seats: int, perfect_recall: bool) -> None:
        fields: list[Field] = rules.observation_fields(seats)
        self._perfect_recall = perfect_recall
        self._bytes = numpy.zeros(observation_size(rules, seats), numpy.int8)
        self._observer = Observer()
        self._observer.out = self._bytes.data
        self.tensor = numpy.zeros(len(self._bytes), numpy.float32)
        self.dict = {field.name: self.tensor[field.start : field.start + field.size] for field in fields}

    def set_from(self, state: SpielState, player: int) -> None:
        """Set the tensor to what a player observes; all 0 before the deal."""
        self._bytes.fill(0)
        if state.position.state is not None:
            self._observer.observe(state.position.state, player)
        self.tensor[:] = self._bytes

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the view of a player as JSON; with perfect recall also all that was announced to it."""
        if state.position.state is None:
            return "before the deal"
        view = json.dumps(state.position.state.board_view(player), sort_keys=True)
        return "; ".join([*state.position.announced[player], view]) if self._perfect_recall else view


def game_class(rules: Game, seats: int) -> tuple[Any, type]:
    """Return OpenSpiel's description of a game for a number of seats, and its class."""
    solo = seats == 1
    utilities = pyspiel.GameType.Utility
    kind = pyspiel.GameType(
        short_name=f"tablee_{rules.key}_{seats}",
        long_name=rules.titles["en"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.GENERAL_SUM if solo else utilities.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=rules.vocabulary.size,
        max_chance_outcomes=DEAL_OUTCOMES,
        num_players=seats,
        min_utility=-HIGHEST_SCORE if solo else -1.0,
        max_utility=HIGHEST_SCORE if solo else 1.0,
        utility_sum=None if solo else 0.0,
        max_game_length=LIMIT,
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
        """An OpenSpiel game around one of ours, for a number of seats."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})
            self.rules = rules

        def new_initial_state(self) -> SpielState:
            return SpielState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
            recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
            return SpielObserver(rules, seats, recalls)

    return kind, SpielGame


def load_game(key: str, seats: int | None = None) -> Any:
    """Return an OpenSpiel game, registered if it was not before; raises Illegal or Unreadable."""
    rules = games.load(key)
    count = rules.seats[0] if seats is None else rules.check_seats(seats)
    observation_size(rules, count)
    name = f"tablee_{key}_{count}"
    if name not in pyspiel.registered_names():
        pyspiel.register_game(*game_class(rules, count))
    return pyspiel.load_game(name)
