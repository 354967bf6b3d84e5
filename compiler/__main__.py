"""`python -m compiler`: compile the package in place, unless it is up to date."""

from pathlib import Path

from compiler.build import build

build(Path(__file__).parents[1])
