"""`python -m compiler`: compile in place what changed."""

from pathlib import Path

from compiler.build import build

build(Path(__file__).parents[1])
