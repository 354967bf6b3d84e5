"""Set-up, goes, pairs and thefts: rules 1-8 and 11, and the rulings around them."""

from __future__ import annotations

from collections import Counter

import pytest

from tablee.core.errors import Illegal
from tablee.core.rng import Rng
from tablee.games.bonbons import GAME
from tablee.games.bonbons.pieces import FACES, KIND_PAIRS, KINDS, ROUNDS, SQUARES
from tablee.games.bonbons.rules import BonbonsState
from tablee.games.bonbons.tests.notation import hand, moves, play, shown, table, turns

SWEETS = FACES[:32]

# Seat A has four jelly men, seat B four twists; their squares are in the first two rows.
SQUARE = """
    jelly-b  jelly-g  jelly-r  jelly-y  wheel-b  wheel-g
    twist-b  twist-g  twist-r  twist-y  wheel-r  wheel-y
    coin     coin     coin     wrapper  roll-b   roll-g
"""
A = "jelly-b jelly-g jelly-r jelly-y"
B = "twist-b twist-g twist-r twist-y"


def two(**options: bool) -> BonbonsState:
    return table(SQUARE, A, B, rest="wheel-b wheel-g", **options)  # type: ignore[arg-type]


def refused(state: BonbonsState, line: str) -> tuple[str, str | None]:
    """The reason and the rule that a move is refused with."""
    before = state.snapshot()
    with pytest.raises(Illegal) as refusal:
        play(state, line)
    assert before == state.snapshot()
    return refusal.value.code, refusal.value.rule


def finished(seats: int, seed: str = "end", **options: str) -> BonbonsState:
    """A match played by somebody who forgets nothing."""
    state = GAME.deal(seats, seed, **options)
    assert isinstance(state, BonbonsState)
    rng = Rng(seed)
    while state.actors():
        proposed = state.propose(state.turn)
        state.play(state.turn, proposed[rng.below(len(proposed))])
    return state


# The box and the deal


def test_the_box() -> None:
    """1: 8 kinds in 4 colours, each once round and once square; 3 coins and a wrapper are squares too."""
    view = finished(6).view(None)
    rounds = [tile["face"] for row in view["rounds"] for tile in row] + view["aside"]
    assert (8, 32) == (len(KINDS), len(set(SWEETS)))
    assert sorted(SWEETS) == sorted(rounds)
    squares = Counter(tile["face"] for seed in range(9) for tile in whole_square(f"deal {seed}"))
    assert dict.fromkeys(SWEETS, 9) | {"coin": 27, "wrapper": 9} == squares


def whole_square(seed: str) -> list[dict[str, str]]:
    """All squares of a match in which nobody took the coins away."""
    number = 0
    while True:
        squares: list[dict[str, str]] = finished(2, f"{seed} {number}").view(None)["squares"]
        if all(tile["face"] for tile in squares):
            return squares
        number += 1


def test_thirty_six_squares_and_four_rounds_each() -> None:
    """2: all face down, the rest aside; nobody has looked at anything."""
    view = GAME.deal(3, "seed").view(0)
    assert list(SQUARES) == [tile["place"] for tile in view["squares"]]
    assert ["A1", "A2", "A3", "A4"] == [tile["place"] for tile in view["rounds"][0]]
    assert [4, 4, 4] == [len(row) for row in view["rounds"]]
    assert 32 - 3 * 4 == view["rest"]
    tiles = [*view["squares"], *(tile for row in view["rounds"] for tile in row)]
    assert {("down", None)} == {(tile["side"], tile["face"]) for tile in tiles}


def test_the_first_seat_is_drawn_and_play_goes_round() -> None:
    """3: by lot instead of by age, then clockwise."""
    assert {0, 1, 2} == {GAME.deal(3, f"seed {number}").turn for number in range(30)}  # type: ignore[attr-defined]
    state = table(SQUARE, A, B, "roll-b", rest="wheel-b")
    turns = []
    for seat in "ABCA":
        turns.append(state.turn)
        play(state, f"{seat} turn 15", f"{seat} stop")
    assert [0, 1, 2, 0] == turns


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_may_sit(seats: int) -> None:
    """B1: six times four rounds fit, and nobody can sit alone or as a seventh."""
    assert 32 - 4 * seats == GAME.deal(seats, "seed").view(None)["rest"]
    for wrong in (1, 7):
        with pytest.raises(Illegal, match="wrong-number-of-seats"):
            GAME.deal(wrong, "seed")


