"""P9, with A24 and A34: the ghost race, in which each seat plays the round alone, at any time."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.core.state import CLOCK
from tablee.core.undo import reveals
from tablee.games.mine import GAME
from tablee.games.mine.rules import MineState
from tablee.games.mine.tests.notation import (
    FULL_1A_1,
    FULL_3B_17,
    WRONG_1A_2,
    clock,
    lay,
    play,
    points,
    race_state,
    refusal,
)

ALMOST_1A_1 = FULL_1A_1.replace("f", ".")


def ghost_race(*pairs: str, **options: Any) -> MineState:
    """Return a ghost race in which all seats have a side and none has started."""
    return race_state(*(pairs or ("3B 17", "1A 1")), ghost=True, **options)


def run(state: MineState, seat: int, drawing: str, laid: int, called: int) -> MineState:
    """Play a whole round of one seat: lay all tiles at one time, call at another."""
    play(state, seat, "start")
    return play(lay(state, seat, drawing, at=laid), seat, "call", at=called)


def phases(state: MineState) -> list[str]:
    return [state.view(viewer)["phase"] for viewer in (*range(state.seats), None)]


# Independent seats


def test_no_seat_waits_for_another() -> None:
    """P9: a seat may end its round before another has chosen a side."""
    state = GAME.deal(2, "ghosts", ghost=True)
    assert isinstance(state, MineState)
    assert ([0, 1], ["side", "side", "wait"]) == (state.actors(), phases(state))
    play(state, 0, "side A")
    assert ["start"] == state.view(0)["moves"]
    play(state, 0, "start")
    assert ["race", "side", "wait"] == phases(state)
    play(state, 0, "quit")
    assert ([1], ["wait", "side", "wait"]) == (state.actors(), phases(state))


def test_the_card_is_hidden_until_the_own_start() -> None:
    """P9: from all, its owner included; and the start of the race is the seat's own."""
    state = play(ghost_race(), 1, "start", "quit")
    assert [None, None] == [state.view(seat)["boards"][0]["card"] for seat in (0, 1)]
    assert (None, None, None) == tuple(state.race_start(seat) for seat in (0, 1, CLOCK))
    play(state, 0, "start")
    assert [17, 17] == [state.view(seat)["boards"][0]["card"]["card"] for seat in (0, 1)]
    assert (state.plies, None, None) == tuple(state.race_start(seat) for seat in (0, 1, CLOCK))


def test_the_stock_is_private() -> None:
    """P9: there is one white F in the box, and each has it."""
    state = play(ghost_race("3B 17", "1A 1"), 0, "start", "take W5F any")
    assert ("shape-ran-out", "A13") == refusal(play(state, 0, "lay r0 a1"), 0, "take W5F any")
    play(state, 1, "start", "take W5F any")
    assert [0, 0] == [state.view(seat)["pool"]["W5F"]["left"] for seat in (0, 1)]
    play(state, 1, "return hand")
    assert [0, 1] == [state.view(seat)["pool"]["W5F"]["left"] for seat in (0, 1)]
    assert 1 == state.view(None)["pool"]["W5F"]["left"]


def test_refusals_of_the_ghost_race() -> None:
    """P9: a side, then the start, then the race, and each but once."""
    state = GAME.deal(2, "ghosts", ghost=True)
    assert isinstance(state, MineState)
    assert ("side-before-start", "P9") == refusal(state, 0, "start")
    play(state, 0, "side A")
    assert ("start-first", "P9") == refusal(state, 0, "take B2 any")
    play(state, 0, "start")
    assert ("started-already", "P9") == refusal(state, 0, "start")
    assert ("one-lamp-each", "P9") == refusal(state, CLOCK, "lamp")
    assert ("one-lamp-each", "P9") == refusal(state, CLOCK, "burn B")
    common = race_state("3B 17", "1A 1")
    assert ("no-ghost-race", "P9") == refusal(common, 0, "start")
    assert ("no-ghost-race", "P9") == refusal(common, CLOCK, "burn A")


# The end and the score


