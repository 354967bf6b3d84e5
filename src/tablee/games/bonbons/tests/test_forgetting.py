"""The forgetting of bots with an imperfect memory."""

from __future__ import annotations

from tablee.core.rng import Rng
from tablee.games.bonbons import GAME
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.state import DOWN, FIRST_ASIDE


def random_state(seed: str, plies: int = 60) -> BonbonsState:
    """Return a state of a random match in which many tiles have been shown."""
    state = GAME.deal(2, seed)
    assert isinstance(state, BonbonsState)
    rng = Rng(seed)
    while state.plies < plies and state.actors():
        seat = state.actors()[-1]
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
    return state


def after_forgetting(state: BonbonsState, recall: float, mind: int) -> BonbonsState:
    """Return a copy after `forget`. Minds are spread, because neighbouring numbers have similar hashes."""
    other = state.copy()
    other.forget(0, recall, mind * 7919)
    return other


def known_tiles(state: BonbonsState) -> dict[int, int]:
    """Return the tiles marked as seen, by place."""
    fields = state.snapshot()
    return {place: fields["tile"][place] for place in range(FIRST_ASIDE) if fields["seen"][place]}


def test_the_same_mind_forgets_the_same_tiles_in_every_resampled_state() -> None:
    state = random_state("again")
    known = []
    for number in range(10):
        other = state.resample(0, Rng(str(number)))
        other.forget(0, 0.5, 12345)
        known.append(known_tiles(other))
    assert all(tiles == known[0] for tiles in known)
    assert known[0] != known_tiles(state)


def test_a_higher_recall_keeps_more_tiles() -> None:
    shares = []
    for recall in (0.3, 0.6, 0.9):
        kept = total = 0
        for mind in range(1, 41):
            state = random_state(f"share {mind % 4}")
            other = after_forgetting(state, recall, mind)
            total += len(known_tiles(state))
            kept += len(known_tiles(state).items() & known_tiles(other).items())
        shares.append(kept / total)
    assert shares[0] < shares[1] < shares[2] < 1


def test_the_tile_seen_last_is_kept_more_often_than_the_first() -> None:
    state = random_state("order")
    fields, known = state.snapshot(), known_tiles(state)
    hidden = [place for place in known if fields["side"][place] == DOWN]
    hidden.sort(key=lambda place: int(fields["seen_ply"][place]))
    early = late = 0
    for mind in range(1, 200):
        kept = known_tiles(after_forgetting(state, 0.6, mind))
        early += kept.get(hidden[0]) == known[hidden[0]]
        late += kept.get(hidden[-1]) == known[hidden[-1]]
    assert early < late


def test_forgetting_removes_no_tile_and_changes_no_view() -> None:
    for mind in range(1, 30):
        state = random_state(f"whole {mind % 5}")
        other = after_forgetting(state, 0.4, mind)
        before, after = state.snapshot(), other.snapshot()
        assert sorted(before["tile"]) == sorted(after["tile"])
        assert before["side"] == after["side"]
        assert other.view(0) == state.view(0)


def test_a_tile_can_be_confused_with_a_similar_one_or_a_neighbour() -> None:
    state = random_state("similar")
    tiles = dict(enumerate(state.snapshot()["tile"]))
    confused = 0
    for mind in range(1, 60):
        confused += len(known_tiles(after_forgetting(state, 0.5, mind)).items() - tiles.items())
    assert confused
