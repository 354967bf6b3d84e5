"""Tests of the source code itself: imports, names of games, determinism, style, committed files."""