def test_the_smallest_finishing_time_scores_every_board() -> None:
    """P9: T = 40 s; the other board as its log shows it then, though it was filled and called later."""
    state = run(ghost_race(), 0, FULL_3B_17, laid=30_000, called=40_000)
    play(state, 1, "start")
    lay(state, 1, ALMOST_1A_1, at=39_000)
    play(state, 1, "take B2 any", at=39_500)
    play(state, 1, "lay r90 g4", at=40_001)
    play(state, 1, "call", at=50_000)
    assert [12, 8] == points(state)
    assert [40_000, 50_000] == [past["time"] for past in state.view(None)["past"]]
    assert [7, 5] == [len(past["tiles"]) for past in state.view(None)["past"]]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_it_does_not_matter_who_runs_first(order: tuple[int, int]) -> None:
    """P9: only times are compared; what was laid at the very time of the call counts."""
    state = ghost_race()
    for seat in order:
        laid, called = ((30_000, 40_000), (20_000, 60_000))[seat]
        run(state, seat, (FULL_3B_17, FULL_1A_1)[seat], laid, called)
    assert [12, 10] == points(state)


def test_a_wrong_call_is_a_finish_too() -> None:
    """P9, A8, 16: it costs 2, and stops the time of all."""
    state = run(ghost_race("1A 2", "3B 17"), 0, WRONG_1A_2, laid=5_000, called=6_000)
    run(state, 1, FULL_3B_17, laid=7_000, called=8_000)
    assert [4, 0] == points(state)


def test_equal_times_share_the_call() -> None:
    """P9, A11."""
    state = run(ghost_race(), 0, FULL_3B_17, laid=900, called=2_000)
    assert [12, 12] == points(run(state, 1, FULL_1A_1, laid=950, called=2_000))


def test_giving_up_is_no_finish() -> None:
    """P9, A31: the board stays as it was when its seat gave up, or as it was at T if that is earlier."""
    state = play(ghost_race(), 1, "start")
    play(lay(state, 1, ALMOST_1A_1, at=1_000), 1, "quit", at=2_000)
    assert [12, 8] == points(run(state, 0, FULL_3B_17, laid=3_000, called=4_000))


def test_no_seat_finishes() -> None:
    """P9, A12: every board is scored as it lies, without a call."""
    state = ghost_race()
    for seat, drawing in enumerate((FULL_3B_17, ALMOST_1A_1)):
        play(lay(play(state, seat, "start"), seat, drawing, at=9_000), seat, "quit", at=9_500)
    assert [10, 8] == points(state)
    assert [None, None] == [past["time"] for past in state.view(None)["past"]]


def test_without_times_each_move_lasts_a_second() -> None:
    """P9, A34: 15 moves are faster than 17, in any order of the runs."""
    state = play(ghost_race(), 1, "start", "take Y1 any", "return hand", "take Y1 any", "return hand")
    play(lay(state, 1, FULL_1A_1), 1, "call")
    run(state, 0, FULL_3B_17, laid=-1, called=-1)
    assert [15_000, 17_000] == [past["time"] for past in state.view(None)["past"]]
    assert [12, 10 - 2] == points(state)


def test_each_seat_has_a_lamp() -> None:
    """P9, A12: lit by the seat's own start; the one lit first goes out first, alone."""
    state = play(play(ghost_race(lamp="120"), 1, "start"), 0, "start")
    assert ((3, 120_000), [CLOCK, 0, 1]) == (state.timer(), state.actors())
    assert [(4, 120_000), (3, 120_000), None] == [state.visible_timer(viewer) for viewer in (0, 1, CLOCK)]
    clock(state, "burn B")
    assert ([CLOCK, 0], (4, 120_000)) == (state.actors(), state.timer())
    assert (True, False, 120_000) == tuple(state.view(1)["boards"][1][key] for key in ("ran", "quit", "time"))
    clock(state, "burn A")
    assert [0, 0] == points(state)


def test_without_a_lamp_there_is_no_clock() -> None:
    """P9, A12."""
    state = play(ghost_race(lamp="none"), 1, "start")
    assert (None, [0, 1]) == (state.timer(), state.actors())


def test_the_board_of_the_caller_is_exchanged_and_each_seat_starts_again() -> None:
    """P9, 19, 20: a seat that keeps its board has the other side, and starts when ready."""
    state = run(ghost_race(mix="0 1"), 0, FULL_3B_17, laid=900, called=1_000)
    play(state, 1, "start", "quit")
    assert ["side", "ready"] == phases(state)[:2]
    assert ("1B", None) == tuple(state.view(1)["boards"][1][key] for key in ("side", "card"))
    assert 2 == state.view(0)["round"]


# What is hidden (A24)


def hidden(state: MineState, viewer: int | None, seat: int) -> bool:
    """Return whether a viewer sees of a board only whether its round was run."""
    board = state.view(viewer)["boards"][seat]
    return not any(value for name, value in board.items() if name != "ran")


