"""All luck is in the deal and time is a seat: rules have no clock and no random source."""

import ast

import pytest

from tests.architecture.sources import Source, sources

CLOCKS_AND_DICE = {
    "asyncio",
    "calendar",
    "concurrent",
    "datetime",
    "multiprocessing",
    "random",
    "sched",
    "secrets",
    "signal",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
    "timeit",
    "uuid",
}
SYSTEM_DICE = {"urandom", "getrandom", "times"}


def rng(source: Source) -> list[str]:
    """Where a file could learn something that its arguments do not say."""
    names = [name for name in source.imports() if name.split(".")[0] in CLOCKS_AND_DICE]
    names += [name for name in source.imports() if name.split(".")[-1] in SYSTEM_DICE]
    names += [
        node.attr
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in SYSTEM_DICE
    ]
    return [f"{source.path} uses {name}" for name in names]


def test_the_rules_have_no_clock_and_no_dice() -> None:
    rules = [s for s in sources("src/tablee/core", "src/tablee/games") if not s.is_test]
    assert [] == [fault for source in rules for fault in rng(source)]


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from random import Random",
        "import time as clock",
        "from datetime import datetime",
        "import concurrent.futures",
        "from os import urandom",
        "import os\nos.urandom(8)",
        "def late():\n    import secrets",
    ],
)
def test_a_clock_or_a_die_is_seen(line: str) -> None:
    assert rng(Source("src/tablee/core/deal.py", line))


def test_arithmetic_is_not_luck() -> None:
    assert [] == rng(Source("src/tablee/core/deal.py", "import hashlib\nfrom math import prod"))