def test_all_luck_is_in_the_deal() -> None:
    """B28: squares, rounds and first seat come from the seed; the extra tile is the top one of the rest."""
    assert GAME.deal(4, "one") == GAME.deal(4, "one")
    assert GAME.deal(4, "one") != GAME.deal(4, "two")
    state = play(two(), "A turn 34")
    tiles = play(state, *win_for_a(state)).view(None)["rounds"][0]
    assert ("A5", "wheel-blue") == (tiles[4]["place"], tiles[4]["face"])
    assert ("11", "66", "A1", "F5") == (SQUARES[0], SQUARES[-1], ROUNDS[0], ROUNDS[-1])


def win_for_a(state: BonbonsState) -> list[str]:
    """The moves with which B does nothing and A finds everything."""
    pairs = turns("A", "11 A1 12 A2 13 A3 14 A4 15 A5")
    return ["B turn 61", "B stop", *pairs] if state.turn == 1 else pairs[:8]


# A go


def test_a_square_and_a_round_in_any_order() -> None:
    """4: whatever is turned, all see."""
    state = two()
    assert [f"turn {place}" for place in (*SQUARES, *ROUNDS[:4], *ROUNDS[5:9])] == moves(state, "A")
    play(state, "A turn 22")
    assert {"22": "twist-green~"} == shown(state)
    assert all(state.view(seat)["squares"] == state.view(None)["squares"] for seat in (0, 1))
    assert [f"turn {place}" for place in (*ROUNDS[:4], *ROUNDS[5:9])] + ["stop"] == moves(state, "A")
    other = play(two(), "A turn A2")
    assert ("? jelly-green~ ? ?", {}) == (hand(other, "A"), shown(other))
    assert [f"turn {place}" for place in SQUARES] == moves(other, "A")


@pytest.mark.parametrize("order", [("11", "A1"), ("A1", "11")])
def test_a_pair_stays_and_one_may_play_again(order: tuple[str, str]) -> None:
    """5: the same sweet in the same colour; then another square and another round."""
    state = play(two(), *(f"A turn {place}" for place in order))
    assert ({"11": "jelly-blue!"}, "jelly-blue! ? ? ?") == (shown(state), hand(state, "A"))
    assert (0, "again") == (state.turn, state.view(0)["phase"])
    play(state, "A turn 12", "A turn A2")
    assert "jelly-blue! jelly-green! ? ?" == hand(state, "A")


@pytest.mark.parametrize("square", ["12", "21", "31"])
def test_anything_else_is_turned_down_again(square: str) -> None:
    """6: same kind in another colour, same colour of another kind, a coin: the next seat's turn."""
    state = play(two(), "A turn A1", f"A turn {square}")
    assert (1, "jelly-blue~ ? ? ?") == (state.turn, hand(state, "A"))
    play(state, "clock close")
    assert ({}, "? ? ? ?") == (shown(state), hand(state, "A"))


def test_one_may_stop_after_a_square() -> None:
    """7: so as not to give a round tile away."""
    state = play(two(), "A turn 21", "A stop")
    assert (1, "? ? ? ?") == (state.turn, hand(state, "A"))


def test_no_scouting_with_two_of_one_shape() -> None:
    """B2: one square and one round; the exceptions are those listed."""
    assert ("one-square-only", "B2") == refused(play(two(), "A turn 11"), "A turn 12")
    assert ("one-round-only", "B2") == refused(play(two(), "A turn A1"), "A turn A2")


def test_no_stop_before_the_first_tile_nor_after_a_round() -> None:
    """B3: at least one tile is turned, and the right to stop is given after a square only."""
    assert ("no-passing", "B3") == refused(two(), "A stop")
    assert ("no-stop-after-round", "B3") == refused(play(two(), "A turn A1"), "A stop")