def test_other_boards_are_hidden_until_the_viewer_s_round_is_over() -> None:
    """A24, P9: boards, cards and times; a spectator has no round, and might tell a seat."""
    state = run(ghost_race(), 0, FULL_3B_17, laid=900, called=1_000)
    assert [True, True] == [hidden(state, viewer, 0) for viewer in (1, None)]
    assert [True, True] == [state.view(viewer)["boards"][0]["ran"] for viewer in (1, None)]
    play(state, 1, "start", "take B2 any")
    assert [True, True] == [hidden(state, viewer, 0) for viewer in (1, None)]
    assert "B2" == state.view(0)["boards"][1]["hand"]["shape"]
    assert hidden(state, None, 1)


def test_moves_of_a_hidden_race_are_not_announced() -> None:
    """A24: neither the moves nor that there are any, nor that a lamp burns."""
    state = ghost_race(lamp="120")
    before = state.view(1)
    for words in ("start", "take B2 any", "return hand"):
        assert ["", words, ""] == [state.announce(viewer, 0, GAME.parse(words)) for viewer in (CLOCK, 0, 1)]
        play(state, 0, words)
    assert {**before, "ply": state.plies} == state.view(1)
    assert ["", "burn A", ""] == [
        state.announce(viewer, CLOCK, GAME.parse("burn A")) for viewer in (CLOCK, 0, 1)
    ]
    clock(state, "burn A")
    assert {**before, "ply": state.plies} != state.view(1)
    assert "start" == state.announce(0, 1, GAME.parse("start"))


def test_the_lay_order_tells_nothing_of_other_seats() -> None:
    """A24, A27: tiles that others laid meanwhile are not counted."""
    state = play(
        play(ghost_race(), 0, "start", "take B2 any", "lay r0 a1"), 1, "start", "take B2 any", "lay r0 f2"
    )
    assert 1 == state.view(1)["boards"][1]["tiles"]["1"]["laid"]


def test_the_helping_elf_does_not_tell_the_times_of_others() -> None:
    """A24: what a call would bring depends on them."""
    state = ghost_race(helper=True)
    play(run(state, 0, FULL_3B_17, laid=900, called=1_000), 1, "start")
    assert {} == lay(state, 1, FULL_1A_1, at=5_000).view(1)["foreseen"]


@pytest.mark.parametrize("seed", range(20))
def test_a_resampled_state_knows_nothing_of_other_seats(seed: int) -> None:
    """A24: boards, sides, cards and tiles are redrawn."""
    rng = Rng(f"ghosts {seed}")
    state = GAME.deal(3, f"ghosts {seed}", ghost=True, lamp="none")
    seen = set()
    for _ in range(400):
        seat = (state.actors() or [0])[rng.below(len(state.actors()) or 1)]
        sample = state.resample(seat, rng)
        assert state.view(seat) == sample.view(seat)
        fields = sample.snapshot()
        boards, cards = fields["board"][:3], fields["deal"][:40]
        assert sorted(cards) == list(range(40))
        assert 3 == len(set(boards))
        drawn = cards[3 * fields["round"] :]
        seen |= {(fields["round"], boards[other], drawn[other]) for other in range(3) if other != seat}
        if state.outcome():
            break
        state.play(seat, state.propose(seat)[0], rng.below(90_000))
    assert len(seen) > 100


def test_moves_that_no_other_seat_saw_may_be_undone() -> None:
    """P9: laying a tile reveals nothing to other seats; the start reveals the card."""
    match = Match(GAME, 2, "ghosts", {"ghost": "yes"})
    for words in ("side A", "start", "take B2 any"):
        match.play(0, words)
    assert [False, True, False] == [reveals(match, ply) for ply in range(3)]


@pytest.mark.parametrize("seed", range(8))
def test_random_matches_with_times(seed: int) -> None:
    """P9, A34: whatever the times, the match goes on to its end, and replays to an equal state."""
    rng = Rng(f"ghost times {seed}")
    match = Match(GAME, 2 + seed % 3, f"ghost times {seed}", {"ghost": "yes", "finds": "yes", "elves": "yes"})
    while acting := match.state.actors():
        seat = acting[rng.below(len(acting))]
        moves = match.state.propose(seat) if rng.below(8) else match.state.moves(seat)
        move = (moves or match.state.moves(seat))[0]
        match.play(seat, GAME.format(move), elapsed=rng.below(3 * match.ply + 5) - 1)
    text = match.record().text()
    assert "burn" in text
    assert match.state == Match.from_record(text, lambda _: GAME).state
