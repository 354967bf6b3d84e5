"""Tests that rules are deterministic: only the deal is random, and no rule reads a clock."""

import ast

import pytest

from tests.architecture.sources import NONDETERMINISTIC_MODULES, Source, sources

NONDETERMINISTIC_NAMES = {"urandom", "getrandom", "times"}


def nondeterminism(source: Source) -> list[str]:
    """Return the uses of clocks, random sources and I/O in a file."""
    names = [name for name in source.imports() if name.split(".")[0] in NONDETERMINISTIC_MODULES]
    names += [name for name in source.imports() if name.split(".")[-1] in NONDETERMINISTIC_NAMES]
    names += [
        node.attr
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr in NONDETERMINISTIC_NAMES
    ]
    return [f"{source.path} uses {name}" for name in names]


def test_the_rules_have_no_clock_and_no_random_source() -> None:
    rules = [s for s in sources("src/tablee/core", "src/tablee/games") if not s.is_test]
    assert [] == [fault for source in rules for fault in nondeterminism(source)]


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
def test_a_clock_or_a_random_source_is_found(line: str) -> None:
    assert nondeterminism(Source("src/tablee/core/deal.py", line))


def test_arithmetic_is_deterministic() -> None:
    assert [] == nondeterminism(Source("src/tablee/core/deal.py", "import hashlib\nfrom math import prod"))