def test_after_a_pair_one_may_end_the_turn() -> None:
    """B21: only the first go of a turn is compulsory; each further go has the same rules."""
    state = play(two(), "A turn 11", "A turn A1")
    assert "stop" in moves(state, "A")
    assert "stop" not in moves(play(state.copy(), "A turn A2"), "A")
    play(state, "A stop")
    assert (1, [1], None) == (state.turn, state.actors(), state.timer())
    assert ("no-passing", "B3") == refused(state, "B stop")


def test_what_is_face_up_can_be_neither_turned_nor_stolen() -> None:
    """B17: found tiles and the wrapper stay as they are."""
    state = play(two(), "A turn 11", "A turn A1", "A stop")
    assert ("face-up", "B17") == refused(state, "B turn A1")
    assert ("face-up", "B17") == refused(state, "B turn 11")
    assert ("already-open", "4") == refused(play(state, "B turn 15"), "B turn 15")


def test_any_round_in_front_of_anybody() -> None:
    """B23: own or an opponent's, never one of those put aside, nor where nobody sits."""
    state = two()
    assert {"A", "B"} == {move.split()[1][0] for move in moves(state, "A")} - set("123456")
    assert ("no-tile-there", "B23") == refused(state, "A turn A5")
    assert ("nobody-there", "B23") == refused(state, "A turn C1")


# Theft


def test_an_opponents_tile_that_makes_a_pair_is_stolen() -> None:
    """8: it goes face up to the thief, who gives an own tile face down; the thief may play again."""
    state = play(two(), "A turn 22", "A turn B2")
    assert ("give", "B2", ["give A1", "give A2", "give A3", "give A4"]) == (
        state.view(0)["phase"],
        state.view(0)["stolen"],
        moves(state, "A"),
    )
    play(state, "A give A3")
    assert ("? ? twist-green! ?", "? ? ? ?") == (hand(state, "A"), hand(state, "B"))
    assert (0, "again") == (state.turn, state.view(0)["phase"])


def test_the_two_tiles_change_places() -> None:
    """B11: the given one lies exactly where the stolen one was, and what was seen of it stays known."""
    state = play(two(training=True), "A turn A3", "A turn 66", "B turn 61", "B stop")
    play(state, "A turn 22", "A turn B2", "A give A3")
    assert "jelly-red" == state.view(None)["seen"]["B2"]
    play(state, "A turn 13", "A turn B2", "A give A1")
    assert "jelly-red! ? twist-green! ?" == hand(state, "A")


def test_only_own_face_down_tiles_are_given() -> None:
    """B10: never a face-up one, never one under coins, never somebody else's."""
    state = play(two(), "A turn 31", "A turn 32", "A turn 33", "A cover A1", "B turn 61", "B stop")
    play(state, "A turn 12", "A turn A2", "A turn 21", "A turn B1")
    assert ["give A3", "give A4"] == moves(state, "A")
    assert ("under-coins", "9") == refused(state, "A give A1")
    assert ("face-up", "B17") == refused(state, "A give A2")
    assert ("no-tile-there", "B23") == refused(state, "A give A5")
    assert ("not-your-tile", "8") == refused(state, "A give B1")


def test_a_theft_cannot_be_refused() -> None:
    """B23: the tile to give is chosen before anything else; with one tile there is no choice."""
    state = play(two(), "A turn 22", "A turn B2")
    assert ("give-first", "B23") == refused(state, "A stop")
    assert ("give-first", "B23") == refused(state, "A turn 11")
    assert ("nothing-stolen", "8") == refused(two(), "A give A1")


def test_a_thief_always_has_something_to_give() -> None:
    """B12: with the last tile the match is over at once, even in the middle of a turn."""
    state = two()
    for number in "123":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    play(state, "A turn 21", "A turn B1")
    assert ([], [4, 0]) == (state.actors(), state.view(None)["found"])
    assert "jelly-blue! jelly-green! jelly-red! twist-blue!" == hand(state, "A")


def test_all_see_where_the_last_tile_was_stolen() -> None:
    """B11, B23: nobody is asked what to give for the tile that wins, so the view tells where it came from."""
    state = two()
    for number in "123":
        play(state, f"A turn 1{number}", f"A turn A{number}")
    assert state.view(None)["stolen"] is None
    play(state, "A turn 21", "A turn B1")
    assert "B1" == state.view(None)["stolen"]


