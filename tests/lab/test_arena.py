"""Contests between bots and their stored results."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

from tablee.core.errors import Illegal, Refusal, Unreadable
from tablee.lab.arena import (
    Contest,
    Ledger,
    estimate_mean,
    ladder,
    play_deal,
    round_robin,
    run,
    share_interval,
    standings,
)
from tests.lab.contests import play, small_contest


def test_a_line_up_plays_a_deal_from_every_seat() -> None:
    assert [
        ["greedy", "random", "greedy"],
        ["random", "greedy", "greedy"],
        ["greedy", "greedy", "random"],
    ] == [small_contest().line_up(rotation) for rotation in range(3)]


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    assert play(small_contest(), 1).results == play(small_contest(), 2).results


def test_the_shares_of_a_win_add_up_to_one() -> None:
    greedy, random = play_deal(small_contest(), 0)
    assert 1 == pytest.approx(2 * greedy.victory + random.victory)


def test_greedy_is_ahead_of_random() -> None:
    table = standings(play(small_contest(deals=30)).results_of(small_contest(deals=30)))
    assert ["greedy", "random"] == [standing.bot for standing in table]
    assert table[0].victories.value - table[0].victories.margin > 1 / 3


def test_a_stopped_run_continues_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    steps = run([small_contest()], Ledger(file), 1)
    for _ in range(5):
        next(steps)
    del steps
    resumed = Ledger(file)
    assert 15 == len(resumed.missing_deals(small_contest()))
    for _ in run([small_contest()], resumed, 1):
        pass
    assert play(small_contest()).results == Ledger(file).results


@pytest.mark.parametrize("line", ["", "{}", "nonsense", '{"contest": "x", "deal": 1, "results": [{}]}'])
def test_a_damaged_ledger_is_refused_with_the_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "ledger.jsonl"
    for _ in run([small_contest(deals=1)], Ledger(file), 1):
        pass
    with file.open("a") as lines:
        lines.write(line + "\n")
    with pytest.raises(Unreadable, match="line 3"):
        Ledger(file)


def test_a_ledger_without_race_figures_is_read(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    contest = small_contest()
    result = {"bot": "greedy", "victory": 1.0, "rank": 1.0, "points": 30.0}
    file.write_text(json.dumps({"contest": contest.name, "deal": 0, "results": [result]}) + "\n")
    assert 1.0 == Ledger(file).results_of(contest)[0][0].measure


def play_into(file: Path, contest: Contest) -> None:
    """Play the missing deals of a contest in this process."""
    for _ in run([contest], Ledger(file), 1):
        pass


def bot_file(folder: Path, move: int = -1) -> Path:
    """Write a bot that always chooses the same one of its moves, by place."""
    file = folder / "mine.py"
    file.write_text(f'def mine(view, resample, budget, rng):\n    return view["moves"][{move}]\n')
    return file


@pytest.mark.parametrize("ending", ['{"contest": "islands 3 gre', '{"contest": 3}', "x"])
def test_a_line_that_was_being_written_is_dropped(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "ledger.jsonl"
    play_into(file, small_contest(deals=2))
    whole = file.read_text()
    file.write_text(whole + ending)
    assert [2] == Ledger(file).missing_deals(small_contest(deals=3))
    play_into(file, small_contest(deals=3))
    assert file.read_text().startswith(whole)
    assert play(small_contest(deals=3)).results == Ledger(file).results


def test_results_under_another_budget_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "ledger.jsonl"
    play_into(file, small_contest(deals=1))
    with pytest.raises(Illegal, match="other-experiment") as refused:
        play_into(file, small_contest(deals=1, seconds=3.0))
    assert "seconds" == refused.value.values["different"]


def test_results_of_another_file_of_bots_do_not_count(tmp_path: Path) -> None:
    """Nor those of other weights beside it."""
    file, weights = tmp_path / "ledger.jsonl", tmp_path / "weights"
    bots, folder = (f"{bot_file(tmp_path)}:mine", "random"), tmp_path / "other"
    folder.mkdir()
    weights.write_text("1")
    contest = small_contest(deals=1, bots=bots, beside=(weights,))
    play_into(file, contest)
    play_into(file, replace(contest, deals=2))
    weights.write_text("2")
    with pytest.raises(Illegal, match="different files"):
        play_into(file, contest)
    weights.write_text("1")
    bot_file(tmp_path, 0)
    with pytest.raises(Illegal, match="different files"):
        play_into(file, contest)


@pytest.mark.parametrize("name", ["tablee", "code", "pieces"])
def test_results_of_another_version_do_not_count(tmp_path: Path, name: str) -> None:
    file = tmp_path / "ledger.jsonl"
    play_into(file, small_contest(deals=1))
    first, *others = file.read_text().splitlines()
    entry = json.loads(first)
    entry["conditions"][name] = "another"
    file.write_text("\n".join([json.dumps(entry), *others, ""]))
    with pytest.raises(Illegal, match=f"different {name}"):
        play_into(file, small_contest(deals=1))
    play_into(file, small_contest(deals=1, seed="other"))


def test_a_ledger_without_conditions_is_refused(tmp_path: Path) -> None:
    """As earlier versions wrote it."""
    file = tmp_path / "ledger.jsonl"
    play_into(file, small_contest(deals=1))
    file.write_text(file.read_text().partition("\n")[2])
    with pytest.raises(Illegal, match="old-ledger"):
        play_into(file, small_contest(deals=1))


def test_a_changed_file_of_bots_is_executed_anew(tmp_path: Path) -> None:
    contest = small_contest(deals=1, bots=(f"{bot_file(tmp_path)}:mine", "random"))
    before = play(contest).results
    bot_file(tmp_path, 0)
    assert before != play(contest).results


def test_pairings() -> None:
    three = small_contest(bots=("random", "greedy", "beginner"))
    assert [("random", "greedy"), ("greedy", "beginner")] == [each.bots for each in ladder(three)]
    assert 3 == len(round_robin(three))
    assert {2} == {each.seats for each in round_robin(three)}


def test_the_interval_of_a_mean() -> None:
    assert (2.0, 0.0) == (estimate_mean([2, 2, 2]).value, estimate_mean([2, 2, 2]).margin)
    assert 1.96 * (1 / 3) ** 0.5 / 2 == pytest.approx(estimate_mean([0, 1, 1, 0]).margin)
    assert inf == estimate_mean([5]).margin


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert (0.976, 1.0) == pytest.approx(share_interval(153, 153), abs=0.001)
    assert (0.096, 0.904) == pytest.approx(share_interval(1, 2), abs=0.003)
    assert (0.0, 1.0) == share_interval(0, 0), "nothing is known without trials"


@pytest.mark.parametrize(
    "changes",
    [
        {"key": "checkers"},
        {"seats": 9},
        {"bots": ("nobody",)},
        {"bots": ()},
        {"deals": 0},
        {"bots": ("random",) * 4},
        {"options": {"no": "such"}},
    ],
)
def test_an_invalid_contest_is_refused_before_the_first_deal(changes: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        next(run([small_contest(**changes)], Ledger(), 1))


def test_races_are_counted_one_by_one_and_timed() -> None:
    """Two seats, one twice as fast as the other."""
    contest = small_contest(key="mine", seats=2, bots=("expert", "beginner"), deals=1)
    fast, slow = play_deal(contest, 0)
    assert fast.first is not None
    assert slow.first is not None
    assert 1 == pytest.approx(fast.first + slow.first)
    assert fast.first == fast.measure > 0.5
    assert fast.seconds == slow.seconds
    assert fast.seconds is not None
    assert 10 < fast.seconds < 60


def test_without_races_matches_are_counted() -> None:
    greedy, _ = play_deal(small_contest(), 0)
    assert (None, None) == (greedy.first, greedy.seconds)
    assert greedy.victory == greedy.measure
    table = standings([[greedy]])
    assert table[0].first is None
