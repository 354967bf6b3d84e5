"""Tests of the score pad, which must agree with the scores of a match."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablee.core.errors import Illegal, Unreadable
from tablee.core.match import Match
from tablee.core.rng import Rng
from tablee.games.islands import GAME
from tablee.games.islands.pieces import PIECES
from tablee.games.islands.scoring import score, score_items
from tablee.games.islands.state import BRIGAND
from tablee.games.islands.tests.notation import EIGHT_BRIGANDS, NINE_PALMS, WORKED, state_with_islands

FACES = {tile: face for row in ("top", "middle", "bottom") for tile, face in PIECES.data[row].items()}


def layout_from(picture: str, brigands: int = 0) -> dict[str, Any]:
    """Return the layout that the page of the pad would send for this island."""
    rows = [line.split() for line in picture.strip().split("\n")]
    layout: dict[str, Any] = {"island": {}, "turned": [], "dreams": rows[3] if len(rows) > 3 else []}
    for row, tiles in zip("tmb", rows[:3], strict=True):
        for column, tile in enumerate(tiles, start=1):
            if tile.startswith("*"):
                layout["turned"].append(f"{row}{column}")
            if tile != ".":
                layout["island"][f"{row}{column}"] = FACES[tile.removeprefix("*")]
    return {**layout, "brigands": brigands}


def test_the_worked_example_is_35_on_the_pad() -> None:
    """38, 30: item by item, as in the match."""
    sheet = GAME.pad(layout_from(WORKED))
    assert score_items(state_with_islands(WORKED, NINE_PALMS), 0) == sheet["items"]
    assert 35 == sheet["total"] == sum(sheet["items"].values())
    assert (8, 7, 1) == (sheet["notes"]["palm"], sheet["notes"]["brigand"], sheet["notes"]["lamp"])


def test_the_worked_example_is_42_on_the_pad_beside_eight_brigands() -> None:
    """38, 32: of the other islands a layout only has the largest number of brigands."""
    assert state_with_islands(WORKED, EIGHT_BRIGANDS).count_visible(1, BRIGAND) == 8
    assert 42 == GAME.pad(layout_from(WORKED, brigands=8))["total"]
    assert 35 == GAME.pad(layout_from(WORKED, brigands=7))["total"]


def test_turned_tiles_need_no_elements_on_the_pad() -> None:
    """23, 34: four points each for the Genie dream, none for their elements."""
    hidden = {"island": {"t3": {"lamp": 1}}, "turned": ["t1", "t2"], "dreams": ["genie", "lamp"]}
    shown = {**hidden, "island": {"t1": {"lamp": 1, "palm": 3}, "t2": {"lamp": 1}, "t3": {"lamp": 1}}}
    assert GAME.pad(hidden) == GAME.pad(shown)
    assert 12 == GAME.pad(hidden)["total"]
    assert 2 == GAME.pad(hidden)["notes"]["genie"]


def test_an_empty_layout_scores_zero() -> None:
    """30: all keys are optional."""
    assert 0 == GAME.pad({})["total"]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_pad_agrees_with_a_match_to_its_end(seed: str) -> None:
    """30, 34: for all islands at the end of random matches."""
    match, rng = Match(GAME, 3, seed), Rng(seed)
    while match.outcome is None:
        seat = match.state.actors()[0]
        moves = match.state.moves(seat)
        match.play(seat, GAME.format(moves[rng.below(len(moves))]))
    view = match.state.view(None)
    for seat, island in enumerate(view["islands"]):
        others = max(other["brigands"] for number, other in enumerate(view["islands"]) if number != seat)
        assert island["items"] == GAME.pad(layout_from_view(island["cells"], others))["items"]
        assert score(match.state, seat) == island["score"]  # type: ignore[arg-type]


def layout_from_view(cells: dict[str, Any], brigands: int) -> dict[str, Any]:
    """Return the layout of an island of a view."""
    island = {cell: FACES[laid["tile"]] for cell, laid in cells.items() if laid["tile"] in FACES}
    dreams = [cells[f"d{slot}"]["tile"].rpartition("-")[0] for slot in range(1, 5)]
    turned = [cell for cell, laid in cells.items() if laid["turned"]]
    return {"island": island, "turned": turned, "dreams": dreams, "brigands": brigands}


@pytest.mark.parametrize(
    "layout, part",
    [
        ({"isle": {}}, "isle"),
        ({"island": []}, "island"),
        ({"island": {"t5": {}}}, "island"),
        ({"island": {"d1": {}}}, "island"),
        ({"island": {"t1": ["palm"]}}, "island"),
        ({"island": {"t1": {"dragon": 1}}}, "island"),
        ({"island": {"t1": {"palm": -1}}}, "island"),
        ({"island": {"t1": {"palm": True}}}, "island"),
        ({"island": {"t1": {"palm": 10**30}}}, "island"),
        ({"turned": ["x"]}, "turned"),
        ({"turned": [["t1"]]}, "turned"),
        ({"dreams": ["roc"] * 5}, "dreams"),
        ({"dreams": [{}]}, "dreams"),
        ({"dreams": {"d1": "roc"}}, "dreams"),
        ({"brigands": "many"}, "brigands"),
        ({"brigands": True}, "brigands"),
        ({"brigands": 100}, "brigands"),
    ],
)
def test_a_layout_of_another_shape_cannot_be_read(layout: dict[str, Any], part: str) -> None:
    with pytest.raises(Unreadable) as raised:
        GAME.pad(layout)
    assert ("pad-unreadable", {"part": part}) == (raised.value.code, raised.value.values)


@pytest.mark.parametrize(
    "layout, code, rule",
    [
        ({"island": {"t1": {"lamp": 1}, "t2": {"lamp": 2}}}, "pad-three-lamps", "22"),
        ({"dreams": ["roc", "roc", "roc"]}, "pad-too-many-copies", "34"),
        ({"island": {"t1": {"palm": 4, "lamp": 3}}}, "pad-tile-full", None),
    ],
)
def test_a_layout_against_the_rules_is_refused(layout: dict[str, Any], code: str, rule: str | None) -> None:
    """22, 34: with the rule, and a sentence in both languages."""
    with pytest.raises(Illegal) as raised:
        GAME.pad(layout)
    assert (code, rule) == (raised.value.code, raised.value.rule)
    for language in ("fr", "en"):
        assert f"refusal.{code}" in GAME.translations(language)
        assert "refusal.pad-unreadable" in GAME.translations(language)


def test_a_sheet_is_plain_data() -> None:
    """30: it survives JSON."""
    assert GAME.pad(layout_from(WORKED)) == json.loads(json.dumps(GAME.pad(layout_from(WORKED))))