# The end


def test_whoever_has_found_everything_wins() -> None:
    """11: the match is over and nobody acts any more."""
    state = play(two(), *win_for_a(two()))
    outcome = state.outcome()
    assert outcome is not None
    assert ((0,), [], (4, 0)) == (outcome.winners, state.actors(), outcome.scores)
    assert "match-over" == refused(state, "B turn 21")[0]


def test_ranks_count_what_is_left_to_find() -> None:
    """B29: fewer tiles left is better, equal is equal; a fifth tile counts against its owner."""
    state = table(SQUARE, A, B, "roll-b", "roll-g", rest="wheel-b")
    play(
        state,
        "A turn 61",
        "A stop",
        "B turn 21",
        "B turn B1",
        "B stop",
        "C turn 34",
        "D turn 35",
        "D turn C1",
    )
    play(state, "D give D2", "D stop", *win_for_a(two()))
    outcome = state.outcome()
    assert outcome is not None
    assert ((1, 2, 4, 2), (4, 1, 0, 1)) == (outcome.ranks, outcome.scores)
    assert ({"found": 4}, {"found": 1}, {"found": 0}, {"found": 1}) == outcome.items


@pytest.mark.parametrize("options", [{}, {"quick": "yes"}], ids=["whole", "quick"])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_there_is_always_a_move_and_one_winner(seats: int, options: dict[str, str]) -> None:
    """B16: no ties and no dead ends; every hidden round in play has its hidden square."""
    state = GAME.deal(seats, "seed", **options)
    rng = Rng("walk")
    while state.actors():
        seat = state.actors()[-1]
        proposed = state.moves(seat)
        assert proposed
        state.play(seat, proposed[rng.below(len(proposed))])
    outcome = state.outcome()
    assert outcome is not None
    assert 1 == len(outcome.winners)


# The quick game


def test_the_quick_game() -> None:
    """12: two kinds and the coins are taken out, 25 squares remain, all else is the same."""
    state = GAME.deal(2, "seed", quick="yes", kinds="jelly+roll")
    view = state.view(None)
    assert (5, 25, 24 - 8) == (view["size"], len(view["squares"]), view["rest"])
    assert ["11", "15", "51", "55"] == [view["squares"][at]["place"] for at in (0, 4, 20, 24)]
    assert 25 + 8 == len(state.moves(state.actors()[0]))
    over = finished(2, quick="yes", kinds="jelly+roll").view(None)
    faces = Counter(tile["face"] for tile in over["squares"])
    kinds = set(KINDS) - {"jelly", "roll"}
    assert {
        face: 1 for face in (*SWEETS, "wrapper") if face.partition("-")[0] in {*kinds, "wrapper"}
    } == faces
    quick = table("", "", "", removed=(0, 6))
    assert ("outside-the-square", "12") == refused(quick, "A turn 16")
    assert ("outside-the-square", "12") == refused(quick, "A turn 61")


def test_the_table_chooses_the_kinds_or_leaves_it_to_the_deal() -> None:
    """B27: all know which two are missing; without coins rule 9 falls away."""
    assert 28 == len(KIND_PAIRS)
    for pair in KIND_PAIRS:
        assert pair.split("+") == GAME.deal(2, "seed", quick="yes", kinds=pair).view(None)["removed"]
    drawn = {tuple(GAME.deal(2, f"seed {number}", quick="yes").view(1)["removed"]) for number in range(40)}
    assert len(drawn) > 10
    assert [] == GAME.deal(2, "seed", kinds="jelly+twist").view(0)["removed"]
    assert "coin" not in {tile["face"] for tile in finished(3, quick="yes").view(None)["squares"]}


def test_the_options() -> None:
    """B31: quick game, training and show time; all off, or the usual two seconds, unless chosen."""
    assert {"quick": "no", "kinds": "deal", "training": "no", "show": "2000"} == GAME.resolve_options({})
    assert {"1500", "2000", "3000", "4000"} == set(GAME.options[3].choices)
