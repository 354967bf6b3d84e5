"""Touches narrow the list of moves; the browser's twin of this module answers the same cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablee.core import narrowing

CASES = json.loads((Path(__file__).parent / "narrowing.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_touches_narrow_the_moves(case: dict[str, Any]) -> None:
    ways = narrowing.paths(case["moves"])
    assert {" ".join(path): words for path, words in ways.items()} == case["paths"]
    for touch in case["touches"]:
        assert narrowing.targets(ways, touch["touched"]) == touch["targets"]
        assert narrowing.said(ways, touch["touched"]) == touch["said"]
