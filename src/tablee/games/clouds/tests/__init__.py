"""Tests of this game, the notation they use and recorded matches."""
